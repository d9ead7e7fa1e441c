import { clauseOf } from '../clauses.ts';
import type { Breach, Inspection } from '../contract.ts';
import type { Grade } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import type { Batch, Operation } from '../operations.ts';
import type { ClauseId, JsonObject, JsonValue, SentRequest } from '../types.ts';

/**
 * How right a request is: the document allows what breaks no stated clause on the caller and does nothing of the short list of
 * what no schema can say. Why it was sent does not matter, so a run, a proxy, a saved file and a person get the same grade.
 */
export function gradeOf(sent: SentRequest, operation: Operation, { breaches }: Inspection): Grade {
  if (sent.unknown === true) return 'complete';
  if (!isObject(sent.value) || breaches.some(isStated) || departs(sent, operation)) return 'broken';
  const body = sent.value;
  if (breaches.some(({ clause, keyword }) => isCarried(clause, keyword))) return 'partial';
  if (!operation.core.every((name) => Object.hasOwn(body, name))) return 'partial';
  return operation.batch === undefined || hasWholeEntries(operation.batch, body) ? 'complete' : 'partial';
}

/** A breach of what only follows from the document, such as a member more, leaves a request allowed. */
function isStated({ clause, keyword }: Breach): boolean {
  const { evidence } = clauseOf(clause);
  return (evidence === 'stated' || evidence === 'conflicting') && !isCarried(clause, keyword);
}

/**
 * 6.1 and 4.1 mention what a request carries while they speak of something else, and 2.14 does not show which fields a service
 * requires: a request without them may be refused, and is judged in full when it is accepted.
 */
function isCarried(clause: ClauseId, keyword: string): boolean {
  return keyword === 'required' && carried.has(clause);
}

const carried: ReadonlySet<ClauseId> = new Set([
  '6.1/request/notify_url/present',
  '4.1/request/card-data/present',
]);

/** The short list of what no schema can say; a batch over its limit is said by the schema. */
function departs(sent: SentRequest, { path }: Operation): boolean {
  const { departs: known = [], method, url, value } = sent;
  const [address = ''] = url.split(/[?#]/);
  return known.length > 0 || method !== 'POST' || !address.endsWith(path) || holdsUnfitText(value);
}

/** Texts up to this length are plainly allowed; which length a service takes beyond it is not shown (2.14, 8). */
const longest = 1000;

// Tab and line ends aside. XML 1.0 can carry none of the others, nor half a character, and no sample shows one.
const control =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Lists and files that are written as one text, and signatures, are as long as what they hold. */
const unbounded: ReadonlySet<string> = new Set(['items', 'file_data', 'encryption_data']);

function holdsUnfitText(value: JsonValue, name = ''): boolean {
  if (typeof value === 'string')
    return (value.length > longest && !unbounded.has(name)) || control.test(value);
  if (Array.isArray(value)) return value.some((entry) => holdsUnfitText(entry, name));
  return isObject(value) && Object.entries(value).some(([member, part]) => holdsUnfitText(part, member));
}

function hasWholeEntries(batch: Batch, body: JsonObject): boolean {
  const entries = body[batch.field];
  return (
    Array.isArray(entries) &&
    entries.length > 0 &&
    entries.every((entry) => isObject(entry) && batch.entry.every((name) => Object.hasOwn(entry, name)))
  );
}
