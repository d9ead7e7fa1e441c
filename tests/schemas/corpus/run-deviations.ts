import { judge } from '../../../schemas/judge.ts';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { operationsOf } from '../../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JudgedExchange } from '../../../schemas/types.ts';
import { exchangeOf, type Told } from '../exchange-of.ts';
import { answers } from './answers.ts';
import { withValue } from './edit.ts';
import { requests } from './requests.ts';

/** A run that deviates from one clause although each of its exchanges is right in itself. */
export interface RunDeviation {
  readonly title: string;
  readonly clause: ClauseId;
  readonly run: readonly JudgedExchange[];
  /** Where it is judged more mildly than the evidence of its clause would allow. */
  readonly verdict?: 'warn';
}

let count = 0;

/** An exchange of the corpus with changes of request and answer, judged. */
export function judged(
  operation: Exclude<DocumentedOperationId, 'redirect-payment'>,
  request: JsonObject = {},
  answer: JsonObject = {},
  told: Told = {},
): JudgedExchange {
  const value = { ...answers[operation], ...answer };
  const isXml = operation === 'direct-payment' || operation === 'apm-payment';
  count += 1;
  const id = count.toString(16).padStart(8, '0');
  const body = isXml ? encodeXml(value, { root: 'respon' }) : value;
  const exchange = exchangeOf(operation, { ...requests[operation], ...request }, body, { id, ...told });
  return { exchange, judgement: judge(exchange) };
}

const other = { account_id: '800002' };
/** An accepted card payment of an order under a transaction. */
export const pay = (order_no = 'C-2001', transaction_id = 'T81', more: JsonObject = {}) =>
  judged('direct-payment', { order_no, ...more }, { order_no, transaction_id });
/** Answer of a query whose first order differs. */
export const listed = (changes: JsonObject): JsonObject => {
  const [first = {}, second = {}] = answers.query.orders_list as JsonObject[];
  return { orders_list: [{ ...first, ...changes }, second] };
};
/** Answer of a refund search that lists one refund. */
export const found = (changes: JsonObject): JsonObject => {
  const [first = {}] = answers['refund-search'].refund_orders as JsonObject[];
  return { refund_orders: [{ ...first, ...changes }] };
};
const typed = (type: string, operation: DocumentedOperationId, encoding: 'json' | 'xml' = 'json') => {
  const exchange = exchangeOf(operation, requests[operation], '', {
    status: 415,
    sent: { headers: { 'content-type': type }, encoding },
  });
  return { exchange, judgement: judge(exchange) };
};
const form = 'application/x-www-form-urlencoded';
const refused = (operation: DocumentedOperationId, body: string, status = 200) => {
  const exchange = exchangeOf(operation, requests[operation], body, {
    status,
    id: `dead${operation.length}`,
  });
  return { exchange, judgement: judge(exchange) };
};
export const running = listed({
  subscription_result: {
    ...((answers.query.orders_list as JsonObject[])[0]?.subscription_result as JsonObject),
    recurring_status: 'Active',
  },
});

/** A refund in part of one order of 10.00. */
export function refundOf(
  refund_amount: string,
  number: string,
  refund_status = '1',
  transaction_id = 'T1',
): JudgedExchange {
  const [entry = {}] = requests.refund.refund_orders as JsonObject[];
  const [result = {}] = answers.refund.refund_orders as JsonObject[];
  const order = { order_no: `C-${transaction_id}`, transaction_id, amount: '10.00', refund_amount };
  const refund_reference_id = `${transaction_id}-${number}`;
  const done = { ...result, ...order, refund_reference_id, refund_status };
  const sum = refund_status !== '0' ? {} : { return_status: '0', return_message: 'none' };
  return judged('refund', { refund_orders: [{ ...entry, ...order }] }, { refund_orders: [done], ...sum });
}

/** The first refund of the corpus, which is done later unless the changes say otherwise. */
export function pendingRefund(refund_amount = '0.05', changes: JsonObject = {}): JudgedExchange {
  const [entry = {}] = requests.refund.refund_orders as JsonObject[];
  const [result = {}] = answers.refund.refund_orders as JsonObject[];
  const pending = { refund_status: '2', refund_message: 'R1000:Processing', refund_amount, ...changes };
  const refund_orders = [{ ...result, ...pending }];
  const { exchange } = judged('refund', { refund_orders: [{ ...entry, refund_amount }] }, { refund_orders });
  const statuses = { refund: { pending: ['2'] } };
  const deferred = { ...exchange, accepted: 'later', statuses } as const;
  return { exchange: deferred, judgement: judge(deferred) };
}

/** A card payment of an order that was declined. */
export const refusedPayment = (order_no: string) =>
  judged('direct-payment', { order_no }, { order_no, result_info: '1001:no' });

/** An exchange that was under way from one moment to another. */
export function during(judged: JudgedExchange, sentAt: number, answeredAt: number): JudgedExchange {
  return { ...judged, exchange: { ...judged.exchange, times: { sentAt, answeredAt } } };
}

/** Refunds of 6.00 and 6.00 one after the other, each time of another order, of which only the first was done. */
export const refundsInTurn = (times: number): readonly JudgedExchange[] =>
  Array.from({ length: times }, (_, at) => [
    during(refundOf('6.00', '01', '1', `TT${at}`), at * 10, at * 10 + 1),
    during(refundOf('6.00', '02', '0', `TT${at}`), at * 10 + 2, at * 10 + 3),
  ]).flat();

/** One deviating run per clause that only a run can break. */
export const runDeviations: readonly RunDeviation[] = [
  {
    clause: '2.1/transaction_id/unique',
    title: 'two payments get one transaction',
    run: [pay('C-1', 'T1'), pay('C-2', 'T1')],
  },
  {
    clause: '2.1/transaction_id/unique',
    title: 'a payout gets the transaction of a payment',
    verdict: 'warn',
    run: [pay('C-1', 'PT-1'), judged('payout')],
  },
  {
    clause: '2.1/transaction_id/one-order',
    title: 'a query shows a transaction beside another order',
    run: [pay(), judged('query', {}, listed({ order_no: 'C-9' }))],
  },
  {
    clause: '2.1/transaction_id/one-order',
    title: 'a query shows an order beside another transaction',
    verdict: 'warn',
    run: [pay(), judged('query', {}, listed({ transaction_id: 'T99' }))],
  },
  ...[
    ['C-2001', 'T81'],
    ['5001', '9002'],
    ['A', 'B'],
  ].map(
    ([order_no = '', transaction_id = '']): RunDeviation => ({
      clause: '2.1/transaction_id/one-order',
      title: `a query shows the order ${order_no} as transaction ${order_no} of order ${transaction_id}`,
      run: [
        pay(order_no, transaction_id),
        judged('query', {}, listed({ order_no: transaction_id, transaction_id: order_no })),
      ],
    }),
  ),
  ...[
    ['small letters', 'c-2001', 't81'],
    ['blanks behind them', 'C-2001    ', 'T81 '],
    ['a sign that nobody sees', 'C-2001\u200b', '\ufeffT81'],
  ].map(
    ([how, order_no = '', transaction_id = '']): RunDeviation => ({
      clause: '2.1/transaction_id/one-order',
      title: `a query shows both identifiers of an order with ${how}`,
      run: [pay(), judged('query', {}, listed({ order_no, transaction_id }))],
    }),
  ),
  {
    clause: '2.9/refund_reference_id/unique',
    title: 'two refund calls get one id',
    run: [judged('refund'), judged('refund')],
  },
  {
    clause: '2.9/refund_amount/within-amount',
    title: 'a refund of 11.00 of an order of 10.00 is done',
    run: [refundOf('11.00', '01')],
  },
  {
    clause: '2.9/refund_amount/sum-above-amount',
    title: 'two refunds of 6.00 of an order of 10.00 are done',
    run: [refundOf('6.00', '01'), refundOf('6.00', '02')],
  },
  {
    clause: '1.3/at-once/explainable',
    title: 'two payments with one number are taken at the same time, and one after the other only the first',
    run: [
      ...[1, 2, 3, 4].flatMap((at) => [
        during(pay(`C-7${at}`, `T7${at}`), at * 10, at * 10 + 1),
        during(refusedPayment(`C-7${at}`), at * 10 + 2, at * 10 + 3),
      ]),
      during(pay('C-70', 'T-a'), 100, 120),
      during(pay('C-70', 'T-b'), 100, 121),
    ],
  },
  {
    clause: '2.10/amount/as-paid',
    title: 'a query shows another amount',
    run: [pay(), judged('query', {}, listed({ amount: '48.00' }))],
  },
  {
    clause: '2.10/currency/as-paid',
    title: 'a query shows another currency',
    run: [pay(), judged('query', {}, listed({ currency: 'USD' }))],
  },
  {
    clause: '2.11/refund/as-refunded',
    title: 'a search shows another refund_amount',
    run: [judged('refund'), judged('refund-search', {}, found({ refund_amount: '0.50' }))],
  },
  ...[{ refund_amount: '0.50' }, { currency: 'USD' }, { refund_reason: 'too small' }].map(
    (changes): RunDeviation => ({
      clause: '2.11/refund/as-refunded',
      title: `a search shows another ${Object.keys(changes)} of a refund that was pending`,
      run: [pendingRefund(), judged('refund-search', {}, found({ refund_amount: '0.05', ...changes }))],
    }),
  ),
  {
    clause: '2.11/refund/as-refunded',
    title: 'a search shows another refund_reference_id',
    run: [judged('refund'), judged('refund-search', {}, found({ refund_reference_id: 'T81-77' }))],
  },
  {
    clause: '2.10/account-separation',
    title: 'a query lists an order of another account',
    run: [pay(), judged('query', other, { ...other, ...listed({}) })],
  },
  {
    clause: '2.11/account-separation',
    title: 'a search lists a refund of another account',
    run: [pay(), judged('refund-search', other, { ...other, ...found({}) })],
  },
  ...(['capture', 'review', 'cancel', 'refund'] as const).map(
    (operation): RunDeviation => ({
      clause: '2.9/account-separation',
      title: `a ${operation} of an order of another account succeeds`,
      run: [pay(), judged(operation, other, other)],
    }),
  ),
  ...[['R-55'], ['R-55', 'R-56'], ['R-54', 'R-55']].map(
    (opened): RunDeviation => ({
      clause: '2.12/account-separation',
      title: `a subscription of another account, one of ${opened.length}: ${opened[0]}`,
      run: [
        ...opened.map((recurring_id, at) =>
          judged(
            'direct-payment',
            { order_no: `C-300${at}` },
            { order_no: `C-300${at}`, transaction_id: `T9${at}`, recurring_id },
          ),
        ),
        judged('cancel-subscription', other, other),
      ],
    }),
  ),
  {
    clause: '4.8/inactived/later-query',
    title: 'a query shows a cancelled subscription as running',
    run: [judged('cancel-subscription'), judged('query', {}, running)],
  },
  {
    clause: '2.6/card/masked-everywhere',
    title: 'a query shows the card of a payment',
    run: [pay(), judged('query', {}, listed({ reference_no: '4111111111111111' }))],
  },
  {
    clause: '2.6/card/masked-everywhere',
    title: 'a query shows the card of a payment in groups beside other numbers',
    run: [pay(), judged('query', {}, listed({ reference_no: '12 4111-1111 1111-1111 07' }))],
  },
  ...[
    ['in Base64', 'acq-NDExMTExMTExMTExMTExMQ=='],
    ['in hexadecimal', '34313131313131313131313131313131'],
    ['with dots', '4111.1111.1111.1111'],
  ].map(
    ([how, reference_no = '']): RunDeviation => ({
      clause: '2.6/card/masked-everywhere',
      title: `a query shows the card of a payment ${how}`,
      run: [pay(), judged('query', {}, listed({ reference_no }))],
    }),
  ),
  {
    clause: '2.6/card/masked-everywhere',
    title: 'a header of a query has the card of a payment',
    run: [pay(), judged('query', {}, {}, { headers: { 'x-trace': 'pan=4111111111111111' } })],
  },
  {
    clause: '7.1/http-200',
    title: 'one of two captures is refused with 404',
    run: [judged('capture'), refused('capture', '{}', 404)],
  },
  ...operationsOf('batch', 'search').map(
    (operation): RunDeviation => ({
      clause: '7.1/http-200',
      title: `every ${operation} is refused with 422 though payments are taken`,
      verdict: 'warn',
      run: [pay(), refused(operation, '{}', 422)],
    }),
  ),
  {
    clause: '1.3/one-result-per-order',
    title: 'one of two refunds is refused as a whole in the envelope',
    verdict: 'warn',
    run: [
      judged('refund'),
      refused('refund', '{"return_status":"0","return_message":"no","refund_orders":[]}'),
    ],
  },
  {
    clause: '2.10/order/as-paid',
    title: 'a queried website is escaped twice',
    run: [
      pay('C-2001', 'T81', { website: 'shop.example/?a&b' }),
      judged('query', {}, listed({ website: 'shop.example/?a&amp;b' })),
    ],
  },
  {
    clause: '2.10/order/as-paid',
    title: 'a queried delivery address is read as ISO-8859-1',
    run: [
      pay('C-2001', 'T81', { delivery_city: 'São Tomé' }),
      judged('query', {}, listed({ delivery_information: { delivery_city: 'SÃ£o TomÃ©' } })),
    ],
  },
  {
    clause: '1.4/json',
    title: 'every review is answered with an empty body though payments are taken',
    verdict: 'warn',
    run: [pay(), refused('review', '')],
  },
  {
    clause: '1.4/xml',
    title: 'every APM payment is answered with a page though payments are taken',
    verdict: 'warn',
    run: [pay(), refused('apm-payment', '<html><body>later</body></html>')],
  },
  {
    clause: '1.4/html',
    title: 'every redirect payment is answered with an envelope though payments are taken',
    verdict: 'warn',
    run: [pay(), refused('redirect-payment', '{"return_status":"0","return_message":"no"}')],
  },
  {
    clause: '4/body-type/usable',
    title: 'a capture is refused under both types',
    run: [typed('application/json', 'capture'), typed(form, 'capture')],
  },
  ...(['redirect-payment', 'cancel-subscription'] as const).map(
    (operation): RunDeviation => ({
      clause: operation === 'redirect-payment' ? '4.3/body-layout' : '4.8/body-layout',
      title: `a ${operation} is refused as object and as XML`,
      run: [typed(form, operation), typed('application/xml', operation, 'xml')],
    }),
  ),
];

/** A journey in which everything agrees. */
export function conformingRun(): readonly JudgedExchange[] {
  const refunds = withValue(
    answers['refund-search'],
    ['refund_orders', 0, 'refund_amount'],
    '0.05',
  ) as JsonObject;
  return [
    pay(),
    judged('direct-payment', other, { ...other, transaction_id: 'T500' }),
    judged('query'),
    judged('capture'),
    judged('query', {}, listed({ payment_status: '4100' })),
    judged('refund'),
    judged('refund-search', {}, refunds),
    judged('cancel-subscription'),
    judged('query'),
    judged('payout'),
  ];
}
