import { describe, expect, test } from 'vitest';
import { judgeRun } from '../../../schemas/judge/judge-run.ts';
import { type LawName, lawRows } from '../../../schemas/rules/run/laws.ts';
import { type ImpossibleKind, impossibleKinds } from '../../../schemas/rules/run/reconciliation.ts';
import type { JsonObject, JudgedExchange } from '../../../schemas/types.ts';
import { targetSchema } from '../../../targets/file/target-breach.ts';
import { answers } from '../corpus/answers.ts';
import { judged, refundOf } from '../corpus/run-deviations.ts';

const order = { order_no: 'C-T1', transaction_id: 'T1', currency: 'EUR', amount: '10.00' };
const pay = (changes: JsonObject = {}) => {
  const { transaction_id, ...asked } = order;
  return judged('direct-payment', { ...asked, ...changes }, { ...order, ...changes });
};
const batch = (operation: 'capture' | 'cancel', status = '1') =>
  judged(
    operation,
    { [`${operation}_orders`]: [order] },
    {
      [`${operation}_orders`]: [{ ...order, [`${operation}_status`]: status, error_message: '' }],
      return_status: status,
    },
  );
const [record = {}] = answers['refund-search'].refund_orders as JsonObject[];
const listing = (...refunds: readonly JsonObject[]) =>
  judged(
    'refund-search',
    {},
    { refund_orders: refunds.map((refund) => ({ ...record, ...order, ...refund })) },
  );
const refunded = (number: string, refund_amount: string) => ({
  refund_reference_id: `T1-${number}`,
  refund_amount,
});
const shown = (changes: JsonObject) => {
  const [first = {}] = answers.query.orders_list as JsonObject[];
  return judged('query', {}, { orders_list: [{ ...first, ...order, ...changes }] });
};
const payout = (transaction_id: string) => judged('payout', {}, { transaction_id });
const unanswered = ({ exchange, judgement }: JudgedExchange): JudgedExchange => ({
  exchange: { ...exchange, received: { kind: 'none', reason: 'timeout', detail: 'time-out', durationMs: 1 } },
  judgement: { ...judgement, outcome: 'none' as JudgedExchange['judgement']['outcome'] },
});

const bookOf = (run: readonly JudgedExchange[]) => judgeRun(run).book;

/** Runs that no ledger can hold, with the kind, the order and the sum of what is wrong. */
const impossible: readonly (readonly [
  title: string,
  kind: ImpossibleKind,
  sum: string,
  run: () => JudgedExchange[],
])[] = [
  [
    'two refunds of 6.00 of 10.00',
    'refunded-above',
    '12.00',
    () => [pay(), refundOf('6.00', '01'), refundOf('6.00', '02')],
  ],
  [
    'the whole sum refunded twice',
    'refunded-above',
    '20.00',
    () => [pay(), refundOf('10.00', '01'), refundOf('10.00', '02')],
  ],
  [
    'a hundredth too much in three parts',
    'refunded-above',
    '10.01',
    () => [refundOf('5.00', '01'), refundOf('5.00', '02'), refundOf('0.01', '03')],
  ],
  [
    'a refund after a cancellation',
    'refunded-after-cancellation',
    '4.00',
    () => [pay(), batch('cancel'), refundOf('4.00', '01')],
  ],
  [
    'a capture after a cancellation',
    'captured-after-cancellation',
    '10.00',
    () => [pay(), batch('cancel'), batch('capture')],
  ],
  [
    'a refund listed with another sum',
    'refund-listed-otherwise',
    '4.01',
    () => [pay(), refundOf('4.00', '01'), listing(refunded('01', '4.01'))],
  ],
  [
    'a refund listed in another currency',
    'refund-listed-otherwise',
    '4.00',
    () => [pay(), refundOf('4.00', '01'), listing({ ...refunded('01', '4.00'), currency: 'USD' })],
  ],
  [
    'a refund listed that nobody asked for',
    'refund-not-asked',
    '3.00',
    () => [pay(), listing(refunded('07', '3.00'))],
  ],
  [
    'a refund that a list leaves out',
    'refund-not-listed',
    '2.00',
    () => [
      pay(),
      ...['01', '02', '03'].map((number) => refundOf('2.00', number)),
      listing(refunded('03', '2.00'), refunded('01', '2.00')),
    ],
  ],
  [
    'a payment shown with another sum',
    'payment-shown-otherwise',
    '100.00',
    () => [pay(), shown({ amount: '100.00' })],
  ],
  [
    'a payment shown in another currency',
    'payment-shown-otherwise',
    '10.00',
    () => [pay(), shown({ currency: 'USD' })],
  ],
  ['two payouts for one request_id', 'paid-out-twice', '120000', () => [payout('PT-1'), payout('PT-2')]],
];

describe('an impossible history', () => {
  test.each(impossible)('%s is named with its order and sum', (_, kind, sum, run) => {
    const exchanges = run();
    const found = bookOf(exchanges).impossible;
    expect(found).toMatchObject([
      { kind, sum, name: kind === 'paid-out-twice' ? expect.any(String) : 'C-T1' },
    ]);
    const sent = exchanges.map(({ exchange }) => exchange.id);
    expect(sent).toEqual(expect.arrayContaining([...(found[0]?.exchanges ?? ['none'])]));
  });
});

describe('a law of the merchant', () => {
  const names = (
    targetSchema.properties as Record<string, { items: { properties: { law: { enum: LawName[] } } } }>
  ).laws?.items.properties.law.enum;
  const laws = (names ?? []).map((law) => ({ law, by: 'the acquirer', on: '2026-01-31' }));

  test.each(impossible)('is the only one that %s breaks', (_, kind, __, run) => {
    const rows = lawRows(laws, bookOf(run()).impossible).filter(({ broken }) => broken.length > 0);
    expect(rows).toMatchObject([{ broken: [{ kind }] }]);
  });

  test('can be named in a target file for each kind of history', () => {
    expect(new Set(impossible.map(([, kind]) => kind)).size).toBe(laws.length);
    expect(laws).toHaveLength(Object.keys(impossibleKinds).length);
  });
});

/** Histories that an honest service may leave behind. */
const possible: readonly (readonly [title: string, run: () => JudgedExchange[]])[] = [
  ['refunds in parts up to the amount', () => [pay(), refundOf('6.00', '01'), refundOf('4.00', '02')]],
  [
    'a refund above the amount that was refused',
    () => [pay(), refundOf('6.00', '01'), refundOf('6.00', '02', '0')],
  ],
  [
    'a refund that was asked for again and answered alike',
    () => [pay(), refundOf('6.00', '01'), refundOf('6.00', '01')],
  ],
  [
    'a list that begins among the refunds of one call, answered in another order',
    () => {
      const [one = {}] = answers.refund.refund_orders as JsonObject[];
      const parts = ['01', '02'].map((number) => ({ ...one, ...order, ...refunded(number, '2.00') }));
      const asked = parts.map(({ refund_amount }) => ({ ...order, refund_amount, refund_reason: 'r' }));
      return [
        pay(),
        judged('refund', { refund_orders: asked }, { refund_orders: [...parts].reverse() }),
        refundOf('2.00', '03'),
        listing(refunded('02', '2.00'), refunded('03', '2.00')),
      ];
    },
  ],
  [
    'a capture twice and a refund',
    () => [pay(), batch('capture'), batch('capture'), refundOf('10.00', '01')],
  ],
  [
    'a cancellation that was refused before a refund',
    () => [pay(), batch('cancel', '0'), refundOf('10.00', '01')],
  ],
  ['a cancellation after a capture', () => [pay(), batch('capture'), batch('cancel')]],
  [
    'a list of the newest refunds alone',
    () => [pay(), refundOf('1.00', '01'), refundOf('2.00', '02'), listing(refunded('02', '2.00'))],
  ],
  [
    'a list of the oldest refunds alone',
    () => [pay(), refundOf('1.00', '01'), refundOf('2.00', '02'), listing(refunded('01', '1.00'))],
  ],
  ['a sum written with other zeros', () => [pay(), refundOf('4.00', '01'), listing(refunded('01', '4.0'))]],
  ['a refund of an order that was not paid here', () => [listing(refunded('01', '4.00'))]],
  ['a payout that was asked for again and answered alike', () => [payout('PT-1'), payout('PT-1')]],
];

describe('a possible history', () => {
  test.each(possible)('%s is not named', (_, run) => {
    expect(bookOf(run()).impossible).toEqual([]);
  });
});

describe('what was moved', () => {
  test('is summed by currency, exactly, and once for each effect', () => {
    const run = [
      pay(),
      pay({ order_no: 'C-2', transaction_id: 'T2', amount: '0.10' }),
      batch('capture'),
      batch('capture'),
      refundOf('4.00', '01'),
    ];
    expect(bookOf(run).moved).toEqual([
      { currency: 'EUR', paid: '10.10', captured: '10.00', refunded: '4.00', unknown: 0 },
    ]);
  });

  test('keeps apart what may have happened', () => {
    expect(bookOf([pay(), unanswered(refundOf('4.00', '01'))]).moved).toEqual([
      { currency: 'EUR', paid: '10.00', unknown: 1 },
    ]);
  });

  test('is nothing where everything was refused', () => {
    expect(bookOf([refundOf('4.00', '01', '0')])).toEqual({ moved: [], impossible: [] });
  });
});
