import { operationOf } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { digestOf } from '../derive.ts';
import { deciding } from '../manner.ts';
import { onAnswer, onEntries, onEntry } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';
import { others } from './others.ts';

const merged = deciding({ accountKey: (merchantId) => merchantId });
const nothing = deciding({ mostListed: () => 0 });

function text(entry: JsonObject, name: string, change: ((value: string) => string) | undefined): JsonObject {
  const value = entry[name];
  return typeof value === 'string' && change !== undefined ? { ...entry, [name]: change(value) } : entry;
}

/** Deviations of the two searches (2.10, 2.11): records twice, foreign, or not as paid and refunded. */
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
    'query-amount-not-as-paid': {
      clause: '2.10/amount/as-paid',
      description: 'a queried amount differs from what was paid',
      rare: true,
      change: onEntry('query', (entry) => text(entry, 'amount', others.amount)),
    },
    'query-currency-not-as-paid': {
      clause: '2.10/currency/as-paid',
      description: 'a queried currency differs from what was paid',
      rare: true,
      change: onEntry('query', (entry) => text(entry, 'currency', others.currency)),
    },
    'query-transaction-of-other-order': {
      clause: '2.1/transaction_id/one-order',
      description: 'a queried transaction_id has another order_no than in the payment',
      rare: true,
      change: onEntry('query', (entry) => text(entry, 'order_no', others.text)),
    },
    'refund-search-transaction-of-other-order': {
      clause: '2.1/transaction_id/one-order',
      description: 'a refund record names another order_no with its transaction_id',
      rare: true,
      change: onEntry('refund-search', (entry) => text(entry, 'order_no', others.text)),
    },
    'refund-search-amount-not-as-refunded': {
      clause: '2.11/refund/as-refunded',
      description: 'refund_amount of a record differs from what was refunded',
      rare: true,
      change: onEntry('refund-search', (entry) => text(entry, 'refund_amount', others.refund_amount)),
    },
    'refund-search-other-transaction': {
      clause: '2.9/refund_reference_id/own-transaction',
      description: 'refund_reference_id of a record starts with another transaction_id',
      change: onEntry('refund-search', (entry) =>
        text(entry, 'refund_reference_id', (id) => `T0000000BK0000000B${id.slice(-3)}`),
      ),
    },
    'refund-search-three-digits': {
      clause: '2.9/refund_reference_id/shape',
      description: 'refund_reference_id of a record ends in three digits',
      change: onEntry('refund-search', (entry) =>
        text(entry, 'refund_reference_id', (id) => id.replace(/-([0-9]{2})$/, '-0$1')),
      ),
    },
    'refund-search-date-13-digits': {
      clause: '2.11/refund_date/shape',
      description: 'refund_date has 13 digits',
      change: onEntry('refund-search', (entry) => text(entry, 'refund_date', (date) => date.slice(0, 13))),
    },
    'refund-search-extra-boolean': {
      clause: '2.11/undocumented/string',
      description: 'a refund record has an undocumented member that is true or false',
      change: onEntry('refund-search', (entry) => ({ ...entry, settled: true })),
    },
  }),
  ...(['query', 'refund-search'] as const).flatMap((operation) => [
    plant({
      id: `${operation}-success-not-1`,
      clause: '7.1/success',
      description: 'records are listed, and return_status is 0',
      change: onAnswer(operation, (value) => ({ ...value, return_status: '0' })),
    }),
    plant({
      id: `${operation}-success-not-ok`,
      clause: '7.1/success',
      verdict: 'warn',
      description: 'records are listed, and return_message is not OK',
      change: onAnswer(operation, (value) => ({ ...value, return_message: 'ok' })),
    }),
  ]),
  ...(['query', 'refund-search'] as const).flatMap((operation) => {
    const { field = '' } = operationOf(operation).lists ?? {};
    const section = operation === 'query' ? '2.10' : '2.11';
    const empty = (id: string, description: string, written: JsonValue) =>
      plant({
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
  ...(
    [
      ['capture', '2.9/currency/echo'],
      ['review', '2.9/currency/echo'],
      ['cancel', '2.9/currency/echo'],
      ['refund', '2.9/currency/echo'],
      ['query', '2.10/currency/as-paid'],
      ['refund-search', '2.11/refund/as-refunded'],
    ] as const
  ).map(([operation, clause]) =>
    plant({
      id: `${operation}-dollars-as-euros`,
      rare: true,
      clause,
      description: 'the currency of an order in dollars is the euro',
      change: onEntry(operation, (entry) =>
        entry.currency === 'USD' ? { ...entry, currency: 'EUR' } : entry,
      ),
    }),
  ),
  ...planted({
    'query-payment-status-word': {
      clause: '2.10/payment_status/digits',
      description: 'payment_status is a word',
      change: onEntry('query', (entry) => ({ ...entry, payment_status: 'PAID' })),
    },
    'query-delivery-as-text': {
      clause: '2.10/delivery_information/object',
      description: 'delivery_information is JSON inside a text',
      change: onEntry('query', (entry) => ({
        ...entry,
        delivery_information: JSON.stringify(entry.delivery_information),
      })),
    },
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
