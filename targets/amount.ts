import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { Effect, JsonObject, JsonValue, OperationId } from '../schemas/types.ts';

/** What an operation does to the world; 4.12 shows nothing, so it counts as one that creates. */
export function effectOf(operation: OperationId): Effect {
  return isDocumented(operation) ? operationOf(operation).effect : 'creates';
}

/** The money that a request may set in motion: the sum of its amounts as plain numbers; nothing for reads and cancellations. */
export function amountMoved(operation: OperationId, body: JsonObject): number {
  const effect = effectOf(operation);
  if (effect === 'reads' || effect === 'irreversible') return 0;
  const batch = isDocumented(operation) ? operationOf(operation).batch : undefined;
  if (batch === undefined) return Math.max(numberIn(body.amount), numberIn(body.payment_amount));
  const entries = body[batch.field];
  if (!Array.isArray(entries)) return 0;
  return entries.reduce<number>((sum, entry) => sum + amountOfEntry(entry), 0);
}

function amountOfEntry(entry: JsonValue): number {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return 0;
  return numberIn(entry.refund_amount ?? entry.amount);
}

/** The largest number that a service could read into an amount, however oddly it is written. */
export function numberIn(value: JsonValue | undefined): number {
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const text = String(value).normalize('NFKC').trim();
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return Math.abs(Number(text));
  const digits = Number(text.replace(/\D/g, '') || '0');
  const read = Number(text);
  return Number.isNaN(read) ? digits : Math.max(Math.abs(read), digits);
}
