import { secretClassOf } from '../../contract.ts';
import { say, sayValue } from '../../findings/say.ts';
import { entriesOf, entryOutcome, isBlank } from '../../history/outcome.ts';
import { groupedBy, valueAt } from '../../json.ts';
import { isText } from '../../judge/grade.ts';
import type { Recorder } from '../../judge/recorder.ts';
import type { JsonObject, JsonValue, JudgedExchange } from '../../types.ts';
import { compareAsSent, isSameValue, sameText } from '../echoes.ts';
import type { RunRule } from '../rule.ts';
import { sumExceeds, withoutOuterBlanks } from '../values.ts';
import {
  type Fact,
  factsOf,
  hasClearIdentifiers,
  mayBeMasked,
  ordersAcceptedOnce,
  paymentsOf,
  recordsOf,
} from './facts.ts';
import {
  areAtOnce,
  type HistoryCall,
  historiesByName,
  historiesOf,
  isPartOf,
  isRepeated,
  paidAmount,
} from './history.ts';

const above = '2.9/refund_amount/within-amount';
const sumAbove = '2.9/refund_amount/sum-above-amount';

/** 2.9: refund_amount may be smaller than the amount of the order; neither it nor the sum of several may be larger. */
export const refundSums: RunRule = {
  name: 'refund-sums',
  clauses: [above, sumAbove],
  operations: ['refund'],
  disallowed: true,
  check(run, about) {
    for (const history of historiesOf(run)) {
      const { name, calls } = history;
      const whole = paidAmount(history);
      const done = new Map<string | undefined, HistoryCall[]>();
      for (const call of calls) {
        if (call.operation !== 'refund' || !call.isAllowed || call.outcome === 'unknown') continue;
        const before = done.get(call.transaction_id) ?? [];
        // An answer that repeats another one is not a further refund.
        if (before.some((one) => isRepeated(one, call))) continue;
        const parts = [...before, call].map(({ amount = '' }) => amount);
        const recorder = about(call.judged);
        if (sumExceeds([call.amount ?? ''], whole) === true)
          recorder.judges(above, call.outcome !== 'done', {
            kind: 'value',
            path: '',
            expected: say('no-success-above', [call.amount, whole]),
            received: say('refunded', [name]),
          });
        const isAbove = before.length > 0 && sumExceeds(parts, whole) === true;
        if (isAbove && !before.some((one) => areAtOnce(one, call))) {
          const word = call.outcome === 'done' ? 'accepted' : 'refused';
          recorder.observes(
            sumAbove,
            word,
            `Refunds in parts above the amount, one after the other: are ${word}`,
          );
        }
        if (isAbove && call.outcome === 'done') {
          recorder.breaks(sumAbove, {
            kind: 'value',
            path: '',
            expected: say('no-success-of-parts', [whole]),
            received: say('refunded-in-parts', [call.amount, parts.slice(0, -1).join(' + '), name]),
          });
        } else if (isAbove) recorder.holds(sumAbove);
        if (call.outcome === 'done') done.set(call.transaction_id, [...before, call]);
      }
    }
  },
};

const uniqueReference = '2.9/refund_reference_id/unique';

/** 2.9: the digits distinguish the refunds of one transaction, so two refund requests never give the same id. */
export const refundReferences: RunRule = {
  name: 'refund-references',
  clauses: [uniqueReference],
  operations: ['refund'],
  check(run, about) {
    const seen = new Map<string, JudgedExchange>();
    for (const { judged, record, path } of recordsOf(factsOf(run), 'refund')) {
      const id = record.refund_reference_id;
      if (typeof id !== 'string' || isBlank(id)) continue;
      const before = seen.get(id);
      // A repetition within one answer is judged by the rule over one exchange.
      if (before !== undefined && before !== judged) {
        about(judged).breaks(uniqueReference, {
          kind: 'repeated',
          path: `${path}.refund_reference_id`,
          expected: say('other-id-than-exchange', [], before.exchange.id),
          received: sayValue(id),
        });
      } else about(judged).holds(uniqueReference);
      if (before === undefined) seen.set(id, judged);
    }
  },
};

const clauses = { amount: '2.10/amount/as-paid', currency: '2.10/currency/as-paid' } as const;

const texts = '2.10/order/as-paid';

const masked = /^\d*x{3,}/;

/** 2.10: a queried order that was paid in the run has the amount and currency of its payment. */
export const asPaid: RunRule = {
  name: 'as-paid',
  clauses: [...Object.values(clauses), texts],
  operations: ['query'],
  disallowed: true,
  check(run, about) {
    const facts = factsOf(run);
    const payments = new Map(
      paymentsOf(facts).map((payment) => [`${payment.transaction_id}\n${payment.order_no}`, payment]),
    );
    const taken = ordersAcceptedOnce(facts);
    const histories = historiesByName(run);
    for (const { judged, record, path, account } of recordsOf(facts, 'query')) {
      const order = String(record.order_no);
      const payment =
        payments.get(`${String(record.transaction_id)}\n${order}`) ??
        withoutTransaction(taken.get(`${account}\n${order}`));
      for (const name of ['amount', 'currency'] as const) {
        const paid = payment?.request[name];
        const shown = record[name];
        if (!isText(paid) || typeof shown !== 'string' || isBlank(shown)) continue;
        // Evidence masks an amount that looks like a card number; masked values are not compared.
        if (masked.test(paid) || masked.test(shown)) continue;
        if (name === 'amount' && isPartOf(histories.get(`${account}\n${order}`), shown, paid)) continue;
        compareAsSent(about(judged), {
          clause: clauses[name],
          path: `${path}.${name}`,
          sent: paid,
          received: shown,
          expected: say('as-paid', [paid]),
        });
      }
      if (payment !== undefined) compareTexts(payment, record, path, about(judged));
    }
  },
};

/** Texts that a queried order repeats from its payment (2.2, 2.10), with their path in the request. */
const repeated: readonly (readonly [place: string, sent: readonly string[]])[] = [
  ...['website', 'shopper_email', 'shopper_phone'].map((name) => [name, [name]] as const),
  ...['address', 'city', 'country', 'firstname', 'lastname', 'postal_code', 'state'].map(
    (part) => [`delivery_information.delivery_${part}`, [`delivery_${part}`]] as const,
  ),
  ['subscription_result.contract_name', ['subscription', 'contract_name']],
];

/** Masks that depend on the value only: no markup, list or form that would be masked in parts. */
const plainMask = /^[\p{L}\p{N}@.+_ ?\ufffd\u00a1-\u00bf-]*$/u;

/** Personal fields are masked in request and answer alike, so that equal values have equal masks. */
function isMaskedAlike(place: string): boolean {
  return secretClassOf(place.split('.').at(-1) ?? '') === 'personal';
}

/** An order whose answer has no transaction_id: its order_no alone identifies it. */
function withoutTransaction(fact: Fact | undefined): Fact | undefined {
  return fact?.operation.id === 'direct-payment' ? undefined : fact;
}

/** A blank text is not what was sent either; types have their own clauses. */
function compareTexts(paid: Fact, record: JsonObject, path: string, recorder: Recorder): void {
  const compare = (place: string, sent: JsonValue | undefined) => {
    const shown = valueAt(record, place.split('.'));
    // What is shown blank is absent.
    if (!isText(sent) || typeof shown !== 'string' || isBlank(shown)) return;
    // Its mask depends on the outer blanks, which may be lost.
    if (isMaskedAlike(place) && sent !== sent.trim()) return;
    const known = isMaskedAlike(place) && plainMask.test(sent) && plainMask.test(shown);
    if (!known && !sameText(sent, shown) && (mayBeMasked(sent) || mayBeMasked(shown))) return;
    const expected = say('as-paid', [sent]);
    compareAsSent(recorder, { clause: texts, path: `${path}.${place}`, sent, received: shown, expected });
  };
  for (const [place, sent] of repeated) compare(place, valueAt(paid.request, sent));
  // No other answer names the subscription.
  if (paid.operation.id === 'direct-payment')
    compare('subscription_result.recurring_id', paid.answer.recurring_id);
}

const asRefundedClause = '2.11/refund/as-refunded';
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

/** The records by transaction and reference; those that share a reference are omitted, as they are ambiguous. */
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

/** The result entries of refunds that are done later, each of which alone has its refund_reference_id. */
function takenForLater(facts: readonly Fact[]): readonly JsonObject[] {
  // An answer is decoded at first use, and most are not of a batch or done at once.
  const batches = facts.filter(
    ({ operation, judged: { exchange, judgement } }) =>
      operation.batch !== undefined && exchange.statuses !== undefined && judgement.outcome === 'accepted',
  );
  const later = batches.flatMap(({ operation, answer, judged }) =>
    entriesOf(operation, answer).filter(
      (entry) =>
        entryOutcome(operation, entry, judged.exchange.statuses) === 'later' &&
        !isBlank(entry.refund_reference_id) &&
        hasClearIdentifiers(entry),
    ),
  );
  const groups = groupedBy(later, ({ refund_reference_id }) => refund_reference_id);
  return [...groups.values()].flatMap((same) => (same.length === 1 ? same : []));
}

/** 2.11: a record agrees with the refund answer of the same refund_reference_id, or else refund_reference. */
export const asRefunded: RunRule = {
  name: 'as-refunded',
  clauses: [asRefundedClause],
  operations: ['refund-search'],
  check(run, about) {
    const facts = factsOf(run);
    const refunds = recordsOf(facts, 'refund').map(({ record }) => record);
    const made = new Map(
      [...takenForLater(facts), ...refunds].map((refund) => [refund.refund_reference_id, refund]),
    );
    const referred = byReference(refunds);
    const payments = new Map(
      paymentsOf(facts).map(({ transaction_id, request }) => [transaction_id, request]),
    );
    const found = recordsOf(facts, 'refund-search');
    const listed = new Map(
      [...groupedBy(found, ({ judged }) => judged)].map(([judged, records]) => [
        judged,
        byReference(records.map(({ record }) => record)),
      ]),
    );
    for (const { judged, record, path } of found) {
      const id = record.refund_reference_id;
      if (typeof id !== 'string' || isBlank(id)) continue;
      const reference = referenceOf(record) ?? '';
      const isAlone = listed.get(judged)?.has(reference) === true;
      const refund = made.get(id) ?? (isAlone ? referred.get(reference) : undefined);
      if (refund === undefined) continue;
      about(judged).holds(asRefundedClause);
      for (const name of compared) {
        const given = refund[name];
        const shown = record[name];
        // Blank is absence: what was answered blank may be known later, and what is listed blank is not listed.
        if (typeof given !== 'string' || typeof shown !== 'string') continue;
        if (isBlank(given) || isBlank(shown)) continue;
        // The answer may have lost outer blanks that the listing has.
        if (isSameValue(name, given, shown) || withoutOuterBlanks(shown) === given) continue;
        // The amount is the one that was paid, whatever the refund named.
        const paid = payments.get(String(record.transaction_id))?.[name];
        if (typeof paid === 'string' && isSameValue(name, paid, shown)) continue;
        about(judged).breaks(asRefundedClause, {
          kind: 'differs',
          path: `${path}.${name}`,
          expected: say('as-refunded', [given]),
          received: sayValue(shown),
        });
      }
    }
  },
};
