import { isBlank } from '../history/outcome.ts';
import { isObject, leavesOf } from '../json.ts';
import type { Operation } from '../operations.ts';
import { normalForm } from '../rules/echoes.ts';
import type { View } from '../rules/rule.ts';
import { table } from '../table.ts';
import type { Encoding, JsonObject, JsonValue } from '../types.ts';
import { hasNoText } from './omissions.ts';

/** Answer members that repeat a request member under another name (2.6, 2.13). */
const repeatedNames: Readonly<Record<string, readonly string[]>> = table({
  recurring_deduction_period: ['interval'],
  fee_currency: ['payment_currency', 'source_currency', 'account_currency'],
});
/** Answer members that are computed from the amounts of a payout (2.13). */
const computedMembers = /^(?:amount_beneficiary_receives|amount_payer_pays|fee_amount)$/;

/** Returns whether a value at a path of the answer only repeats what was sent. */
export type IsRepeated = (path: string, value: JsonValue) => boolean;

/**
 * Returns a test for answer values that repeat a value of the request, as sent or as its encoding could carry it: XML
 * and forms have only text, and write an array of one entry as a single element.
 */
export function repeatedValues({ exchange, operation, request, comparable, grade }: View): IsRepeated {
  const isBroken = grade === 'broken' && comparable;
  const known = collect(comparable ? request : {}, '', exchange.sent.encoding, new Set());
  const broken = isBroken ? collectTexts(request, '', new Set()) : new Set<string>();
  const nested = isBroken ? nestedIn(request, '') : [];
  return (path, value) => {
    const name = nameOf(path);
    if (broken.has(keyOf(name, value))) return true;
    if (typeof value === 'string' && nested.some((one) => one.name === name && isTextOf(one, value)))
      return true;
    if (computedMembers.test(name) && isUncomputable(request)) return true;
    if (isBlank(value) && leavesOut(request, operation, name)) return true;
    // A value that breaks its shape and equals the sent one was sent in the wrong shape.
    return [name, ...(repeatedNames[name] ?? [])].some((one) => known.has(keyOf(one, value)));
  };
}

// Integers cannot be computed from amounts that are not integers.
function isUncomputable({ payment_amount, source_amount }: JsonObject): boolean {
  return [payment_amount, source_amount].some(
    (amount) => amount !== undefined && !(typeof amount === 'string' && /^[0-9]+$/.test(amount)),
  );
}

// If an entry has no text under a name, the result can only repeat a blank.
function leavesOut(request: JsonObject, { batch }: Operation, name: string): boolean {
  const entries = batch?.entry.includes(name) ? request[batch.field] : undefined;
  if (!Array.isArray(entries)) return batch?.entry.includes(name) === true;
  return entries.some((entry) => hasNoText(entry, name));
}

function keyOf(name: string, value: JsonValue): string {
  return `${name}\n${JSON.stringify(value, inOrder)}`;
}

// Member order has no meaning in JSON.
function inOrder(_name: string, value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Adds a value under a name, as sent and in its usual form. */
function note(found: Set<string>, name: string, value: JsonValue): void {
  found.add(keyOf(name, value));
  if (typeof value === 'string') found.add(keyOf(name, normalForm(name, value)));
}

// Entries of `labels` have the name `labels[]`.
function nameOf(path: string): string {
  const last = path.split('.').at(-1) ?? '';
  return last.replaceAll(/\[[0-9]+\]/g, '[]');
}

function collect(value: JsonValue, name: string, encoding: Encoding, found: Set<string>): Set<string> {
  if (name !== '') note(found, name, value);
  if (encoding !== 'json' && name !== '') addTexts(value, name, found);
  if (Array.isArray(value)) for (const entry of value) collect(entry, `${name}[]`, encoding, found);
  else if (isObject(value))
    for (const [member, part] of Object.entries(value)) collect(part, member, encoding, found);
  return found;
}

// All entry values of an answer are strings (2.9), so a value wrongly sent in another type comes back as its text.
function collectTexts(value: JsonValue, name: string, found: Set<string>): Set<string> {
  if (typeof value === 'string') return found;
  if (name !== '') note(found, name, JSON.stringify(value));
  if (Array.isArray(value)) for (const entry of value) collectTexts(entry, `${name}[]`, found);
  else if (isObject(value))
    for (const [member, part] of Object.entries(value)) collectTexts(part, member, found);
  return found;
}

/** An object or array in the request, with the texts that identify it. */
interface Nested {
  readonly name: string;
  readonly leaves: readonly string[];
}

function nestedIn(value: JsonValue, name: string): readonly Nested[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value).flatMap(([member, part]) =>
    nestedIn(part, Array.isArray(value) ? `${name}[]` : member),
  );
  return name === '' ? parts : [{ name, leaves: leavesOf(value).map(([, leaf]) => String(leaf)) }, ...parts];
}

// Languages write an object as text differently: `[object Object]`, `Array`, `{value=1}`, `map[value:1]`.
function isTextOf({ leaves }: Nested, text: string): boolean {
  if (/^(?:\[object \w+\](?:,|$))+$|^Array$/.test(text) || text === leaves.join(',')) return true;
  return /^\w*[[{(].*[\]})]$/s.test(text) && leaves.every((leaf) => text.includes(leaf));
}

/** Adds the texts that can represent a value. */
function addTexts(value: JsonValue, name: string, found: Set<string>): void {
  const add = (text: JsonValue) => note(found, name, text);
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) add('');
  else if (Array.isArray(value)) {
    const [only, ...others] = value;
    if (others.length > 0 || only === undefined) return;
    add(only);
    add(asText(only));
    addTexts(only, name, found);
  } else if (typeof value !== 'object') add(String(value));
}

/** The value as an encoding with only text carries it; arrays of one entry become that entry. */
function asText(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.length === 1 ? asText(value[0] ?? '') : value.map(asText);
  if (!isObject(value)) return value === null ? '' : String(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asText(part)]));
}
