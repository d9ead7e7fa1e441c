import { describe, expect, test } from 'vitest';
import { clauseOf } from '../../schemas/clauses.ts';
import { dependsOnRefusal, judgeTwin } from '../../schemas/judge/judge-twin.ts';
import { judge } from '../../schemas/judge.ts';
import { twins } from '../../schemas/rules/registry.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { requests } from './corpus/requests.ts';
import { judged } from './corpus/run-deviations.ts';
import { exchangeOf, type Told, unansweredExchange } from './exchange-of.ts';

type Decodable = Exclude<DocumentedOperationId, 'redirect-payment'>;

const operationOf = (clause: string): Decodable =>
  clause.startsWith('7.6/')
    ? 'apm-payment'
    : clause.startsWith('8/')
      ? (clause.split('/')[1] as Decodable)
      : 'refund';
const refused = (operation: Decodable, told: Told = {}): JudgedExchange => {
  const exchange = exchangeOf(operation, requests[operation], '', {
    status: 422,
    sent: { intent: 'odd' },
    ...told,
  });
  return { exchange, judgement: judge(exchange) };
};
const verdictsOf = (twin: Parameters<typeof judgeTwin>[0]) =>
  judgeTwin(twin).findings.map(({ clause, verdict }) => `${verdict} ${clause}`);
const entries = answers.refund.refund_orders as JsonObject[];
const oneRefused = {
  refund_orders: entries.map((entry, index) => (index === 1 ? { ...entry, refund_status: '0' } : entry)),
};
const allRefused = {
  return_status: '0',
  refund_orders: entries.map((entry) => ({ ...entry, refund_status: '0' })),
};

describe('a twin', () => {
  test.each(twins.clauses)('breaks its clause when the probe goes the other way: %s', (clause) => {
    const operation = operationOf(clause);
    const wants = clause.endsWith('at-limit') ? 'acceptance' : 'refusal';
    const control = judged(operation);
    const probe =
      wants === 'refusal' ? judged(operation, {}, {}, { sent: { intent: 'odd' } }) : refused(operation);
    const verdict = clauseOf(clause).evidence === 'stated' ? 'fail' : 'warn';
    expect(verdictsOf({ clause, control, probe, wants })).toEqual([`${verdict} ${clause}`]);
  });

  test.each(twins.clauses)('holds its clause when the probe goes as wanted: %s', (clause) => {
    const operation = operationOf(clause);
    const wants = clause.endsWith('at-limit') ? 'acceptance' : 'refusal';
    const status = clause === '7.6/record-not-found' ? 404 : 400;
    const probe = wants === 'refusal' ? refused(operation, { status }) : judged(operation);
    const twin = { clause, control: judged(operation), probe, wants } as const;
    expect(judgeTwin(twin)).toMatchObject({ findings: [], exercised: [clause] });
  });

  test.each([
    ['left open', oneRefused, 1, entries[1]],
    ['refused', allRefused, entries.length, entries[0]],
  ])('names the order that its control %s, and the key for it', (_what, answer, count, order) => {
    const control = judged('refund', {}, answer);
    const twin = {
      clause: '5.3/unknown-account',
      control,
      probe: refused('refund'),
      wants: 'refusal',
    } as const;
    const [finding] = judgeTwin(twin).findings;
    expect([finding?.verdict, finding?.received]).toEqual([
      'inconclusive',
      `the control request was answered, but ${count} of ${entries.length} orders in it did not succeed: order_no "${order?.order_no}" (string), status "0" (string), message "${order?.refund_message}" (string); it asks for a part of a payment: if the service refunds whole payments only, say "refunds": "whole" in the target file; where that status means that it is done later, list it as pending under "statuses"; if a payment has to wait before this call, say so in settle.longestMs`,
    ]);
  });

  test('names the key for a service that refuses to refund a part', () => {
    const receivedBy = (operation: 'refund' | 'capture') => {
      const control = refused(operation);
      const twin = { clause: '5.3/unknown-account', control, probe: control, wants: 'refusal' } as const;
      return judgeTwin(twin).findings[0]?.received;
    };
    expect(receivedBy('refund')).toContain('say "refunds": "whole" in the target file');
    expect(receivedBy('capture')).toBe('the control request was not accepted (refused)');
  });

  test('is inconclusive without an accepted control', () => {
    const clause = '5.1/signature-checked';
    const twin = { clause, control: refused('refund'), probe: refused('refund'), wants: 'refusal' } as const;
    expect(verdictsOf(twin)).toEqual([`inconclusive ${clause}`]);
  });

  describe('where it rests on a refusal', () => {
    const limit = '8/refund/at-limit';
    const wrong = '5.1/signature-checked';
    const denied = () => refused('refund');
    const accepted = () => judged('refund');

    test.each([
      ['a signature', { clause: wrong, control: accepted(), probe: denied(), wants: 'refusal' }],
      ['a limit', { clause: limit, control: accepted(), probe: denied(), wants: 'acceptance' }],
      [
        'a code',
        {
          clause: '7.6/record-not-found',
          control: judged('apm-payment'),
          probe: refused('apm-payment'),
          wants: 'refusal',
        },
      ],
    ] as const)('is inconclusive unless the control is accepted again: %s', (_what, twin) => {
      const { clause } = twin;
      const operation = twin.control.exchange.operation as 'refund';
      expect(dependsOnRefusal(twin)).toBe(true);
      const again = judged(operation);
      expect(verdictsOf({ ...twin, after: again })).toEqual(verdictsOf(twin));
      const others = [judged('capture'), judged(operation, { account_id: '9' })];
      const odd = judged(operation, {}, {}, { sent: { intent: 'odd' } });
      for (const after of ['none', denied(), judged('refund', {}, oneRefused), odd, ...others] as const)
        expect(verdictsOf({ ...twin, after })).toEqual([`inconclusive ${clause}`]);
    });

    test('says why', () => {
      const twin = { clause: wrong, control: accepted(), probe: denied(), wants: 'refusal' } as const;
      const received = (after: 'none' | JudgedExchange) =>
        judgeTwin({ ...twin, after }).findings[0]?.received;
      expect(judgeTwin({ ...twin, after: 'none', unsent: 'no time' }).findings[0]?.received).toMatch(
        /could not be sent again after the refusal \(no time\)/,
      );
      expect(received('none')).toMatch(/could not be sent again after the refusal/);
      expect(received(denied())).toMatch(/was not accepted again after the refusal \(refused\)/);
    });

    test('needs no control after an acceptance, nor without a control before', () => {
      const twin = { clause: wrong, wants: 'refusal' } as const;
      expect(dependsOnRefusal({ ...twin, control: accepted(), probe: accepted() })).toBe(false);
      expect(dependsOnRefusal({ ...twin, control: denied(), probe: denied() })).toBe(false);
    });
  });

  test('takes a control as accepted only when every order in it succeeded', () => {
    const clause = '5.1/signature-checked';
    const control = judged('refund', {}, oneRefused);
    expect(verdictsOf({ clause, control, probe: refused('refund'), wants: 'refusal' })).toEqual([
      `inconclusive ${clause}`,
    ]);
  });

  test('takes a batch as processed beyond its limit when its last order succeeded', () => {
    const clause = '8/refund/over-limit';
    const doneBut = (open: number) => ({
      refund_orders: entries.map((entry, at) => (at === open ? { ...entry, refund_status: '0' } : entry)),
    });
    const [lastDone, lastOpen] = [doneBut(0), doneBut(entries.length - 1)];
    const twin = { clause, control: judged('refund'), wants: 'refusal' } as const;
    expect(verdictsOf({ ...twin, probe: judged('refund', {}, lastDone) })).toEqual([`warn ${clause}`]);
    expect(dependsOnRefusal({ ...twin, probe: judged('refund', {}, lastDone) })).toBe(false);
    expect(verdictsOf({ ...twin, probe: judged('refund', {}, lastOpen) })).toEqual([]);
  });

  test.each([
    [`1 of ${entries.length} orders in it did not succeed`, oneRefused],
    [
      `${entries.length} of ${entries.length} orders in it did not succeed`,
      { refund_orders: entries.map((entry) => ({ ...entry, refund_status: '0' })) },
    ],
    ['no order in it succeeded', { refund_orders: [] }],
  ])('says of a control in which orders were refused: %s', (words, refusedOrders) => {
    const control = judged('refund', {}, refusedOrders);
    const twin = {
      clause: '8/refund/at-limit',
      control,
      probe: judged('refund'),
      wants: 'acceptance',
    } as const;
    expect(judgeTwin(twin).findings[0]?.received).toContain(words);
  });

  test.each(['timeout', 'reset'] as const)('is inconclusive when the probe got no answer: %s', (reason) => {
    const exchange = unansweredExchange('refund', requests.refund, reason, { sent: { intent: 'odd' } });
    const probe = { exchange, judgement: judge(exchange) };
    const clause = '5.1/signature-required';
    expect(verdictsOf({ clause, control: judged('refund'), probe, wants: 'refusal' })).toEqual([
      `inconclusive ${clause}`,
    ]);
  });

  test('does not take orders that were refused one by one for a batch that is too large', () => {
    const clause = '8/refund/at-limit';
    const open = entries.map((entry) => ({ ...entry, refund_status: '0' }));
    const envelope = { return_status: '3', return_message: 'not settled yet' };
    const verdicts = (refund_orders: readonly JsonObject[]) =>
      verdictsOf({
        clause,
        control: judged('refund'),
        probe: judged('refund', {}, { ...envelope, refund_orders: [...refund_orders] }),
        wants: 'acceptance',
      });
    expect(verdicts(open)).toEqual([`inconclusive ${clause}`]);
    expect(verdicts(open.slice(1))).toEqual([`fail ${clause}`]);
    const tooMany = open.map((entry) => ({ ...entry, refund_message: 'E1009:too many orders' }));
    expect(verdicts(tooMany)).toEqual([`fail ${clause}`]);
  });

  test.each([
    ['the last of three', 'fail', [2], 'E1009:too many orders'],
    ['the last of three in other words', 'fail', [2], 'E1009:at most 2 in a batch'],
    ['the last of three for another reason', '', [2], 'E1009:already refunded'],
    ['the second of three', '', [1], 'E1009:above the limit of this card'],
    ['all but the first', '', [1, 2], 'E1009:not found in this batch'],
  ])('judges a batch at its limit in which are refused: %s', (_, verdict, at, refund_message) => {
    const clause = '8/refund/at-limit';
    const refund_orders = entries.map((entry, index) =>
      at.includes(index) ? { ...entry, refund_status: '0', refund_message } : entry,
    );
    const probe = judged('refund', {}, { return_status: '3', return_message: 'in part', refund_orders });
    const twin = { clause, control: judged('refund'), probe, wants: 'acceptance' } as const;
    expect(verdictsOf(twin)).toEqual(verdict === '' ? [] : [`${verdict} ${clause}`]);
    expect(dependsOnRefusal(twin)).toBe(verdict !== '');
  });

  test('takes entries that the service was seen to settle later as accepted', () => {
    const clause = '8/refund/at-limit';
    const pending = { refund_orders: entries.map((entry) => ({ ...entry, refund_status: '2' })) };
    const [control, probe] = [judged('refund', {}, pending), judged('refund', {}, pending)];
    const twin = { clause, control, probe, wants: 'acceptance' as const };
    expect(verdictsOf(twin)).toEqual([`inconclusive ${clause}`]);
    expect(verdictsOf({ ...twin, pending: '2' })).toEqual([]);
  });

  test('sees the form of success in orders that are taken and settle later', () => {
    const pending = { refund_orders: entries.map((entry) => ({ ...entry, refund_status: '2' })) };
    const { exercised, findings } = judged('refund', {}, pending).judgement;
    expect(exercised).toContain('7.1/success');
    expect(findings).toEqual([]);
    const said = judged('refund', {}, { ...pending, return_message: 'in part' }).judgement;
    expect(said.exercised).not.toContain('7.1/success');
  });

  test('warns of an APM refusal under another code than the stated one', () => {
    const clause = '7.6/record-not-found';
    const twin = {
      clause,
      control: judged('apm-payment'),
      probe: refused('apm-payment'),
      wants: 'refusal',
    } as const;
    expect(verdictsOf(twin)).toEqual([`warn ${clause}`]);
  });
});
