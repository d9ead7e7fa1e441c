import fc from 'fast-check';
import { refusingCalls } from '../../mock/acquirers/habits/payments.ts';
import { deciding, onEveryList } from '../../mock/behaviour.ts';
import { digestOf, numberFrom } from '../../mock/derive.ts';
import { textOf } from '../../mock/reply.ts';
import { listOf, objectOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import { batches, type FreedomTable, freedom } from './freedom.ts';
import { oddTexts, refusingEntries, textsIn } from './refusing.ts';

const because = '2.14 and 8: allowed values, lengths and limits are not shown, and 7.8 shows no refusal.';

/** Which entries of a batch are done, and which orders are listed. */
export const entries: FreedomTable = {
  'texts-of-entries-too-long': freedom({
    sections: ['2.14', '7.2'],
    reason: `${because} An entry with a text that is too long fails by itself (7.2).`,
    parameters: fc.record({ longest: fc.constantFrom(20, 50, 100, 255) }),
    touches: ['refund', 'review'],
    refuses: true,
    change: ({ longest }) =>
      refusingEntries((_operation, { entry = {} }) =>
        textOf(entry, 'refund_reason').length > longest || textOf(entry, 'review_flag').length > longest
          ? 'a text is too long'
          : undefined,
      ),
  }),
  'odd-texts-of-entries-refused': freedom({
    sections: ['2.14', '7.2'],
    reason: `${because} An entry with a text that is not wanted fails by itself (7.2).`,
    parameters: fc.record({ which: fc.subarray(Object.keys(oddTexts), { minLength: 1 }) }),
    touches: batches,
    refuses: true,
    change: ({ which }) =>
      refusingEntries((_operation, { entry = {} }) =>
        textsIn(entry).some(([, text]) => which.some((kind) => oddTexts[kind]?.test(text)))
          ? 'a text is not accepted here'
          : undefined,
      ),
  }),
  'capture-comes-first': freedom({
    sections: ['3'],
    reason:
      'Section 3: transitions of orders, captures and refunds are not shown; 7.2 gives each entry its own status.',
    parameters: fc.record({ before: fc.subarray(['refund', 'review'], { minLength: 1 }) }),
    touches: ['capture', 'refund', 'review'],
    refuses: true,
    change: ({ before }) =>
      refusingEntries((operation, { order }) =>
        before.includes(operation) && order?.captured === false
          ? 'the transaction is not captured'
          : undefined,
      ),
  }),
  'captures-by-itself': freedom({
    sections: ['3'],
    reason:
      'Section 3: transitions of captures are not shown; a service may capture every payment by itself.',
    parameters: fc.record({
      text: fc.constantFrom('captured already', 'captured automatically', 'no capture is due'),
    }),
    touches: ['capture'],
    refuses: true,
    change: ({ text }) =>
      refusingEntries((_operation, { order }) => (order !== undefined ? text : undefined)),
  }),
  'captured-is-not-cancelled': freedom({
    sections: ['3'],
    reason: 'Section 3: transitions of orders are not shown; a captured payment may have to be refunded.',
    parameters: fc.record({ text: fc.constantFrom('captured', 'refund it instead') }),
    touches: ['cancel'],
    refuses: true,
    change: ({ text }) =>
      refusingEntries((_operation, { order }) => (order?.captured === true ? text : undefined)),
  }),
  'done-once': freedom({
    sections: ['3', '2.9'],
    reason: 'Section 3: what becomes of a second capture, cancellation or review of an order is not shown.',
    parameters: fc.record({ operations: fc.subarray(['capture', 'cancel', 'review'], { minLength: 1 }) }),
    touches: ['capture', 'cancel', 'review'],
    refuses: true,
    change: ({ operations }) =>
      refusingEntries((operation, { order }) => {
        const isDone = {
          capture: order?.captured,
          cancel: order?.cancelled,
          review: order?.review !== undefined,
        }[operation as string];
        return operations.includes(operation) && isDone === true ? 'this was done before' : undefined;
      }),
  }),
  'one-refund-an-order': freedom({
    sections: ['3', '2.9'],
    reason:
      'Section 3: transitions of refunds are not shown; what comes of a second refund of an order is open.',
    parameters: fc.record({ most: fc.integer({ min: 1, max: 3 }) }),
    touches: ['refund'],
    refuses: true,
    change: ({ most }) =>
      refusingEntries((_operation, { order }) =>
        (order?.refunds ?? 0) >= most ? 'no further refund is possible' : undefined,
      ),
  }),
  'order-named-once': freedom({
    sections: ['1.3', '2.9'],
    reason:
      '1.3 speaks of one result entry per order; nothing says that an order may be named twice in a batch.',
    parameters: fc.record({ by: fc.constantFrom('transaction_id', 'order_no') }),
    touches: batches,
    refuses: true,
    change: ({ by }) =>
      refusingCalls(({ operation, request }) => {
        const ids = listOf(request[operationOf(operation).batch?.field ?? '']).map((entry) =>
          textOf(objectOf(entry), by),
        );
        return new Set(ids).size === ids.length ? undefined : 'an order is named twice';
      }),
  }),
  'known-review-flags': freedom({
    sections: ['2.9', '2.14'],
    reason: '2.14: the values of review_flag are not shown, so a service has a list of its own.',
    parameters: fc.record({ every: fc.integer({ min: 2, max: 4 }) }),
    touches: ['review'],
    refuses: true,
    change: ({ every }) =>
      refusingEntries((_operation, { entry = {} }) =>
        numberFrom(digestOf('flag', textOf(entry, 'review_flag')), 0, every) === 0
          ? 'review_flag is not known'
          : undefined,
      ),
  }),
  'contract-name-needed': freedom({
    sections: ['2.12', '2.14'],
    reason: '2.12 lists recurring_id and contract_name, and 2.14 does not show which of them is required.',
    parameters: fc.record({ text: fc.constantFrom('contract_name is missing', 'which contract?') }),
    touches: ['cancel-subscription'],
    refuses: true,
    change: ({ text }) =>
      refusingCalls(
        ({ request }) => (textOf(request, 'contract_name') === '' ? text : undefined),
        'incomplete',
      ),
  }),
  'over-limit-one-by-one': freedom({
    sections: ['8', '1.3'],
    reason:
      'The limits of section 8 bind the caller; beyond them one entry per order still comes back (1.3).',
    parameters: fc.record({ empty: fc.boolean() }),
    touches: batches,
    warns: ['8/capture/over-limit', '8/review/over-limit', '8/cancel/over-limit', '8/refund/over-limit'],
    change: ({ empty }) =>
      deciding({ mostEntries: () => Number.POSITIVE_INFINITY, fewestEntries: empty ? 0 : 1 }),
  }),
  'entries-with-missing-values-fail': freedom({
    sections: ['2.14', '7.2'],
    reason:
      '2.14: which fields of an entry are required is not shown; an entry without one fails by itself (7.2).',
    parameters: fc.record({
      names: fc.subarray(['refund_reason', 'review_flag', 'currency', 'amount'], { minLength: 1 }),
    }),
    touches: batches,
    refuses: true,
    change: ({ names }) =>
      refusingEntries((operation, { entry = {} }) => {
        const own: Readonly<Record<string, string>> = table({
          refund_reason: 'refund',
          review_flag: 'review',
        });
        const lacks = names.some(
          (name) => (own[name] ?? operation) === operation && textOf(entry, name).trim() === '',
        );
        return lacks ? 'a value is missing' : undefined;
      }),
  }),
  'searches-are-short': freedom({
    sections: ['4.4', '4.10'],
    reason: '4.4 and 4.10: how the orders and refunds to return are selected is not shown.',
    parameters: fc.record({ most: fc.constantFrom(0, 1, 2, 5, 10, 50) }),
    touches: ['query', 'refund-search'],
    change: ({ most }) => deciding({ mostListed: () => most }),
  }),
  'searches-leave-out': freedom({
    sections: ['4.4', '4.10'],
    reason:
      '4.4 and 4.10: how the orders and refunds to return are selected is not shown; some may never be listed.',
    parameters: fc.record({ every: fc.integer({ min: 2, max: 5 }) }),
    touches: ['query', 'refund-search'],
    change: ({ every }) =>
      onEveryList((entries, { operation }) =>
        operationOf(operation).lists === undefined
          ? entries
          : entries.filter(
              (entry) => numberFrom(digestOf('listed', textOf(entry, 'order_no')), 0, every) !== 0,
            ),
      ),
  }),
};
