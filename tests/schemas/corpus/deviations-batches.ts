import { operationOf } from '../../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../../schemas/types.ts';
import { exchangeOf } from '../exchange-of.ts';
import { answered } from './answered.ts';
import { answers } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { withValue } from './edit.ts';
import { requests } from './requests.ts';

const batches = ['capture', 'review', 'cancel', 'refund'] as const;

function entriesOf(operation: (typeof batches)[number]): JsonObject[] {
  return answers[operation][`${operation}_orders`] as JsonObject[];
}
function withEntries(operation: (typeof batches)[number], entries: JsonObject[]): JsonObject {
  return { ...answers[operation], [`${operation}_orders`]: entries };
}

const batchRules = batches.flatMap((operation): Deviation[] => {
  const field = `${operation}_orders`;
  const [first = {}, second = {}, third = {}] = entriesOf(operation);
  return [
    answered('1.3/one-result-per-order', 'loses an order', operation, withEntries(operation, [first, third])),
    answered('1.3/one-result-per-order', 'answers none', operation, withEntries(operation, [])),
    answered(
      '1.3/one-result-per-order',
      'answers an order twice',
      operation,
      withEntries(operation, [first, second, third, second]),
    ),
    answered(
      '2.9/order_no/identity',
      'answers a foreign order too',
      operation,
      withEntries(operation, [first, second, third, foreign(first)]),
    ),
    answered(
      '2.9/order_no/identity',
      'renames an order',
      operation,
      withValue(answers[operation], [field, 1, 'order_no'], 'C-9'),
    ),
    ...[null, ' '].map((none) =>
      answered(
        '2.9/transaction_id/present',
        `has ${none === null ? 'null' : 'a blank'} for a transaction`,
        operation,
        withValue(answers[operation], [field, 1, 'transaction_id'], none),
      ),
    ),
    answered(
      '2.9/transaction_id/identity',
      'swaps orders',
      operation,
      withEntries(operation, swapped([first, second, third])),
    ),
    answered(
      '2.9/amount/echo',
      'rounds an amount',
      operation,
      withValue(answers[operation], [field, 0, 'amount'], '48.00'),
    ),
    answered(
      '2.9/currency/echo',
      'has another currency',
      operation,
      withValue(answers[operation], [field, 1, 'currency'], 'EUR'),
    ),
    answered('7.1/success', 'says 0 although all succeeded', operation, {
      ...answers[operation],
      return_status: '0',
    }),
    {
      ...answered('7.1/success', 'says Success', operation, {
        ...answers[operation],
        return_message: 'Success',
      }),
      verdict: 'warn' as const,
    },
    ...overLimit(operation),
  ];
});

function foreign(entry: JsonObject): JsonObject {
  const moved = { ...entry, order_no: 'C-9', transaction_id: 'T99' };
  return 'refund_reference_id' in entry ? { ...moved, refund_reference_id: 'T99-01' } : moved;
}
function swapped([first = {}, second = {}, third = {}]: JsonObject[]): JsonObject[] {
  return [
    { ...first, order_no: second.order_no ?? '' },
    { ...second, order_no: first.order_no ?? '' },
    third,
  ];
}

function overLimit(operation: (typeof batches)[number]): Deviation[] {
  const { limit = 0 } = operationOf(operation).batch ?? {};
  const field = `${operation}_orders`;
  const many = (list: JsonValue | undefined, count: number): JsonObject[] =>
    Array.from({ length: count }, (_, index) => {
      const [entry] = list as [JsonObject];
      const named = { ...entry, order_no: `C-${index}`, transaction_id: `T-${index}` };
      return 'refund_reference_id' in entry ? { ...named, refund_reference_id: `T-${index}-01` } : named;
    });
  const request = { ...requests[operation], [field]: many(requests[operation][field], limit + 1) };
  const done = many(answers[operation][field], limit + 1);
  return [
    {
      clause: `8/${operation}/over-limit`,
      title: `${operation} processes ${limit + 1} orders`,
      exchange: exchangeOf(operation, request, withEntries(operation, done), { sent: { intent: 'odd' } }),
    },
  ];
}

const searches = (['query', 'refund-search'] as const).flatMap((operation): Deviation[] => {
  const { field = '', limit = 0 } = operationOf(operation).lists ?? {};
  const list = answers[operation][field] as JsonObject[];
  const [first = {}] = list;
  const many = Array.from({ length: limit + 1 }, (_, index) => ({
    ...first,
    order_no: `C-${index}`,
    transaction_id: `T${index}`,
    ...(operation === 'query' ? {} : { refund_reference_id: `T${index}-01` }),
  }));
  return [
    answered('7.1/success', 'says 0 and lists orders', operation, {
      ...answers[operation],
      return_status: '0',
    }),
    answered(
      operation === 'query' ? '2.10/orders_list/distinct' : '2.11/refund_orders/distinct',
      'lists a record twice',
      operation,
      { ...answers[operation], [field]: [...list, first] },
    ),
    operation === 'query'
      ? answered('1.3/one-result-per-order/searches', 'lists one order in two states', operation, {
          ...answers[operation],
          [field]: [...list, { ...first, payment_status: '4100' }],
        })
      : {
          ...answered('1.3/one-result-per-order/searches', 'lists one refund with two amounts', operation, {
            ...answers[operation],
            [field]: [...list, { ...first, refund_amount: '0.01' }],
          }),
          verdict: 'warn' as const,
        },
    answered(`8/${operation}/answer-limit`, 'lists one too many', operation, {
      ...answers[operation],
      [field]: many,
    }),
  ];
});

/** Deviations of lists: one result per order, limits, success forms. */
export const batchDeviations: readonly Deviation[] = [...batchRules, ...searches];
