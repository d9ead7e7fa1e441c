import { answerSchema, postedFormSchema, staticInputsSchema } from '../../schemas/contract.ts';
import { listOf, objectOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import {
  allOf,
  deciding,
  onAnswer,
  onEveryAnswer,
  onEveryList,
  onPage,
  without,
  wording,
} from '../behaviour.ts';
import { digestOf } from '../derive.ts';
import { alternateNames, withAllParams } from '../pages/redirect-page.ts';
import { plainBehaviour } from '../plain.ts';
import type { Input } from '../reply.ts';
import { allBut, type DialectTable } from './dialect.ts';

const renamed = new Set(Object.values(alternateNames));
// The document states the presence of these under their own names, or the hosted page needs them.
for (const name of ['encryption_data', 'merchant_id', 'account_id', 'order_no']) renamed.delete(name);

// Other variants change the account and the signature of an answer.
const kept: ReadonlySet<JsonValue> = new Set(['merchant_id', 'account_id', 'encryption_data']);

/** The names that a schema lists without a sentence that requires them, except request-dependent ones. */
function listedNames(schema: JsonObject): string[] {
  return [schema, objectOf(schema.then)]
    .flatMap(({ listed }) => listOf(objectOf(listed).names))
    .filter((name): name is string => typeof name === 'string' && !kept.has(name));
}

/** The schema of one entry in the answer of an operation. */
function entrySchema(operation: DocumentedOperationId): JsonObject {
  const { batch, lists } = operationOf(operation);
  const list = objectOf(objectOf(answerSchema(operation).properties)[batch?.field ?? lists?.field ?? '']);
  return objectOf(list.items);
}

function leavingOut(inputs: readonly Input[], schema: JsonObject): readonly Input[] {
  const names = listedNames(schema);
  return inputs.filter(([name]) => !names.includes(name));
}

const oddForms: Readonly<Record<string, (text: string) => JsonValue>> = table({
  card: (text) => text.replace(/\*+/, '*'),
  created_at: (text) => text.replace(/\+0000$/, '-0330'),
  last_updated_at: (text) => text.replace(/\+0000$/, '-0330'),
  short_reference_id: (text) => `${text.slice(0, 9)}ä-/ #1`,
  request_id: (text) => text.toLowerCase(),
  threeds_result: () => '',
  note: (text) => text,
});

function withOddForms(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? (oddForms[name]?.(member) ?? member) : member,
    ]),
  );
}

/** Variants of the members that answers contain, by name. */
export const memberDialects = {
  /** Request fields come back only under their alternate names. */
  'alternate-names-only': {
    reason:
      '2.8 says that the inputs repeat the request fields with alternate names (C-10): one of the two names is enough.',
    touches: ['redirect-payment'],
    change: onPage((page) => {
      const added = page.added.filter(([name]) => !renamed.has(name) && name !== 'allParams');
      return { ...page, added: withAllParams(page.form.inputs, added) };
    }),
  },
  /** Documented fields are left out if no sentence states their presence. */
  'fewer-fields': {
    reason:
      '2.14: which fields are required is not shown. Only fields whose presence is stated nowhere are left out, which warns and no more.',
    warns: [
      '2.6/respon/listed',
      '2.8/static-inputs/listed',
      '2.8/added-inputs/listed',
      '2.9/capture_orders/listed',
      '2.9/review_orders/listed',
      '2.9/cancel_orders/listed',
      '2.9/refund_orders/listed',
      '2.10/orders_list/listed',
      '2.11/refund_orders/listed',
      '2.13/result/listed',
    ],
    change: allOf(
      onEveryAnswer((value, { operation }) => without(value, ...listedNames(answerSchema(operation)))),
      onEveryList((entries, { operation }) => {
        const names = listedNames(entrySchema(operation));
        return entries.map((entry) => without(entry, ...names));
      }),
      onPage((page) => ({
        ...page,
        form: { ...page.form, inputs: leavingOut(page.form.inputs, staticInputsSchema()) },
        added: leavingOut(page.added, postedFormSchema()),
      })),
    ),
  },
  /** Every answer, entry and page contains undocumented fields. */
  'more-fields': {
    reason:
      'Nothing forbids fields beyond the documented ones; 4.3 even says that inputs remain unlisted. Entry values stay strings (2.9, 2.11).',
    change: allOf(
      onEveryList((entries) => entries.map((entry) => ({ ...entry, ledger_line: '42', x_region: '' }))),
      onEveryAnswer((value, _about, form) =>
        form === 'xml'
          ? { ...value, x_trace: 'b7', x_extra: { inner: '1' } }
          : { ...value, x_trace: 'b7', x_extra: { inner: [1, true, null] }, x_served: 12 },
      ),
      onPage((page) => ({
        ...page,
        form: { ...page.form, inputs: [...page.form.inputs, ['x_trace', 'b7'], ['x_region', '']] },
        added: [...page.added, ['x_late', '1']],
      })),
    ),
  },
  /** Rare but valid values: one asterisk, odd offsets, lower-case UUIDs, texts with line feeds, refunds from 51. */
  'odd-but-right': {
    reason:
      'The shapes of 2.6, 2.9 and 2.13 fix letters and digits, not the number of asterisks, the sign of an offset, the case of hexadecimal digits, texts after a colon or the first two digits.',
    // An empty `threeds_result` counts as absent (2.14).
    warns: ['2.6/respon/listed'],
    touches: ['direct-payment', 'refund', 'payout'],
    change: allOf(
      deciding({ refundNumber: (order) => ((order.refunds + 50) % 99) + 1 }),
      wording({
        order: { ...plainBehaviour.words.order, result: '0000:approved: see\nyour bank; 完了' },
        refundMessage: { done: 'a0000:', failedLetter: 'Z' },
      }),
      onEveryAnswer(withOddForms),
    ),
  },
  /** Status fields have values that the document does not show. */
  'other-values': {
    reason:
      'Section 3 lists only the values seen and 2.14 leaves their sets open; the success forms of 7.1 to 7.3 stay.',
    touches: allBut('apm-payment', 'redirect-payment'),
    change: allOf(
      wording({
        call: { done: ['1', 'OK'], partly: ['207', 'partly done'], none: ['-1', 'nothing done'] },
        entry: { done: '1', failed: 'REFUSED' },
        refundMessage: { done: 'S0000:the refund is on its way', failedLetter: 'x' },
        order: { approved: 'A', declined: 'D', result: '0000:approved: thank you' },
        payment: { open: '1', paid: '2000', declined: '9', cancelled: '77', refunded: '123456' },
        queryResult: 'found',
        recurring: { active: 'running', inactive: 'Inactived' },
        payout: { done: 'PROCESSING', failed: 'RETURNED' },
      }),
      onEveryList((entries) =>
        entries.map((entry) => ('is3ds' in entry ? { ...entry, is3ds: 'no' } : entry)),
      ),
    ),
  },
  /** Payout results contain neither payer nor source. */
  'payer-left-out': {
    reason:
      '2.13 leaves out "the payer part of source", which is defined nowhere, so payer and source may be missing (C-04).',
    touches: ['payout'],
    change: onAnswer('payout', (value) => without(value, 'payer', 'source_amount', 'source_currency')),
  },
  /** `encryption_data` is left out where only 5.1 mentions it. */
  'no-signature-echo': {
    reason: '2.7 and 2.10 list no encryption_data although 5.1 says that answers echo a value (C-02).',
    touches: ['query', 'apm-payment'],
    change: onEveryAnswer((value, { operation }) =>
      operation === 'query' || operation === 'apm-payment' ? without(value, 'encryption_data') : value,
    ),
  },
  /** Results of direct payments contain neither risk reasons nor a stored card. */
  'no-risk-reasons': {
    reason:
      '2.14: which fields are required is not shown; the children of risk_reasons are asked for only where it is returned.',
    warns: ['2.6/respon/listed'],
    touches: ['direct-payment'],
    change: onAnswer('direct-payment', (value) => without(value, 'risk_reasons', 'token_id')),
  },
  /** Every answer has its own signature, in upper-case hexadecimal. */
  'own-signature': {
    reason:
      '5.1: answers echo a value, and 5.5 does not show which; 64 hexadecimal characters may be capitals (5.2, C-02).',
    touches: allBut('redirect-payment'),
    change: onEveryAnswer((value) => ({
      ...value,
      encryption_data: digestOf('answer', JSON.stringify(value)).toUpperCase(),
    })),
  },
  /** Result entries and records come in a different order than they were sent or paid. */
  'shuffled-entries': {
    reason: 'One result entry per order (1.3) says nothing of their order.',
    touches: ['query', 'capture', 'review', 'cancel', 'refund', 'refund-search'],
    change: onEveryList((entries) => [
      ...entries.filter((_entry, at) => at % 2 === 1).reverse(),
      ...entries.filter((_entry, at) => at % 2 === 0),
    ]),
  },
  /** Searches return an empty list. */
  'empty-searches': {
    reason: '4.4 and 4.10: how the orders and refunds to return are selected is not shown, so none may be.',
    touches: ['query', 'refund-search'],
    change: deciding({ mostListed: () => 0 }),
  },
  /** Refund records lack the members that would distinguish two refunds of one order. */
  'refunds-alike': {
    reason:
      '2.14: which fields are required is not shown; two refunds of one order are two records (C-08), alike or not.',
    warns: ['2.11/refund_orders/listed'],
    touches: ['refund-search'],
    change: onEveryList((entries, { operation }) =>
      operation === 'refund-search'
        ? entries.map((entry) => without(entry, 'refund_reference', 'refund_reference_id', 'refund_date'))
        : entries,
    ),
  },
  /** The answer to a cancellation contains the new state. */
  'shows-inactived': {
    reason:
      '4.8 says that the subscription becomes Inactived, without a field that shows it (C-07): any field may.',
    touches: ['cancel-subscription'],
    change: onAnswer('cancel-subscription', (value) =>
      value.cancel_status === '1' ? { ...value, recurring_status: 'Inactived' } : value,
    ),
  },
} satisfies DialectTable;
