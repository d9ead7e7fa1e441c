import { validateRequest } from '../../schemas/contract.ts';
import { isBlank } from '../../schemas/history/outcome.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { allOf, answeringEarly, type Change, countInMemo, deciding, refusing } from '../behaviour.ts';
import { digestOf, numberFrom } from '../derive.ts';
import { refusal, refusedInText } from '../reply.ts';
import { escapeMarkup } from '../write/xml.ts';
import type { DialectTable } from './dialect.ts';

const busy = answeringEarly(({ operation, request, memo }) => {
  const digest = digestOf(operation, JSON.stringify(request));
  if (numberFrom(digest, 0, 12) !== 0 || memo.has(digest)) return undefined;
  // So that a retry of the same request is accepted.
  countInMemo(memo, digest);
  return refusedInText(429, 'text/plain', 'too many requests\n', { 'retry-after': '0' });
});

/** Changes the form of refusals, except for APM payments, whose status codes are documented (7.6). */
function refusingWith(status: number, contentType: string, text: (reason: string) => string): Change {
  return refusing((refusal, about, before) => {
    const code = about.operation === 'apm-payment' ? before(refusal, about).status : status;
    return refusedInText(code, contentType, text(refusal.text));
  });
}

// Invalid input of an APM payment must be refused (7.6); values that are not entry objects cannot be handled.
function mayBeTaken(operation: DocumentedOperationId, request: JsonObject): boolean {
  const { batch } = operationOf(operation);
  if (batch === undefined) return operation !== 'apm-payment';
  const entries = request[batch.field];
  return Array.isArray(entries) && entries.every(isObject);
}

/** True if the request breaks its schema only by empty optional fields. */
function onlyLacks(operation: DocumentedOperationId, request: JsonObject): boolean {
  const { core } = operationOf(operation);
  return validateRequest(operation, request).every(
    ({ keyword, path, value }) => keyword === 'pattern' && isBlank(value) && !core.includes(path),
  );
}

/** Zero-width characters, unusual blanks and line ends, typographic signs, and texts that a program could interpret. */
const odd = [
  /[\u00a0\u00ad\u2000-\u206f\u3000\ufeff]/,
  /[|~^`]|\$[&`1{]|%s|\{\}/,
  /&#?\w+;|<!--|<script/i,
  /^[=@+-][A-Z]|^(["']).*\1$|^(?:true|false|yes|no|constructor|__proto__)$/,
  /''| OR |\.\.\/| {2}/,
];

/** Required formats of some fields, by a part of their names. */
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

/** A refused card payment returns only the reason, inside the `respon` element. */
const reasonOnly = refusing((refused, about, before) =>
  about.operation === 'direct-payment' && refused.kind === 'terms'
    ? refusedInText(200, 'application/xml', `<respon>${escapeMarkup(refused.text)}</respon>`)
    : before(refused, about),
);

/** Variants of what is refused and in which form, by name. */
export const refusalDialects = {
  /** Every refusal, also of an unreadable request, is 200 with only `return_status` and `return_message`. */
  'refuses-in-envelope': {
    reason:
      '7.1 and 7.8: return_status and return_message are the only failure words shown, and nothing says where they end.',
    change: refusing((refusal, about, before) => {
      if (about.operation === 'apm-payment') return before(refusal, about);
      const value = { return_status: '0', return_message: refusal.text };
      return { form: 'json', status: 200, accepted: false, value };
    }),
  },
  /** Refusals are 400 with JSON. */
  'refuses-with-400': {
    reason:
      '7.8: error bodies are not shown, so a call that breaks a rule may be refused with 400 and JSON of any kind.',
    change: refusingWith(400, 'application/json', (reason) =>
      JSON.stringify({ errors: [{ detail: reason }] }),
    ),
  },
  /** Refusals are 404 with plain text. */
  'refuses-with-404': {
    reason: '7.8: error bodies are not shown; 404 is even documented for one operation (7.6).',
    change: refusingWith(404, 'text/plain; charset=utf-8', (reason) => `not found: ${reason}\n`),
  },
  /** Refusals are 422 with problem details. */
  'refuses-with-422': {
    reason: '7.8: error bodies are not shown, so any client error status may say what is wrong.',
    change: refusingWith(422, 'application/problem+json', (reason) =>
      JSON.stringify({ title: 'Unprocessable', status: 422, detail: reason }),
    ),
  },
  /** Refusals are 403 with the error page of a web server. */
  'refuses-with-html': {
    reason: '7.8: error bodies are not shown; a gateway in front of the service may refuse with a page.',
    change: refusingWith(
      403,
      'text/html',
      (reason) =>
        `<html>\n<head><title>403 Forbidden</title></head>\n<body><center><h1>403 Forbidden</h1></center><hr>${escapeMarkup(reason)}</body>\n</html>\n`,
    ),
  },
  /** Refusals are 401 with an empty body. */
  'refuses-with-nothing': {
    reason: '7.8: error bodies are not shown, and an empty one is a body too.',
    change: refusingWith(401, '', () => ''),
  },
  /** Batches of any size are answered entry by entry. */
  'over-limit-one-by-one': {
    reason:
      'The limits of section 8 bind the caller; what the service does beyond them is not shown. One entry per order still comes back (1.3).',
    warns: ['8/capture/over-limit', '8/review/over-limit', '8/cancel/over-limit', '8/refund/over-limit'],
    touches: ['capture', 'review', 'cancel', 'refund'],
    change: deciding({ mostEntries: () => Number.POSITIVE_INFINITY, fewestEntries: 0 }),
  },
  /** One request in twelve gets 429 with Retry-After; its retry is accepted. */
  busy: {
    reason:
      'Section 8: request rate limits are not shown, so a service may have some and say so as HTTP does.',
    meets: 'as documented|any batch',
    change: busy,
  },
  /** Requests that break the documented rules are accepted, and their values come back. */
  lenient: {
    reason:
      '2.14 shows neither which fields are required nor their formats, and 7.8 shows no refusal: input may be taken as it is.',
    change: deciding({ checksSchema: (operation, request) => !mayBeTaken(operation, request) }),
  },
  /** Empty optional fields of APM payments count as absent. */
  'empty-is-absent': {
    reason:
      '2.14: how "no value" is written is not shown, so an empty optional field may count as an absent one.',
    touches: ['apm-payment'],
    change: deciding({ checksSchema: (operation, request) => !onlyLacks(operation, request) }),
  },
  /** Payments, payouts and subscription cancellations are refused if a text contains unusual characters or words. */
  'validates-texts': {
    reason:
      '2.14 shows neither allowed values nor formats of texts, so a service may refuse characters, blanks and words that it does not want to store; 7.8 shows no refusal.',
    meets: 'every class of values',
    change: allOf(
      reasonOnly,
      deciding({
        objection: ({ operation, request }) =>
          operationOf(operation).batch !== undefined || takesAll(request)
            ? undefined
            : refusal('terms', 'a text is not accepted here', request),
      }),
    ),
  },
} satisfies DialectTable;
