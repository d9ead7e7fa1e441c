import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceExchange, GatheredEvidence } from '../../../reports/evidence/lines.ts';
import { judgedOf, readEvidence } from '../../../reports/evidence.ts';
import { rejudge } from '../../../reports/verify/rejudge.ts';
import { verifyEvidence } from '../../../reports/verify.ts';
import { groupedBy, isObject } from '../../../schemas/json.ts';
import { plainLine } from '../../../schemas/plain-text.ts';
import { readLedgers, sortLedger } from '../../../targets/clean-up.ts';
import { ledgerEntriesOf } from '../../../targets/ledger/entries.ts';
import type { LedgerEntry } from '../../../targets/ledger/entry.ts';

/** One thing that a run left, or may have left, on its target. */
export interface Left {
  readonly entry: LedgerEntry;
  /** What it is, and what would be done, or why nothing is done. */
  readonly title: string;
  /** Why nothing is sent for it. */
  readonly why?: string;
  /** True if it is surely there, and nobody has undone it for sure. */
  readonly isOpen: boolean;
}

/** What the run in a folder left on its target; sends nothing. */
export function whatIsLeft(folder: string): readonly Left[] {
  const { open, unsure, uncertain, lasting, unbelieved } = sortLedger(readLedgers(folder));
  const noAnswer = 'because no clear answer came; look it up by';
  const all = [
    ...confirmedByEvidence(folder, open).map((entry) =>
      entry.doubt === undefined
        ? leftOf(entry, true)
        : leftOf(entry, true, `left alone, because ${entry.doubt}; look it up by order_no`),
    ),
    ...unsure.map((entry) => leftOf(entry, true, `may be undone already, ${noAnswer} order_no`)),
    ...uncertain.map((entry) => leftOf(entry, false, `may exist, ${noAnswer} order_no or request_id`)),
    ...lasting.map((entry) => leftOf(entry, false, 'the document shows no way to undo it')),
    ...unbelieved.map((entry) =>
      leftOf(entry, false, `not believed, because ${entry.doubt}; look it up by order_no`),
    ),
  ];
  // Titles of tests differ.
  return [...new Map(all.map((one) => [one.title, one])).values()];
}

function leftOf(entry: LedgerEntry, isOpen: boolean, why?: string): Left {
  const { operation, transaction_id, order_no, request_id, amount, rest, currency, undo } = entry;
  const left = rest === undefined ? amount : `${rest} of ${amount}`;
  const money = amount === undefined ? undefined : [left, currency].filter(Boolean).join(' ');
  const parts = [operation, transaction_id ?? 'no transaction_id', order_no ?? request_id, money];
  const named = parts.filter((part) => part !== undefined && part !== '').join('  ');
  const title = plainLine(`${named}: ${why ?? undo.join(' or ')}`);
  return { entry, title, isOpen, ...(why !== undefined && { why }) };
}

// Without a statement, as of `explore` or of a killed run, the exchanges are still judged again.
function whyInvalid(folder: string, evidence: GatheredEvidence): string | undefined {
  const [problem] = existsSync(join(folder, 'conformance.json'))
    ? verifyEvidence(folder).problems
    : rejudge(evidence).problems;
  return problem && `the evidence does not hold: ${problem.at}: ${problem.detail}`;
}

const named = ['operation', 'order_no', 'transaction_id', 'amount', 'currency', 'recurring_id'] as const;

function doubtOn(entry: LedgerEntry, exchange: EvidenceExchange): string | undefined {
  const { url, value } = exchange.sent;
  const merchant = isObject(value) ? value.merchant_id : undefined;
  if (!url.startsWith(`${entry.baseUrl}/`) || merchant !== entry.merchant_id)
    return 'its exchange was sent to another address, or for another merchant';
  const created = ledgerEntriesOf(judgedOf(exchange), () => true);
  // Runs of one seed share their ids.
  if (entry.order_no !== undefined && created.every(({ order_no }) => order_no !== entry.order_no))
    return 'the evidence has another order under its id, as after a later run into this folder';
  const isShown = created.some((one) => one.certain && named.every((name) => one[name] === entry[name]));
  return isShown ? undefined : 'its exchange does not show that this was accepted';
}

/** Returns entries, each with a doubt unless an accepted exchange of intact evidence confirms it. */
function confirmedByEvidence(folder: string, entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  if (entries.length === 0) return [];
  const evidence = readEvidence(folder);
  const broken = whyInvalid(folder, evidence);
  // Several calls of `explore` with one seed share their ids.
  const byId = groupedBy(evidence.exchanges, ({ id }) => id);
  return entries.map((entry) => {
    const doubts = (byId.get(entry.exchange) ?? []).map((exchange) => doubtOn(entry, exchange));
    const [first = 'the evidence of this folder does not hold its exchange'] = doubts;
    const doubt = broken ?? (doubts.includes(undefined) ? undefined : first);
    return doubt === undefined ? entry : { ...entry, doubt };
  });
}
