import { isObject } from '../schemas/json.ts';
import { documentedOperations, isDocumented, operationOf } from '../schemas/operations.ts';
import type { Effect, JsonObject, JsonValue, OperationId } from '../schemas/types.ts';

/** Effects from the least to the one that cannot be taken back. */
const byWeight: readonly Effect[] = ['reads', 'creates', 'moves-money', 'irreversible'];

/** What an operation does to the world; 4.12 shows nothing, so it counts as one that creates. */
export function effectOf(operation: OperationId): Effect {
  return isDocumented(operation) ? operationOf(operation).effect : 'creates';
}

/** What a call does at an address: what its operation does, and what every operation does that the document shows there. */
export function effectsAt(operation: OperationId, address: string | undefined): readonly Effect[] {
  // Two documented operations share a path, and each is the one that its body says.
  if (isDocumented(operation) || address === undefined) return [effectOf(operation)];
  const there = documentedOperations.filter(({ path }) => leadsTo(address, path));
  const found = [effectOf(operation), ...there.map(({ effect }) => effect)];
  return byWeight.filter((effect) => found.includes(effect));
}

// Servers forgive another case, escapes, double slashes, dots and parameters.
function leadsTo(address: string, documented: string): boolean {
  const plain = unescaped(address.replace(/^https?:\/\/[^/]*/i, '')).replaceAll(/[\\/]+/g, '/');
  const { pathname } = new URL(plain, 'http://service.invalid');
  const path = pathname
    .toLowerCase()
    .replaceAll(/;[^/]*/g, '')
    .replace(/\/+$/, '');
  return path.endsWith(documented.toLowerCase());
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The money that a request may set in motion: the sum of its amounts as plain numbers; nothing for reads and cancellations. */
export function amountMoved(operation: OperationId, body: JsonObject): number {
  return effectOf(operation) === 'irreversible' ? 0 : amountNamed(operation, body);
}

/** The money that a request speaks of, cancellations included: of each entry, or of the whole body, the largest amount. */
export function amountNamed(operation: OperationId, body: JsonObject): number {
  if (effectOf(operation) === 'reads') return 0;
  const batch = isDocumented(operation) ? operationOf(operation).batch : undefined;
  const entries = batch === undefined ? undefined : body[batch.field];
  if (batch === undefined || !Array.isArray(entries)) return largestAmount(body);
  const { [batch.field]: _, ...rest } = body;
  return Math.max(
    largestAmount(rest),
    entries.reduce<number>((sum, entry) => sum + amountOfEntry(entry), 0),
  );
}

// A refund asks for `refund_amount` of an `amount`; where it asks for nothing, a service may give all of it back.
function amountOfEntry(entry: JsonValue): number {
  if (!isObject(entry) || numberIn(entry.refund_amount) === 0) return largestAmount(entry);
  const { amount: _, ...rest } = entry;
  return largestAmount(rest);
}

const moneyName = /amount/i;

/** The largest number below any name of money, at any depth and in any JSON type. */
function largestAmount(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((most, [name, part]) => {
    const own = moneyName.test(name) ? numberIn(part) : 0;
    return Math.max(most, own, largestAmount(part));
  }, 0);
}

/** The largest number that a service could read into an amount, however oddly it is written, lists and objects included. */
export function numberIn(value: JsonValue | undefined): number {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce<number>((most, part) => Math.max(most, numberIn(part)), 0);
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const written = String(value);
  // Most amounts read as they are written.
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(written)) return Number(written);
  // Digits of other scripts count as the largest that they could be.
  const text = written
    .normalize('NFKC')
    .replaceAll(/(?![0-9])\p{Nd}/gu, '9')
    .trim();
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return Math.abs(Number(text));
  const digits = Number(text.replace(/\D/g, ''));
  const read = Number(text);
  return Number.isNaN(read) ? digits : Math.max(Math.abs(read), digits);
}
