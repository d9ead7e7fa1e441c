import { describe, expect, test } from 'vitest';
import { judgeRun } from '../../../schemas/judge/judge-run.ts';
import type { JudgedExchange } from '../../../schemas/types.ts';
import { judged, listed, pay, refundOf } from '../corpus/run-deviations.ts';

const ofClause = (run: readonly JudgedExchange[], wanted: string) =>
  judgeRun(run)
    .observations.filter(({ clause }) => clause === wanted)
    .map(({ fingerprint }) => fingerprint);

describe('refunds in parts', () => {
  const clause = '2.9/refund_amount/sum-above-amount';
  test('above the amount are told with what became of the last one', () => {
    expect(ofClause([refundOf('6.00', '01'), refundOf('6.00', '02')], clause)).toEqual(['accepted']);
    expect(ofClause([refundOf('6.00', '01'), refundOf('6.00', '02', '0')], clause)).toEqual(['refused']);
  });

  test('above the amount that are done are a warning with the sums', () => {
    const { findings } = judgeRun([refundOf('6.00', '01'), refundOf('6.00', '02')]);
    expect(findings).toMatchObject([
      {
        clause,
        verdict: 'warn',
        expected: 'no success for refunds that are together more than 10.00',
        received: 'success for 6.00, after 6.00 of order_no C-T1',
      },
    ]);
  });

  test('that are answered with one reference are one refund', () => {
    const { findings } = judgeRun([refundOf('6.00', '01'), refundOf('6.00', '01')]);
    expect(findings.map((finding) => finding.clause)).not.toContain(clause);
  });

  test('up to the amount are not told, nor are refused ones counted', () => {
    expect(ofClause([refundOf('6.00', '01'), refundOf('4.00', '02')], clause)).toEqual([]);
    expect(ofClause([refundOf('6.00', '01', '0'), refundOf('6.00', '02')], clause)).toEqual([]);
  });
});

describe('a repeated request', () => {
  const reused = '2.1/order_no/reused';
  const refused = judged('direct-payment', {}, { result_info: '1001:no' });

  test('is told with what became of the second one', () => {
    expect(refused.judgement.outcome).toBe('refused');
    expect(ofClause([pay(), pay()], reused)).toEqual(['the second one is accepted']);
    expect(ofClause([pay(), refused], reused)).toEqual(['the second one is refused']);
    expect(ofClause([judged('payout'), judged('payout')], '2.13/request_id/reused')).toEqual([
      'the second one is accepted',
    ]);
  });

  test('is no repetition of one that was refused, nor of another order', () => {
    expect(ofClause([refused, pay()], reused)).toEqual([]);
    expect(ofClause([pay('C-1', 'T1'), pay('C-2', 'T2')], reused)).toEqual([]);
  });
});

describe('what a search lists', () => {
  test('is told once something was made that it could list', () => {
    expect(ofClause([pay(), judged('query')], '4.4/selection')).toContain('an order paid before is listed');
    const others = { order_no: 'C-9', transaction_id: 'T9' };
    expect(ofClause([pay('C-8', 'T8'), judged('query', {}, listed(others))], '4.4/selection')).toContain(
      'no order paid before is listed',
    );
    expect(ofClause([judged('refund'), judged('refund-search')], '4.10/selection')).toContain(
      'a refund made before is listed',
    );
  });

  test('is not held against a run that made nothing before', () => {
    expect(ofClause([judged('query')], '4.4/selection')).toEqual([]);
  });
});

test('a query tells the state of a subscription only after its cancellation', () => {
  const shown = '4.8/inactived/shown';
  const told = (run: readonly JudgedExchange[]) =>
    ofClause(run, shown).filter((word) => word.startsWith('recurring_status'));
  expect(told([judged('cancel-subscription'), judged('query')])).toEqual(['recurring_status=1']);
  expect(told([judged('query')])).toEqual([]);
});
