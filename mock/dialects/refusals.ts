import { validateRequest } from '../../schemas/contract.ts';
import { isBlank } from '../../schemas/history/outcome.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { digestOf, numberFrom } from '../derive.ts';
import { allOf, type Change, deciding, refusing, remember, turningAway } from '../manner.ts';
import { refusal, refusedInText } from '../reply.ts';
import { escapeMarkup } from '../write/xml.ts';
import type { DialectTable } from './dialect.ts';

const busy = turningAway(({ operation, request, memo }) => {
  const digest = digestOf(operation, JSON.stringify(request));
  if (numberFrom(digest, 0, 12) !== 0 || memo.has(digest)) return undefined;
  // So that the same request is taken when it comes again.
  remember(memo, digest);
  return refusedInText(429, 'text/plain', 'too many requests\n', { 'retry-after': '0' });
});

/** Replaces the form of refusals, except those of APM payments, whose codes are documented (7.6). */
function refusingWith(status: number, contentType: string, text: (reason: string) => string): Change {
  return refusing((refusal, about, before) => {
    const code = about.operation === 'apm-payment' ? before(refusal, about).status : status;
    return refusedInText(code, contentType, text(refusal.text));
  });
}

// An APM payment with invalid input has a refusal (7.6), and of what is no entry at all nothing can be taken as it is.
function mayBeTaken(operation: DocumentedOperationId, request: JsonObject): boolean {
  const { batch } = operationOf(operation);
  if (batch === undefined) return operation !== 'apm-payment';
  const entries = request[batch.field];
  return Array.isArray(entries) && entries.every(isObject);
}

/** Tells whether only optional fields that are empty keep a request from the document's shapes. */
function onlyLacks(operation: DocumentedOperationId, request: JsonObject): boolean {
  const { core } = operationOf(operation);
  return validateRequest(operation, request).every(
    ({ keyword, path, value }) => keyword === 'pattern' && isBlank(value) && !core.includes(path),
  );
}

/** Signs without a width, other blanks and line ends, typographic signs, and what programs could take for their own language. */
const odd = [
  /[\u00a0\u00ad\u2000-\u206f\u3000\ufeff]/,
  /[|~^`]|\$[&`1{]|%s|\{\}/,
  /&#?\w+;|<!--|<script/i,
  /^[=@+-][A-Z]|^(["']).*\1$|^(?:true|false|yes|no|constructor|__proto__)$/,
  /''| OR |\.\.\/| {2}/,
];

/** What some fields have to look like, by a part of their names. */
const shapes: readonly (readonly [name: RegExp, shape: RegExp])[] = [
  [/phone|mobile/, /^[+()\d -]*$/],
  [/email/, /^[^@\s]+@[^@\s]+$/],
  [/_ip$/, /^[\d.:a-f]+$/i],
  [/postal_code|postcode/, /^[\w -]{1,12}$/],
];

function isTaken(name: string, text: string): boolean {
  if (text === '') return true;
  const isShaped = shapes.every(([part, shape]) => !part.test(name) || shape.test(text));
  return isShaped && !odd.some((sign) => sign.test(text));
}

function takesAll(value: JsonValue, name = ''): boolean {
  if (typeof value === 'string') return isTaken(name, value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([member, one]) => takesAll(one, Array.isArray(value) ? name : member));
}

/** What a payment by card is told: the reason alone, inside the element of a result. */
const sayingWhyAlone = refusing((refused, about, before) =>
  about.operation === 'direct-payment' && refused.kind === 'terms'
    ? refusedInText(200, 'application/xml', `<respon>${escapeMarkup(refused.text)}</respon>`)
    : before(refused, about),
);

/** Variants of what is refused, and in which form, by name. */
export const refusalDialects = {
  /** Every refusal, even of what cannot be read, as 200 with the two words of the envelope and nothing else. */
  'refuses-in-envelope': {
    reason:
      '7.1 and 7.8: return_status and return_message are the only failure words shown, and nothing says where they end.',
    change: refusing((refusal, about, before) => {
      if (about.operation === 'apm-payment') return before(refusal, about);
      const value = { return_status: '0', return_message: refusal.text };
      return { form: 'json', status: 200, accepted: false, value };
    }),
  },
  /** Refusals as 400 with JSON. */
  'refuses-with-400': {
    reason:
      '7.8: error bodies are not shown, so a call that breaks a rule may be refused with 400 and JSON of any kind.',
    change: refusingWith(400, 'application/json', (reason) =>
      JSON.stringify({ errors: [{ detail: reason }] }),
    ),
  },
  /** Refusals as 404 with plain text. */
  'refuses-with-404': {
    reason: '7.8: error bodies are not shown; 404 is even documented for one operation (7.6).',
    change: refusingWith(404, 'text/plain; charset=utf-8', (reason) => `not found: ${reason}\n`),
  },
  /** Refusals as 422 with problem details. */
  'refuses-with-422': {
    reason: '7.8: error bodies are not shown, so any client error status may say what is wrong.',
    change: refusingWith(422, 'application/problem+json', (reason) =>
      JSON.stringify({ title: 'Unprocessable', status: 422, detail: reason }),
    ),
  },
  /** Refusals as an error page of a web server. */
  'refuses-with-html': {
    reason: '7.8: error bodies are not shown; a gateway in front of the service may refuse with a page.',
    change: refusingWith(
      403,
      'text/html',
      (reason) =>
        `<html>\n<head><title>403 Forbidden</title></head>\n<body><center><h1>403 Forbidden</h1></center><hr>${escapeMarkup(reason)}</body>\n</html>\n`,
    ),
  },
  /** Refusals with an empty body. */
  'refuses-with-nothing': {
    reason: '7.8: error bodies are not shown, and an empty one is a body too.',
    change: refusingWith(401, '', () => ''),
  },
  /** Batches of any size, answered entry by entry. */
  'over-limit-one-by-one': {
    reason:
      'The limits of section 8 bind the caller; what the service does beyond them is not shown. One entry per order still comes back (1.3).',
    warns: ['8/capture/over-limit', '8/review/over-limit', '8/cancel/over-limit', '8/refund/over-limit'],
    touches: ['capture', 'review', 'cancel', 'refund'],
    change: deciding({ mostEntries: () => Number.POSITIVE_INFINITY, fewestEntries: 0 }),
  },
  /** Now and then 429 with Retry-After; the same request is taken the second time. */
  busy: {
    reason:
      'Section 8: request rate limits are not shown, so a service may have some and say so as HTTP does.',
    meets: 'as documented|any batch',
    change: busy,
  },
  /** Requests that the document does not allow are taken, and what was sent comes back. */
  lenient: {
    reason:
      '2.14 shows neither which fields are required nor their formats, and 7.8 shows no refusal: input may be taken as it is.',
    change: deciding({ checksSchema: (operation, request) => !mayBeTaken(operation, request) }),
  },
  /** Empty optional fields of APM payments are absent ones. */
  'empty-is-absent': {
    reason:
      '2.14: how "no value" is written is not shown, so an empty optional field may count as an absent one.',
    touches: ['apm-payment'],
    change: deciding({ checksSchema: (operation, request) => !onlyLacks(operation, request) }),
  },
  /** Payments, payouts and cancellations of subscriptions only with texts that a careful service stores. */
  'validates-texts': {
    reason:
      '2.14 shows neither allowed values nor formats of texts, so a service may refuse characters, blanks and words that it does not want to store; 7.8 shows no refusal.',
    meets: 'every class of values',
    change: allOf(
      sayingWhyAlone,
      deciding({
        objection: ({ operation, request }) =>
          operationOf(operation).batch !== undefined || takesAll(request)
            ? undefined
            : refusal('terms', 'a text is not accepted here', request),
      }),
    ),
  },
} satisfies DialectTable;
