import fc from 'fast-check';
import { allOf, deciding, onAnswer, onEveryAnswer, onEveryList, without } from '../../mock/behaviour.ts';
import { listedInEntries, listedMembers, notSigning, signingAnswers } from '../../mock/changes.ts';
import { digestOf, numberFrom } from '../../mock/derive.ts';
import { textOf } from '../../mock/reply.ts';
import { isObject, objectOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import {
  allBut,
  batches,
  type FreedomTable,
  freedom,
  inJson,
  inXml,
  listNameOf,
  onBatchEntry,
  searches,
} from './freedom.ts';

const listedClauses: Readonly<Partial<Record<DocumentedOperationId, ClauseId>>> = {
  'direct-payment': '2.6/respon/listed',
  query: '2.10/orders_list/listed',
  capture: '2.9/capture_orders/listed',
  review: '2.9/review_orders/listed',
  cancel: '2.9/cancel_orders/listed',
  refund: '2.9/refund_orders/listed',
  'refund-search': '2.11/refund_orders/listed',
  payout: '2.13/result/listed',
};

const optional =
  '2.14: which fields are required is not shown. Only fields whose presence no sentence states are concerned, which warns and no more.';
const undocumented = 'Nothing forbids members beyond the documented ones, whatever they are called.';

/** The members of one operation that no sentence requires: of its answer, or of each entry. */
function optionalOf(operation: DocumentedOperationId): readonly string[] {
  return listNameOf(operation) === undefined ? listedMembers(operation) : listedInEntries(operation);
}

/** Some optional members of one operation are absent, or empty texts. */
function optionalFreedom(operation: DocumentedOperationId) {
  const names = optionalOf(operation);
  const change = (value: JsonObject, chosen: readonly string[], as: string) =>
    as === 'absent'
      ? without(value, ...chosen)
      : Object.fromEntries(
          Object.entries(value).map(([name, member]) => [
            name,
            chosen.includes(name) && typeof member === 'string' ? '' : member,
          ]),
        );
  return freedom({
    sections: ['2.14'],
    reason: optional,
    parameters: fc.record({
      names: fc.subarray([...names], { minLength: 1 }),
      as: fc.constantFrom('absent', 'empty'),
      sometimes: fc.boolean(),
    }),
    touches: [operation],
    warns: [
      listedClauses[operation] ?? '2.14/undocumented-field',
      ...(operation === 'payout' ? ['2.13/beneficiary/listed'] : []),
    ],
    change: ({ names: chosen, as, sometimes }) => {
      const isShort = (value: JsonObject) =>
        !sometimes || numberFrom(digestOf('short', JSON.stringify(value)), 0, 2) === 0;
      const one = (value: JsonObject) => (isShort(value) ? change(value, chosen, as) : value);
      return listNameOf(operation) === undefined
        ? onAnswer(operation, one)
        : onEveryList((entries, about) => (about.operation === operation ? entries.map(one) : entries));
    },
  });
}

/** Members that are called like documented ones, in objects that are not documented. */
const lookalikes: Readonly<Record<string, JsonObject>> = table({
  trace: { transaction_id: 'trace-7', order_no: 'internal', merchant_id: 'platform' },
  gateway: { return_status: '200', return_message: 'forwarded', status: 'up' },
  links: { issuer_url: '/help', self: '/v1' },
  details: { order_no: '', amount: 12, currency: null },
  meta: { request_id: 'none', encryption_data: '', account_id: 0 },
  risk: { card: 'visa', result_info: 'low', order_status: 7 },
  previous: { refund_status: '0', capture_status: '9', refund_reference_id: 'none' },
});

/** Undocumented members with values of any type. */
const extras: JsonObject = {
  x_trace: 'b7',
  x_served: 12,
  x_flags: [1, true, null],
  server_time: '2025-01-01T00:00:00Z',
  'x-node': 'a.b',
  version: 1.5,
  beta: false,
  _links: {},
  note_internal: 'a “quoted” text — ü',
};

function chosen(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** What an XML element can hold: every value as a text. */
function inTexts(value: JsonValue): JsonValue {
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name.replace(/[^\w]/g, '_'), inTexts(one)]),
    );
  return Array.isArray(value) ? value.map(inTexts) : String(value ?? '');
}

const order = fc.record({
  by: fc.constantFrom('reversed', 'shuffled', 'transaction_id', 'order_no', 'odd ones first'),
});

function reordered(entries: readonly JsonObject[], by: string): readonly JsonObject[] {
  if (by === 'reversed') return [...entries].reverse();
  if (by === 'odd ones first')
    return [...entries.filter((_, at) => at % 2 === 1), ...entries.filter((_, at) => at % 2 === 0)];
  const rank = (entry: JsonObject) =>
    by === 'shuffled' ? digestOf(JSON.stringify(entry)) : textOf(entry, by);
  return [...entries].sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}

/** Which members answers hold, and in which order. */
export const members: FreedomTable = {
  'optional-of-direct-payments': optionalFreedom('direct-payment'),
  'optional-of-queried-orders': optionalFreedom('query'),
  'optional-of-captures': optionalFreedom('capture'),
  'optional-of-reviews': optionalFreedom('review'),
  'optional-of-cancellations': optionalFreedom('cancel'),
  'optional-of-refunds': optionalFreedom('refund'),
  'optional-of-refund-records': optionalFreedom('refund-search'),
  'optional-of-payouts': optionalFreedom('payout'),
  'refunds-alike': freedom({
    sections: ['2.11', '2.14'],
    reason:
      '2.14: which fields are required is not shown; two refunds of one order are two records (C-08), alike or not.',
    parameters: fc.record({ date: fc.boolean() }),
    touches: ['refund-search'],
    warns: ['2.11/refund_orders/listed'],
    change: ({ date }) =>
      onEveryList((entries) =>
        entries.map((entry) =>
          without(entry, 'refund_reference', 'refund_reference_id', ...(date ? ['refund_date'] : [])),
        ),
      ),
  }),
  'no-subscription-data': freedom({
    sections: ['2.6', '2.10'],
    reason:
      'Subscription data of a payment without a subscription may be absent or empty: no sentence states it (2.14).',
    parameters: fc.record({ as: fc.constantFrom('absent', 'empty members') }),
    touches: ['direct-payment', 'query'],
    change: ({ as }) => {
      const names = [
        'contract_name',
        'recurring_id',
        'recurring_deduction_period',
        'recurring_deduction_time',
      ];
      const nothing = Object.fromEntries(names.map((name) => [name, '']));
      return allOf(
        onAnswer('direct-payment', (value) =>
          as === 'absent' || 'recurring_id' in value ? value : { ...value, ...nothing },
        ),
        onEveryList((entries) =>
          entries.map((entry) => {
            if (Object.keys(objectOf(entry.subscription_result)).length > 0) return entry;
            return as === 'absent'
              ? without(entry, 'subscription_result')
              : { ...entry, subscription_result: { ...nothing, recurring_status: '' } };
          }),
        ),
      );
    },
  }),
  'fraud-checks': freedom({
    sections: ['2.10'],
    reason: '2.10: fraud_check_result is an array; how many checks it holds, and of what, is not shown.',
    parameters: fc.record({
      checks: fc.array(fc.constantFrom('address', 'velocity', '', '设备', 'a/b'), { maxLength: 5 }),
    }),
    touches: ['query'],
    change: ({ checks }) =>
      onEveryList((entries) =>
        entries.map((entry) => ({
          ...entry,
          fraud_check_result: checks.map((check_items) => ({
            check_items,
            status: check_items === '' ? 'n/a' : 'passed',
          })),
        })),
      ),
    warns: ({ checks }) => (checks.includes('') ? ['2.10/fraud_check_result/listed'] : []),
  }),
  'risk-reasons': freedom({
    sections: ['2.6', '2.14'],
    reason:
      '2.6: the children of risk_reasons are listed; their values are not, nor whether there is a reason at all.',
    parameters: fc.record({ form: fc.constantFrom('other words', 'further child', 'absent', 'long') }),
    touches: ['direct-payment'],
    warns: ['2.6/respon/listed'],
    change: ({ form }) =>
      onAnswer('direct-payment', (value) => {
        if (form === 'absent') return without(value, 'risk_reasons');
        const name = form === 'long' ? 'velocity '.repeat(40).trim() : 'Gerät & Ort';
        return {
          ...value,
          risk_reasons: { name, status: '7', ...(form === 'further child' ? { weight: '0.3' } : {}) },
        };
      }),
  }),
  'further-members': freedom({
    sections: ['2.14'],
    reason: undocumented,
    parameters: fc.record({ names: fc.subarray(Object.keys(extras), { minLength: 1 }), first: fc.boolean() }),
    touches: allBut('redirect-payment'),
    change: ({ names, first }) =>
      onEveryAnswer((value, _about, form) => {
        const more = form === 'xml' ? objectOf(inTexts(chosen(extras, names))) : chosen(extras, names);
        return first ? { ...more, ...value } : { ...value, ...more };
      }),
  }),
  'lookalike-members': freedom({
    sections: ['2.14'],
    reason: `${undocumented} An object of its own may call its members as it likes.`,
    parameters: fc.record({
      names: fc.subarray(Object.keys(lookalikes), { minLength: 1 }),
      first: fc.boolean(),
      listed: fc.boolean(),
    }),
    touches: allBut('redirect-payment'),
    change: ({ names, first, listed }) =>
      onEveryAnswer((value, _about, form) => {
        const own = Object.fromEntries(
          Object.entries(chosen(lookalikes, names)).map(([name, one]) => [name, listed ? [one, one] : one]),
        );
        const more = form === 'xml' ? objectOf(inTexts(own)) : own;
        return first ? { ...more, ...value } : { ...value, ...more };
      }),
  }),
  'lookalike-members-in-refusals': freedom({
    sections: ['7.8', '2.14'],
    reason: '7.8: bodies of errors are not shown. An undocumented member never makes a result of a refusal.',
    parameters: fc.record({ names: fc.subarray(Object.keys(lookalikes), { minLength: 1 }) }),
    touches: allBut('redirect-payment'),
    change:
      ({ names }) =>
      (behaviour) => ({
        ...behaviour,
        reshape: [
          ...behaviour.reshape,
          (reply) =>
            reply.accepted || !('value' in reply)
              ? reply
              : {
                  ...reply,
                  value: {
                    ...reply.value,
                    ...objectOf(
                      reply.form === 'xml' ? inTexts(chosen(lookalikes, names)) : chosen(lookalikes, names),
                    ),
                  } as JsonObject,
                },
        ],
      }),
  }),
  'further-members-of-entries': freedom({
    sections: ['2.9', '2.11', '2.14'],
    reason: `${undocumented} All entry values are strings (2.9, 2.11), so these are as well.`,
    parameters: fc.record({
      names: fc.subarray(['ledger_line', 'x_region', 'result_code', 'acquirer_reference', 'trace_id'], {
        minLength: 1,
      }),
      value: fc.constantFrom('42', '', 'ä b', '0000:fine'),
    }),
    touches: [...batches, ...searches],
    change: ({ names, value }) =>
      onEveryList((entries) =>
        entries.map((entry) => ({ ...entry, ...Object.fromEntries(names.map((name) => [name, value])) })),
      ),
  }),
  'objects-in-entries': freedom({
    sections: ['2.9', '2.11', '2.14'],
    reason: `${undocumented} That members of entries which the document does not name are strings as well is only implied.`,
    parameters: fc.record({ names: fc.subarray(Object.keys(lookalikes), { minLength: 1 }) }),
    touches: [...batches, ...searches],
    warns: ['2.9/undocumented/string', '2.11/undocumented/string'],
    change: ({ names }) =>
      onEveryList((entries) => entries.map((entry) => ({ ...entry, ...chosen(lookalikes, names) }))),
  }),
  'order-of-entries': freedom({
    sections: ['1.3'],
    reason: 'One result entry per order (1.3) says nothing of their order.',
    parameters: order,
    touches: [...batches, ...searches],
    change: ({ by }) => onEveryList((entries) => reordered(entries, by)),
  }),
  'order-of-members': freedom({
    sections: ['1.4', '2.6', '2.7'],
    reason: 'Neither JSON nor a list of children gives members an order (1.4).',
    parameters: fc.record({ by: fc.constantFrom('name', 'reversed', 'shuffled') }),
    touches: [...inXml, ...inJson],
    change: ({ by }) => {
      const sorted = (value: JsonValue): JsonValue => {
        if (Array.isArray(value)) return value.map(sorted);
        if (!isObject(value)) return value;
        const rank = (name: string) => (by === 'shuffled' ? digestOf(name) : name);
        const entries = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
        const inOrder =
          by === 'reversed'
            ? [...entries].reverse()
            : entries.toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1));
        return Object.fromEntries(inOrder);
      };
      return onEveryAnswer((value) => objectOf(sorted(value)));
    },
  }),
  'no-signature-echo': freedom({
    sections: ['5.1', '2.7', '2.10'],
    reason: '2.7 and 2.10 list no encryption_data although 5.1 says that answers echo a value (C-02).',
    parameters: fc.record({
      operations: fc.subarray(['query', 'apm-payment'] as DocumentedOperationId[], { minLength: 1 }),
    }),
    touches: ['query', 'apm-payment'],
    change: ({ operations }) => notSigning(operations),
  }),
  'own-signature': freedom({
    sections: ['5.1', '5.2', '5.5'],
    reason:
      '5.1: answers echo a value, and 5.5 does not show which; 64 hexadecimal characters may be capitals (5.2, C-02).',
    parameters: fc.record({ write: fc.constantFrom('capitals', 'small letters', 'both') }),
    touches: allBut('redirect-payment'),
    change: ({ write }) =>
      signingAnswers((hex) =>
        write === 'capitals'
          ? hex.toUpperCase()
          : write === 'both'
            ? hex.slice(0, 32).toUpperCase() + hex.slice(32)
            : hex,
      ),
  }),
  'outer-blanks-lost': freedom({
    sections: ['2.14'],
    reason:
      'What an answer repeats is a text that was sent; outer blanks may be lost on the way (2.14 shows no rule for texts).',
    parameters: fc.record({ ends: fc.constantFrom('both', 'start', 'end') }),
    touches: allBut('query', 'refund-search', 'redirect-payment'),
    change: ({ ends }) => {
      const cut = (value: JsonValue): JsonValue => {
        if (typeof value === 'string')
          return ends === 'both' ? value.trim() : ends === 'start' ? value.trimStart() : value.trimEnd();
        if (Array.isArray(value)) return value.map(cut);
        return isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]))
          : value;
      };
      return onEveryAnswer((value) => objectOf(cut(value)));
    },
  }),
  'blanks-around-identifiers': freedom({
    sections: ['2.1', '2.9', '2.14'],
    reason:
      'No sentence says whether outer blanks belong to an identifier: a service may find the order without them, and repeat what was sent.',
    parameters: fc.record({}),
    touches: batches,
    change: () => deciding({ identifierIn: (text) => text.trim() }),
  }),
  'texts-of-entries-cut': freedom({
    sections: ['2.9', '2.14'],
    reason:
      'refund_reason and review_flag of a failed entry repeat nothing that has to be kept: a refusal is judged for its order, status and text alone.',
    parameters: fc.record({ longest: fc.integer({ min: 0, max: 20 }) }),
    touches: ['refund', 'review'],
    change: ({ longest }) =>
      onBatchEntry((entry, { operation }) => {
        if (entry[operationOf(operation).batch?.status ?? ''] === '1') return entry;
        const cut = ['refund_reason', 'review_flag'].filter((name) => name in entry);
        return {
          ...entry,
          ...Object.fromEntries(cut.map((name) => [name, textOf(entry, name).slice(0, longest)])),
        };
      }),
  }),
};
