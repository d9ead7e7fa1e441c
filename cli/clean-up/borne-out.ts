import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { judgedOf, readEvidence } from '../../reports/evidence.ts';
import { groupedBy } from '../../reports/grouped-by.ts';
import { rejudge } from '../../reports/verify/rejudge.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { isObject } from '../../schemas/json.ts';
import { ledgerEntriesOf } from '../../targets/ledger/entries.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';

/** Entries of a ledger, told apart by what the evidence beside it says. */
export interface BorneOut {
  /** What the exchange that each names has created, by its own request and answer. */
  readonly proven: readonly LedgerEntry[];
  /** With the doubt on each. */
  readonly unproven: readonly LedgerEntry[];
}

// What a single session leaves has no statement; its exchanges are judged again all the same.
function whyNotHolding(folder: string, evidence: GatheredEvidence): string | undefined {
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
  const isShown = created.some((one) => one.certain && named.every((name) => one[name] === entry[name]));
  return isShown ? undefined : 'its exchange does not show that this was accepted';
}

/** Holds the entries of a ledger, which anybody can write, against the evidence of the folder: an accepted exchange bears each of them out, or nothing of it is undone. */
export function borneOut(folder: string, entries: readonly LedgerEntry[]): BorneOut {
  const evidence = readEvidence(folder);
  const broken = whyNotHolding(folder, evidence);
  // Several calls of `explore` with one seed have the same ids.
  const byId = groupedBy(evidence.exchanges, ({ id }) => id);
  const doubtsOn = (entry: LedgerEntry) =>
    (byId.get(entry.exchange) ?? []).map((exchange) => doubtOn(entry, exchange));
  const held = entries.map((entry) => {
    const doubts = doubtsOn(entry);
    const [first = 'the evidence of this folder does not hold its exchange'] = doubts;
    return { entry, doubt: broken ?? (doubts.includes(undefined) ? undefined : first) };
  });
  return {
    proven: held.flatMap(({ entry, doubt }) => (doubt === undefined ? [entry] : [])),
    unproven: held.flatMap(({ entry, doubt }) => (doubt === undefined ? [] : [{ ...entry, doubt }])),
  };
}
