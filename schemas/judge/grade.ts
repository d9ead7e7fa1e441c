import { clauseOf } from '../clauses.ts';
import type { Breach, Inspection } from '../contract.ts';
import { type Grade, isBlank } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import type { Batch, Operation } from '../operations.ts';
import type { ClauseId, JsonObject, JsonValue, SentRequest } from '../types.ts';

/**
 * The grade of a request. It is allowed if it breaks no stated clause on the caller and has none of the departures that
 * a schema cannot see. The purpose of the request does not matter, so a run and a saved file give the same
 * grade.
 */
export function gradeOf(sent: SentRequest, operation: Operation, { breaches }: Inspection): Grade {
  if (sent.unknown === true) return 'complete';
  if (!isObject(sent.value) || breaches.some(isStated) || hasDepartures(sent, operation)) return 'broken';
  const body = sent.value;
  if (breaches.some(({ clause, keyword }) => isMentionedInPassing(clause, keyword))) return 'partial';
  if (!operation.core.every((name) => Object.hasOwn(body, name))) return 'partial';
  return operation.batch === undefined || hasWholeEntries(operation.batch, body) ? 'complete' : 'partial';
}

/** Breaches of implied or sampled clauses, such as an extra member, leave a request allowed. */
function isStated({ clause, keyword }: Breach): boolean {
  const { evidence } = clauseOf(clause);
  return (evidence === 'stated' || evidence === 'conflicting') && !isMentionedInPassing(clause, keyword);
}

/**
 * True for a missing member that 6.1 or 4.1 mention only in passing. 2.14 does not show which fields are required, so a
 * request without it may be refused, and is judged in full if accepted.
 */
function isMentionedInPassing(clause: ClauseId, keyword: string): boolean {
  return keyword === 'required' && clausesInPassing.has(clause);
}

const clausesInPassing: ReadonlySet<ClauseId> = new Set([
  '6.1/request/notify_url/present',
  '4.1/request/card-data/present',
]);

/** Departures that no schema can see. The size limit of a batch is not one, as the schema has it. */
function hasDepartures(sent: SentRequest, { path }: Operation): boolean {
  const { departs: known = [], method, url, value } = sent;
  const [address = ''] = url.split(/[?#]/);
  return known.length > 0 || method !== 'POST' || !address.endsWith(path) || holdsUnfitText(value);
}

/**
 * The length up to which a text is clearly allowed, in characters. The document gives a length to no field (2.14, 8),
 * neither to a list or file that is written as one text nor to a signature.
 */
export const longestText = 1000;

// Control characters except those of a layout, and lone surrogates: no sample shows one, and few fit into XML 1.0.
const control =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

// Tabs and line ends lay out a text for people; in what names a party, an order or money they are control characters.
const layout = /[\t\n\r]/;
const plainNames: ReadonlySet<string> = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'transaction_id',
  'recurring_id',
  'request_id',
  'currency',
  'amount',
]);

function holdsUnfitText(value: JsonValue, name = ''): boolean {
  if (typeof value === 'string')
    return (
      value.length > longestText || control.test(value) || (plainNames.has(name) && layout.test(value.trim()))
    );
  if (Array.isArray(value)) return value.some((entry) => holdsUnfitText(entry, name));
  return isObject(value) && Object.entries(value).some(([member, part]) => holdsUnfitText(part, member));
}

/** True for what a request has as text, so that an answer can repeat it: not blank, and of allowed characters. */
export function isText(value: JsonValue | undefined, name = ''): value is string {
  return typeof value === 'string' && !isBlank(value) && !holdsUnfitText(value, name);
}

function hasWholeEntries(batch: Batch, body: JsonObject): boolean {
  const entries = body[batch.field];
  return (
    Array.isArray(entries) &&
    entries.length > 0 &&
    entries.every((entry) => isObject(entry) && batch.entry.every((name) => Object.hasOwn(entry, name)))
  );
}
