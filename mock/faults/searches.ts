import { operationOf, operationsOf } from '../../schemas/operations.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { deciding, onAnswer, onEntries, onEntry, onField } from '../behaviour.ts';
import { digestOf } from '../derive.ts';
import { echoOf, type Fault, faultFrom, faultsAt, otherValue, planted } from './fault.ts';

const merged = deciding({ accountKey: (merchantId) => merchantId });
const nothing = deciding({ mostListed: () => 0 });
const rare = { rare: true } as const;
const other = (name: string) => (text: string) => otherValue(name, text);

/** Deviations of the two searches (2.10, 2.11): repeated, foreign, missing or changed records. */
export const searchFaults: readonly Fault[] = [
  ...planted({
    'query-record-twice': {
      clause: '2.10/orders_list/distinct',
      description: 'the newest order is listed twice',
      change: onEntries('query', (entries) => [...entries.slice(0, 99), ...entries.slice(0, 1)]),
    },
    'query-order-twice-in-two-states': {
      clause: '1.3/one-result-per-order/searches',
      description: 'the newest order is listed twice, the second time in another state',
      change: onEntries('query', (entries) => [
        ...entries.slice(0, 99),
        ...entries.slice(0, 1).map((entry) => ({ ...entry, payment_status: '3999' })),
      ]),
    },
    'refund-search-record-twice': {
      clause: '2.11/refund_orders/distinct',
      description: 'the newest refund is listed twice',
      change: onEntries('refund-search', (entries) => [...entries.slice(0, 99), ...entries.slice(0, 1)]),
    },
    'query-other-accounts-orders': {
      clause: '2.10/account-separation',
      description: 'orders of all accounts of the merchant are listed',
      rare: true,
      change: merged,
    },
    'refund-search-other-accounts-refunds': {
      clause: '2.11/account-separation',
      description: 'refunds of all accounts of the merchant are listed',
      rare: true,
      change: merged,
    },
  }),
  ...operationsOf('batch', 'subscription').map((operation) =>
    faultFrom({
      id: `${operation}-other-accounts-orders`,
      clause: `${operationOf(operation).describedIn}/account-separation`,
      description: 'orders and subscriptions of all accounts of the merchant are found',
      rare: true,
      change: merged,
    }),
  ),
  ...faultsAt('query', 'amount', {
    'not-as-paid': ['as-paid', 'differs from what was paid', other('amount'), rare],
  }),
  ...faultsAt('query', 'currency', {
    'not-as-paid': ['as-paid', 'differs from what was paid', other('currency'), rare],
  }),
  ...(['query', 'refund-search'] as const).flatMap((operation) =>
    faultsAt(operation, 'amount', {
      'below-one-without-zero': [
        '1.1/amount/two-digits',
        'begins with its dot below one',
        (text) => text.replace(/^0\./, '.'),
        rare,
      ],
      'below-one-as-a-power': [
        '1.1/amount/decimal',
        'is a power of ten below a tenth',
        (text) => text.replace(/^0\.0([1-9])$/, '$1e-2'),
        rare,
      ],
    }),
  ),
  ...(['shopper_email', 'shopper_phone'] as const).map((name) =>
    faultFrom({
      id: `query-${name.replace('_', '-')}-of-next-order`,
      clause: '2.10/order/as-paid',
      description: `${name} is that of the next order in the list`,
      rare: true,
      change: onEntries('query', (entries) =>
        entries.map((entry, at) => ({ ...entry, [name]: entries[(at + 1) % entries.length]?.[name] ?? '' })),
      ),
    }),
  ),
  ...faultsAt('query', 'order_no', {
    'query-transaction-of-other-order': [
      '2.1/transaction_id/one-order',
      'is another one than in the payment with the same transaction_id',
      other('order_no'),
      rare,
    ],
  }),
  ...planted({
    'query-identifiers-padded': {
      clause: '2.1/transaction_id/one-order',
      description: 'order_no and transaction_id of each order have blanks behind them',
      rare: true,
      change: onEntry('query', (entry) => ({
        ...entry,
        order_no: `${String(entry.order_no)}  `,
        transaction_id: `${String(entry.transaction_id)}  `,
      })),
    },
    'query-order-and-transaction-exchanged': {
      clause: '2.1/transaction_id/one-order',
      description: 'order_no and transaction_id of each order are exchanged',
      rare: true,
      change: onEntry('query', (entry) => ({
        ...entry,
        order_no: entry.transaction_id ?? '',
        transaction_id: entry.order_no ?? '',
      })),
    },
  }),
  ...faultsAt('refund-search', 'order_no', {
    'refund-search-transaction-of-other-order': [
      '2.1/transaction_id/one-order',
      'of a record is another one than in the payment with its transaction_id',
      other('order_no'),
      rare,
    ],
  }),
  ...faultsAt('refund-search', 'refund_amount', {
    'refund-search-amount-not-as-refunded': [
      '2.11/refund/as-refunded',
      'of a record differs from what was refunded',
      other('refund_amount'),
      rare,
    ],
  }),
  ...faultsAt('refund-search', 'refund_reference_id', {
    'refund-search-other-transaction': [
      '2.9/refund_reference_id/own-transaction',
      'of a record starts with another transaction_id',
      (id) => `T0000000BK0000000B${id.slice(-3)}`,
    ],
    'refund-search-three-digits': [
      '2.9/refund_reference_id/shape',
      'of a record ends in three digits',
      (id) => id.replace(/-([0-9]{2})$/, '-0$1'),
    ],
  }),
  ...faultsAt('refund-search', 'refund_date', {
    'refund-search-date-13-digits': ['shape', 'has 13 digits', (date) => date.slice(0, 13)],
  }),
  ...planted({
    'refund-search-extra-boolean': {
      clause: '2.11/undocumented/string',
      description: 'a refund record has an undocumented member that is true or false',
      change: onEntry('refund-search', (entry) => ({ ...entry, settled: true })),
    },
  }),
  ...(['query', 'refund-search'] as const).flatMap((operation) =>
    planted(
      {
        'success-not-1': {
          clause: '7.1/success',
          description: 'records are listed, and return_status is 0',
          change: onField(operation, 'return_status', () => '0'),
        },
        'success-not-ok': {
          clause: '7.1/success',
          verdict: 'warn',
          description: 'records are listed, and return_message is not OK',
          change: onField(operation, 'return_message', () => 'ok'),
        },
      },
      operation,
    ),
  ),
  ...(['query', 'refund-search'] as const).flatMap((operation) => {
    const { field = '' } = operationOf(operation).lists ?? {};
    const section = operation === 'query' ? '2.10' : '2.11';
    const empty = (id: string, description: string, written: JsonValue) =>
      faultFrom({
        id: `${operation}-nothing-as-${id}`,
        clause: `${section}/${field}/${written === null || written === '' ? 'present' : 'array'}`,
        description: `a list of nothing is ${description}`,
        change: onAnswer(operation, (value) =>
          (value[field] as JsonValue[]).length > 0 ? value : { ...value, [field]: written },
        ),
      });
    return [
      empty('null', 'null', null),
      empty('object', 'an object', {}),
      empty('text', 'an empty text', ''),
    ];
  }),
  ...(['capture', 'review', 'cancel', 'refund', 'query', 'refund-search'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-dollars-as-euros`,
      rare: true,
      clause: echoOf(operation, 'currency'),
      description: 'the currency of an order in dollars is the euro',
      change: onField(operation, 'currency', (currency) => (currency === 'USD' ? 'EUR' : currency)),
    }),
  ),
  ...faultsAt('query', 'payment_status', { word: ['digits', 'is a word', () => 'PAID'] }),
  ...faultsAt('query', 'delivery_information', {
    'query-delivery-as-text': ['object', 'is JSON inside a text', (_text, value) => JSON.stringify(value)],
  }),
  ...planted({
    'query-forgets-payments': {
      clause: '4.4/selection',
      description: 'nothing that was paid is ever listed',
      rare: true,
      change: nothing,
    },
    'refund-search-forgets-refunds': {
      clause: '4.10/selection',
      description: 'nothing that was refunded is ever listed',
      rare: true,
      change: nothing,
    },
    'query-loses-every-other-payment': {
      clause: '4.4/selection',
      description: 'half of the payments are never listed',
      rare: true,
      change: onEntries('query', (entries) =>
        entries.filter(
          (entry) => Number.parseInt(digestOf(String(entry.transaction_id)).slice(0, 1), 16) % 2 === 0,
        ),
      ),
    },
  }),
];
