import fc from 'fast-check';
import {
  allOf,
  answeringEarly,
  type Change,
  countInMemo,
  deciding,
  refusing,
  reshaping,
} from '../../mock/behaviour.ts';
import { digestOf, numberFrom } from '../../mock/derive.ts';
import { refusedInText, textOf } from '../../mock/reply.ts';
import { escapeMarkup } from '../../mock/write/xml.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import {
  allBut,
  batches,
  type FreedomTable,
  freedom,
  listNameOf,
  onDeclined,
  onFailedEntry,
  onRefusal,
} from './freedom.ts';

/** The bodies of refusals, by the name of their form. */
const bodies: Readonly<
  Record<string, (code: string, text: string) => readonly [type: string, body: string]>
> = table({
  'json of one text': (_code, text) => ['application/json', JSON.stringify(text)],
  'json of errors': (code, text) => [
    'application/json',
    JSON.stringify({ errors: [{ code, detail: text }] }),
  ],
  'json of a message': (_code, text) => [
    'application/json; charset=utf-8',
    JSON.stringify({ message: text }),
  ],
  'problem details': (_code, text) => [
    'application/problem+json',
    JSON.stringify({ type: 'about:blank', title: 'Unprocessable', detail: text }),
  ],
  text: (_code, text) => ['text/plain; charset=utf-8', `${text}\n`],
  page: (_code, text) => [
    'text/html',
    `<html>\n<head><title>Refused</title></head>\n<body><center><h1>Refused</h1></center><hr>${escapeMarkup(text)}</body>\n</html>\n`,
  ],
  xml: (code, text) => [
    'application/xml',
    `<?xml version="1.0"?><error><code>${code}</code><reason>${escapeMarkup(text)}</reason></error>`,
  ],
  nothing: () => ['', ''],
});

const refusalStatuses = [400, 401, 403, 404, 409, 422] as const;

/** Refuses in another form; an APM payment keeps its documented status codes (7.6). */
function refusingAs(form: string, status: number): Change {
  return refusing(({ code, text }, about, before) => {
    const own =
      about.operation === 'apm-payment'
        ? before({ kind: 'schema', code, text, request: {} }, about).status
        : status;
    const [type, body] = bodies[form]?.(code, text) ?? ['', ''];
    return refusedInText(own, type, body);
  });
}

/** A value that stands for nothing (2.14 does not show how "no value" is written). */
const nothings = fc.constantFrom<JsonValue>('absent', '', null, {}, []);

function put(value: JsonObject, names: readonly string[], nothing: JsonValue): JsonObject {
  const own = Object.entries(value).filter(([name]) => nothing !== 'absent' || !names.includes(name));
  return Object.fromEntries(own.map(([name, member]) => [name, names.includes(name) ? nothing : member]));
}

// A refusal in another medium, in place of many answers to allowed requests, warns.
const otherMedium = ['1.4/json', '1.4/xml', '1.4/html'] as const;

const because =
  '7.8: the bodies of errors are not shown, so a call that breaks a rule is refused in any form.';
const emptiness = '2.14: how "no value" is written is not shown; in a refusal an optional field has none.';

/** Optional members of a failed entry. */
const failedMembers = [
  'amount',
  'currency',
  'review_flag',
  'refund_amount',
  'refund_reason',
  'refund_reference',
];

/** In which form calls and entries are refused. */
export const refusals: FreedomTable = {
  'refusal-form': freedom({
    sections: ['7.8', '7.6'],
    reason: because,
    parameters: fc.record({
      form: fc.constantFrom(...Object.keys(bodies)),
      status: fc.constantFrom(...refusalStatuses),
    }),
    warns: otherMedium,
    change: ({ form, status }) => refusingAs(form, status),
  }),
  'refusal-with-status-200': freedom({
    sections: ['7.8', '7.1'],
    reason: `${because} A gateway or an old framework may keep status 200 and say it in the body alone.`,
    parameters: fc.record({
      form: fc.constantFrom('json of errors', 'json of a message', 'text', 'nothing'),
    }),
    touches: allBut('apm-payment'),
    warns: otherMedium,
    change: ({ form }) => refusingAs(form, 200),
  }),
  'refusal-in-envelope': freedom({
    sections: ['7.1', '7.8'],
    reason:
      '7.1 and 7.8: return_status and return_message are the only failure words shown, and nothing says where they end.',
    parameters: fc.record({
      status: fc.constantFrom('0', '-1', '99', 'E01', 'FAIL', '2'),
      reason: fc.boolean(),
    }),
    touches: allBut('apm-payment'),
    warns: otherMedium,
    change: ({ status, reason }) =>
      refusing(({ text }) => ({
        form: 'json',
        status: 200,
        accepted: false,
        value: { return_status: status, return_message: reason ? text : 'FAILED' },
      })),
  }),
  'refusal-repeats-fields': freedom({
    sections: ['7.8', '2.1'],
    reason: `${because} It may repeat fields of the request, or not.`,
    parameters: fc.record({
      fields: fc.subarray(['order_no', 'amount', 'currency', 'request_id', 'reference', 'recurring_id'], {
        minLength: 1,
      }),
      nested: fc.boolean(),
    }),
    change: ({ fields, nested }) =>
      onRefusal((value, { request }) => {
        const repeated = Object.fromEntries(
          fields.flatMap((name) =>
            typeof request[name] === 'string' ? [[name, textOf(request, name)]] : [],
          ),
        );
        return nested ? { ...value, request: repeated } : { ...repeated, ...value };
      }),
  }),
  'refusal-without-fields': freedom({
    sections: ['2.14', '7.8'],
    reason: emptiness,
    parameters: fc.record({
      names: fc.subarray(
        ['merchant_id', 'account_id', 'encryption_data', 'amount', 'currency', 'contract_name'],
        {
          minLength: 1,
        },
      ),
      nothing: fc.constantFrom<JsonValue>('absent', '', null),
    }),
    touches: allBut('apm-payment', 'redirect-payment', 'payout'),
    change: ({ names, nothing }) => onRefusal((value) => put(value, names, nothing)),
  }),
  'refusal-list': freedom({
    sections: ['2.14', '7.1'],
    reason: emptiness,
    parameters: fc.record({ nothing: nothings }),
    touches: [...batches, 'query', 'refund-search'],
    change: ({ nothing }) =>
      onRefusal((value, { operation }) => put(value, [listNameOf(operation) ?? ''], nothing)),
  }),
  'refusal-repeats-the-batch': freedom({
    sections: ['7.1', '7.2', '7.8'],
    reason: `${because} A batch that is refused as a whole may repeat each order with a failed status.`,
    parameters: fc.record({ status: fc.constantFrom('0', 'F', 'REFUSED', '-1') }),
    touches: batches,
    change: ({ status }) =>
      onRefusal((value, { operation, request }) => {
        const { batch } = operationOf(operation);
        const sent = request[batch?.field ?? ''];
        if (batch === undefined || !Array.isArray(sent)) return value;
        const text = operation === 'refund' ? 'refund_message' : 'error_message';
        const said = operation === 'refund' ? 'E1000:the call was refused' : 'the call was refused';
        const entries = sent.flatMap((entry) =>
          typeof entry === 'object' && entry !== null && !Array.isArray(entry)
            ? [
                {
                  order_no: textOf(entry, 'order_no'),
                  transaction_id: textOf(entry, 'transaction_id'),
                  [batch.status]: status,
                  [text]: said,
                },
              ]
            : [],
        );
        return { ...value, [batch.field]: entries };
      }),
  }),
  'refused-payment-has-a-number': freedom({
    sections: ['2.6', '7.3', '7.8'],
    reason:
      '7.3 and 7.8: a refused payment is described nowhere; a service may give it a number of its own or an empty one.',
    parameters: fc.record({ transaction_id: fc.constantFrom('', '0', 'none', 'its own') }),
    touches: ['direct-payment'],
    change: ({ transaction_id: id }) =>
      onRefusal((value, { request }) =>
        !('result_info' in value)
          ? value
          : {
              ...value,
              transaction_id:
                id === 'its own' ? `X${digestOf('refused', JSON.stringify(request)).slice(0, 16)}` : id,
            },
      ),
  }),
  'refused-payment-in-bare-xml': freedom({
    sections: ['7.8', '7.3'],
    reason: `${because} Inside respon, the reason alone may stand.`,
    parameters: fc.record({ root: fc.constantFrom('respon', 'error', 'result') }),
    touches: ['direct-payment'],
    warns: otherMedium,
    change: ({ root }) =>
      refusing(({ text }) =>
        refusedInText(200, 'application/xml', `<${root}>${escapeMarkup(text)}</${root}>`),
      ),
  }),
  'declined-as-refusal': freedom({
    sections: ['7.3', '7.8'],
    reason:
      'Only success is shown (7.3), so a payment that the issuer declines may be answered as any refusal.',
    parameters: fc.record({ status: fc.constantFrom(200, 400, 402, 422) }),
    touches: ['direct-payment'],
    warns: otherMedium,
    change: ({ status }) =>
      reshaping((reply) =>
        reply.form === 'xml' && reply.declined === true
          ? { form: 'json', status, accepted: false, value: { code: 'card_declined', message: 'declined' } }
          : reply,
      ),
  }),
  'declined-result-is-short': freedom({
    sections: ['2.6', '2.14', '7.3'],
    reason: `${emptiness} A declined payment is no successful result.`,
    parameters: fc.record({
      names: fc.subarray(
        ['transaction_id', 'card', 'connector', 'risk_action', 'risk_score', 'risk_reasons', 'note'],
        {
          minLength: 1,
        },
      ),
      nothing: fc.constantFrom<JsonValue>('absent', ''),
    }),
    touches: ['direct-payment'],
    change: ({ names, nothing }) => onDeclined('direct-payment', (value) => put(value, names, nothing)),
  }),
  'failed-payout-is-short': freedom({
    sections: ['2.13', '2.14', '7.5'],
    reason: `${emptiness} A payout that failed is no successful result (7.5).`,
    parameters: fc.record({
      names: fc.subarray(
        [
          'amount_beneficiary_receives',
          'amount_payer_pays',
          'fee_amount',
          'fee_currency',
          'short_reference_id',
          'payer_id',
        ],
        { minLength: 1 },
      ),
      nothing: fc.constantFrom<JsonValue>('absent', '', null),
    }),
    touches: ['payout'],
    change: ({ names, nothing }) =>
      allOf(
        deciding(({ decline }) => ({
          decline: (request, found) =>
            decline(request, found) ??
            (textOf(request, 'request_id') !== '' &&
            numberFrom(digestOf('payout fails', textOf(request, 'request_id')), 0, 3) === 0
              ? { code: '2203', text: 'the bank of the beneficiary sent it back' }
              : undefined),
        })),
        onDeclined('payout', (value) => put(value, names, nothing)),
      ),
    refuses: true,
  }),
  'failed-entries-are-short': freedom({
    sections: ['2.9', '2.14', '7.2'],
    reason: `${emptiness} A failed entry has its order, its status and its text (7.2).`,
    parameters: fc.record({ names: fc.subarray(failedMembers, { minLength: 1 }), nothing: nothings }),
    touches: batches,
    change: ({ names, nothing }) => onFailedEntry((entry) => put(entry, names, nothing)),
  }),
  'failed-refund-number': freedom({
    sections: ['2.9', '2.14'],
    reason:
      'A failed refund need not have a refund_reference_id, and one that stands for none may be anything that says so (2.9, 2.14).',
    parameters: fc.record({ value: fc.constantFrom<JsonValue>('', null, '-00') }),
    touches: ['refund'],
    change: ({ value }) =>
      onFailedEntry((entry) => ({
        ...entry,
        refund_reference_id: value === '-00' ? `${textOf(entry, 'transaction_id')}-00` : value,
      })),
  }),
  'failed-status': freedom({
    sections: ['3', '7.2', '7.7'],
    reason:
      'Section 3 shows only the status of success, and 7.7 leaves all others open: a failed entry has any text.',
    parameters: fc.record({
      status: fc.constantFrom('0', '2', '99', 'N', 'FAILED', 'refused', 'E-12', '-1', 'abgelehnt', '失败'),
    }),
    touches: [...batches, 'cancel-subscription'],
    change:
      ({ status }) =>
      (behaviour) => ({
        ...behaviour,
        words: { ...behaviour.words, entry: { ...behaviour.words.entry, failed: status } },
      }),
  }),
  busy: freedom({
    sections: ['8'],
    reason:
      'Section 8: request rate limits are not shown, so a service may have some and say so as HTTP does.',
    parameters: fc.record({ every: fc.integer({ min: 8, max: 40 }), seconds: fc.constantFrom('0', '1') }),
    change: ({ every, seconds }) =>
      answeringEarly(({ operation, request, memo }) => {
        const digest = digestOf(operation, JSON.stringify(request));
        if (numberFrom(digest, 0, every) !== 0 || memo.has(digest)) return undefined;
        // So that a retry of the same request is accepted.
        countInMemo(memo, digest);
        return refusedInText(429, 'text/plain', 'too many requests\n', { 'retry-after': seconds });
      }),
  }),
};
