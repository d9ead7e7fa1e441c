import { objectOf } from '../../schemas/json.ts';
import { effectOf, isDocumented, operationOf } from '../../schemas/operations.ts';
import type { JsonValue, OperationId } from '../../schemas/types.ts';
import { amountMoved } from '../../targets/sending/amount.ts';

/** A sum that a request asks to move. */
export interface Sum {
  /** As the request names it; `?` where it names none. */
  readonly currency: string;
  readonly amount: number;
}

function currencyIn(value: JsonValue | undefined): string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : '?';
}

/** The sums that a request asks for, read as the budget of a target reads them: at their largest. */
export function sumsOf(operation: OperationId, value: JsonValue): readonly Sum[] {
  const effect = effectOf(operation);
  if (effect === 'reads' || effect === 'irreversible') return [];
  const body = objectOf(value);
  const { batch } = isDocumented(operation) ? operationOf(operation) : {};
  const entries = batch === undefined ? [body] : body[batch.field];
  if (!Array.isArray(entries)) return [];
  return entries.map(objectOf).flatMap((entry) => {
    const amount = amountMoved(operation, batch === undefined ? entry : { [batch.field]: [entry] });
    return amount === 0 ? [] : [{ currency: currencyIn(entry.payment_currency ?? entry.currency), amount }];
  });
}

/** Adds sums up by currency, in the order of the alphabet. */
export function addUp(sums: readonly Sum[]): readonly Sum[] {
  const byCurrency = new Map<string, number>();
  for (const { currency, amount } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount);
  return [...byCurrency]
    .map(([currency, amount]) => ({ currency, amount: Math.round(amount * 10_000) / 10_000 }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
