import { describe, expect, test } from 'vitest';
import { judgeRun } from '../../../schemas/judge/judge-run.ts';
import { judge } from '../../../schemas/judge.ts';
import { enoughTurns, shownOf } from '../../../schemas/rules/run/at-once.ts';
import { concurrentIn, historiesOf } from '../../../schemas/rules/run/history.ts';
import type { JsonObject, JudgedExchange } from '../../../schemas/types.ts';
import { during, judged, pay, refundOf, refundsInTurn, refusedPayment } from '../corpus/run-deviations.ts';
import { unansweredExchange } from '../exchange-of.ts';

const clause = '1.3/at-once/explainable';
const findingsOf = (run: readonly JudgedExchange[]) =>
  judgeRun(run).findings.filter((finding) => finding.clause === clause);
const atOnce = (one: JudgedExchange, other: JudgedExchange) => [
  during(one, 500, 520),
  during(other, 501, 519),
];

type Twice = 'direct-payment' | 'payout' | 'capture' | 'cancel' | 'cancel-subscription';

/** A call over something of a number, done or refused, and the name that the service gave to what it did. */
function call(
  operation: Twice,
  number: number,
  isDone: boolean,
  transaction_id = `T${number}`,
): JudgedExchange {
  const order_no = `C-${number}`;
  if (operation === 'direct-payment')
    return isDone ? pay(order_no, transaction_id) : refusedPayment(order_no);
  if (operation === 'payout') {
    const request_id = `0f8fad5b-d9cb-469f-a1b5-feed${String(number).padStart(8, 'e')}`;
    const failure = isDone ? {} : { failure_reason: 'used before', failure_type: '1' };
    return judged(operation, { request_id }, { request_id, transaction_id, ...failure });
  }
  if (operation === 'cancel-subscription') {
    const recurring_id = `S-${number}`;
    return judged(operation, { recurring_id }, { recurring_id, cancel_status: isDone ? '1' : '0' });
  }
  const field = `${operation}_orders`;
  const order = { transaction_id: `T${number}`, order_no, currency: 'EUR', amount: '10.00' };
  const result = { ...order, [`${operation}_status`]: isDone ? '1' : '0', error_message: '' };
  const sum: JsonObject = isDone ? {} : { return_status: '0', return_message: 'none' };
  return judged(operation, { [field]: [order] }, { [field]: [result], ...sum });
}

/** The two calls one after the other, often enough, of which only the first is done. */
function inTurn(one: Twice, other: Twice, from = 0, times = enoughTurns): readonly JudgedExchange[] {
  return Array.from({ length: times }, (_, at) => [
    during(call(one, from + at, true), at * 10, at * 10 + 1),
    during(call(other, from + at, false), at * 10 + 2, at * 10 + 3),
  ]).flat();
}

const kinds = [
  ['direct-payment', 'direct-payment'],
  ['payout', 'payout'],
  ['capture', 'capture'],
  ['capture', 'cancel'],
  ['cancel-subscription', 'cancel-subscription'],
] as const;

describe.each(kinds)('%s and %s', (one, other) => {
  const turns = [...inTurn(one, other), ...(one === other ? [] : inTurn(other, one, 10))];
  const both = atOnce(call(one, 90, true, 'T-a'), call(other, 90, true, 'T-b'));

  test('both done at the same time are a warning, where the second is refused otherwise', () => {
    expect(findingsOf([...turns, ...both])).toMatchObject([{ clause, verdict: 'warn', kind: 'outcome' }]);
  });

  test('one done and one refused are explained', () => {
    expect(findingsOf([...turns, ...atOnce(call(one, 90, true), call(other, 90, false))])).toEqual([]);
  });

  test('both done are explained where both were done one after the other', () => {
    const twice = [
      during(call(one, 80, true, 'T-c'), 300, 301),
      during(call(other, 80, true, 'T-d'), 302, 303),
    ];
    expect(findingsOf([...turns, ...twice, ...both])).toEqual([]);
  });

  test('are no finding where too few of them followed each other', () => {
    expect(findingsOf([...turns.slice(2), ...both])).toEqual([]);
    expect(findingsOf(both)).toEqual([]);
  });

  test('are not at the same time where one was answered before the other was sent', () => {
    const apart = [
      during(call(one, 90, true, 'T-a'), 500, 510),
      during(call(other, 90, true, 'T-b'), 510, 520),
    ];
    expect(findingsOf([...turns, ...apart])).toEqual([]);
  });
});

describe('what was done', () => {
  test('is one effect where the service gave it one name', () => {
    const both = atOnce(call('payout', 90, true, 'T-a'), call('payout', 90, true, 'T-a'));
    expect(findingsOf([...inTurn('payout', 'payout'), ...both])).toEqual([]);
  });

  test('is two effects where two refunds that differ got one name', () => {
    const both = atOnce(refundOf('6.00', '01'), refundOf('5.00', '01'));
    expect(findingsOf([...refundsInTurn(4), ...both])).toHaveLength(1);
  });

  test('is unknown without an answer and with 503, and may have been nothing', () => {
    const refund = refundOf('6.00', '01');
    const exchange = unansweredExchange('refund', refund.exchange.sent.value, 'timeout');
    const lost = { exchange, judgement: judge(exchange) };
    expect(findingsOf([...refundsInTurn(4), ...atOnce(refund, lost)])).toEqual([]);
    const [history] = historiesOf([lost]);
    expect(history?.calls.map(({ outcome }) => outcome)).toEqual(['unknown']);
  });

  test('counts of a refund that was pending once a search lists it as done', () => {
    const pending = (number: string) => refundOf('6.00', number, '2', 'T9');
    const records = ['01', '02'].map((number) => ({
      refund_reference_id: `T9-${number}`,
      refund_status: '1',
    }));
    const [template = {}] = (judged('refund-search').judgement.answer as JsonObject)
      .refund_orders as JsonObject[];
    const listed = records.map((record) => ({
      ...template,
      ...record,
      order_no: 'C-T9',
      transaction_id: 'T9',
      refund_amount: '6.00',
      amount: '10.00',
    }));
    const search = during(judged('refund-search', {}, { refund_orders: listed }), 600, 601);
    const run = [...refundsInTurn(4), ...atOnce(pending('01'), pending('02'))];
    expect(findingsOf(run)).toEqual([]);
    expect(findingsOf([...run, search])).toHaveLength(1);
  });
});

describe('two refunds', () => {
  test('that are together no more than the order may both be done', () => {
    expect(
      findingsOf([...refundsInTurn(4), ...atOnce(refundOf('4.00', '01'), refundOf('6.00', '02'))]),
    ).toEqual([]);
  });

  test('are compared with orders of which the same was done before', () => {
    const captured = during(
      judged(
        'capture',
        { capture_orders: [{ transaction_id: 'T1', order_no: 'C-T1', currency: 'EUR', amount: '10.00' }] },
        {},
      ),
      400,
      401,
    );
    const both = atOnce(refundOf('6.00', '01'), refundOf('6.00', '02'));
    expect(findingsOf([...refundsInTurn(4), ...both])).toHaveLength(1);
    expect(findingsOf([...refundsInTurn(4), captured, ...both])).toEqual([]);
  });

  test('are one finding for the pair, and the observation says how often it was tried', () => {
    const twice = [1, 2].flatMap((at) => [
      during(refundOf('6.00', '01', '1', `TA${at}`), 500 + at * 30, 520 + at * 30),
      during(refundOf('6.00', '02', '1', `TA${at}`), 500 + at * 30, 521 + at * 30),
    ]);
    const { findings, observations } = judgeRun([...refundsInTurn(4), ...twice]);
    expect(findings.filter((finding) => finding.clause === clause)).toHaveLength(1);
    expect(observations.filter((one) => one.clause === clause).map(({ detail }) => detail)).toEqual([
      'Two refunds that are together more than the order: at the same time both done (tried 2 times), one after the other the second is refused',
    ]);
  });
});

test('two payments or payouts at the same time are no repetition', () => {
  const seen = (run: readonly JudgedExchange[]) =>
    judgeRun(run)
      .observations.filter((one) => one.clause.endsWith('/reused'))
      .map(({ detail }) => detail);
  for (const operation of ['direct-payment', 'payout'] as const) {
    const [one, other] = [call(operation, 1, true, 'T-a'), call(operation, 1, true, 'T-b')];
    expect(seen(atOnce(one, other))).toEqual([]);
    expect(seen([one, other])).toEqual([
      expect.stringMatching(/: repeated one after the other and accepted$/),
    ]);
  }
});

test('calls that nobody took the time of are at the same time with no other', () => {
  const run = [refundOf('6.00', '01'), refundOf('6.00', '02', '0')];
  expect(concurrentIn(run).size).toBe(0);
  expect(shownOf(run).map(({ atOnce: tried }) => tried.length)).toEqual([0]);
});

test('a refusal of one of two calls at the same time may have any form', () => {
  const second = refundOf('6.00', '02', '0');
  const busy = {
    ...second.exchange,
    received: { ...second.exchange.received, status: 409, body: Buffer.from('') },
  };
  const refused = { exchange: busy, judgement: judge(busy as typeof second.exchange) } as JudgedExchange;
  const found = (run: readonly JudgedExchange[]) =>
    judgeRun(run).findings.filter((finding) => finding.clause === '7.1/http-200');
  expect(found([...refundsInTurn(1), ...atOnce(refundOf('6.00', '01'), refused)])).toEqual([]);
  expect(found([...refundsInTurn(1), during(refused, 700, 701)])).toHaveLength(1);
});
