import { say, sayValue } from '../../findings/say.ts';
import { isBlank } from '../../outcome.ts';
import type { JsonObject, JudgedExchange } from '../../types.ts';
import { factsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clause = '2.11/refund/as-refunded';
const compared = [
  'transaction_id',
  'order_no',
  'refund_amount',
  'amount',
  'currency',
  'refund_reason',
  'refund_reference',
  'refund_reference_id',
];

/** The records that have a reference alone, by transaction and reference; refunds that share one are told apart by nothing. */
function byReference(records: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const alone = new Map<string, JsonObject>();
  const shared = new Set<string>();
  for (const record of records) {
    const key = referenceOf(record);
    if (key === undefined) continue;
    if (alone.has(key)) shared.add(key);
    alone.set(key, record);
  }
  for (const key of shared) alone.delete(key);
  return alone;
}

function referenceOf(record: JsonObject): string | undefined {
  const { transaction_id, refund_reference, refund_reference_id } = record;
  // A failed refund need not have an id yet.
  if (isBlank(refund_reference) || isBlank(refund_reference_id)) return undefined;
  if (typeof refund_reference !== 'string') return undefined;
  return `${String(transaction_id)}\n${refund_reference}`;
}

/** 2.11: a record agrees with the refund answer that gave its refund_reference_id, or else its refund_reference. */
export const asRefunded: RunRule = {
  name: 'as-refunded',
  clauses: [clause],
  operations: ['refund-search'],
  check(run, about) {
    const facts = factsOf(run);
    const refunds = recordsOf(facts, 'refund').map(({ record }) => record);
    const made = new Map(refunds.map((refund) => [refund.refund_reference_id, refund]));
    const referred = byReference(refunds);
    const found = recordsOf(facts, 'refund-search');
    const listings = new Map<JudgedExchange, JsonObject[]>();
    for (const { judged, record } of found) {
      const listing = listings.get(judged) ?? [];
      listing.push(record);
      listings.set(judged, listing);
    }
    const listed = new Map([...listings].map(([judged, records]) => [judged, byReference(records)]));
    for (const { judged, record, path } of found) {
      const id = record.refund_reference_id;
      if (typeof id !== 'string' || id === '') continue;
      const reference = referenceOf(record) ?? '';
      const isAlone = listed.get(judged)?.has(reference) === true;
      const refund = made.get(id) ?? (isAlone ? referred.get(reference) : undefined);
      if (refund === undefined) continue;
      about(judged).holds(clause);
      for (const name of compared) {
        const given = refund[name];
        const shown = record[name];
        if (typeof given !== 'string' || typeof shown !== 'string' || given === shown) continue;
        about(judged).breaks(clause, {
          kind: 'differs',
          path: `${path}.${name}`,
          expected: say('as-refunded', [given]),
          received: sayValue(shown),
        });
      }
    }
  },
};
