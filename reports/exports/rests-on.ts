import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { JsonValue } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';

/** Names of what one call makes and a later one is about (2.1). */
const identifiers: ReadonlySet<string> = new Set([
  'order_no',
  'transaction_id',
  'recurring_id',
  'request_id',
]);

/** Adds what a value names of what calls make and are about; returns the set. */
export function addIds(value: JsonValue | undefined, ids: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return ids;
  for (const [name, member] of Object.entries(value)) {
    if (identifiers.has(name) && typeof member === 'string' && member !== '') ids.add(member);
    else addIds(member as JsonValue, ids);
  }
  return ids;
}

function changesAnything({ operation }: EvidenceExchange): boolean {
  return isDocumented(operation) && operationOf(operation).effect !== 'reads';
}

/**
 * The accepted calls of the same test that an exchange rests on, first to last: those that made or changed an order, a payout or a
 * subscription that its request names, and what these rest on.
 */
export function restsOn(
  { sent, origin }: EvidenceExchange,
  all: readonly EvidenceExchange[],
): readonly EvidenceExchange[] {
  const wanted = addIds(sent.value, new Set());
  const before = all
    .filter(
      (one) =>
        one.origin.test === origin.test &&
        one.origin.file === origin.file &&
        one.origin.ordinal < origin.ordinal &&
        one.judgement.outcome === 'accepted' &&
        changesAnything(one),
    )
    .sort((one, other) => other.origin.ordinal - one.origin.ordinal);
  const found: EvidenceExchange[] = [];
  for (const one of before) {
    const own = addIds(one.sent.value, new Set());
    const body = one.received.kind === 'answer' ? one.received.body : '';
    if (![...wanted].some((id) => own.has(id) || body.includes(id))) continue;
    found.unshift(one);
    for (const id of own) wanted.add(id);
  }
  return found;
}
