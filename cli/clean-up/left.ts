import { join } from 'node:path';
import { leftBehind } from '../../targets/clean-up.ts';
import { withDoubts } from '../../targets/ledger/believed.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { readLedger } from '../../targets/ledger.ts';

/** What runs left on a target. */
export interface Left {
  /** Entries that something could undo, with what could still undo them. */
  readonly open: readonly LedgerEntry[];
  /** Entries that may be undone already, because what was to undo them got no clear answer: nothing more is sent for them. */
  readonly unsure: readonly LedgerEntry[];
  /** Entries without a clear answer: they may or may not exist. */
  readonly uncertain: readonly LedgerEntry[];
  /** Entries that the document shows no way to undo. */
  readonly lasting: readonly LedgerEntry[];
  /** Entries whose answer does not speak of what was sent, with the doubt: nothing of them is undone. */
  readonly unbelieved: readonly LedgerEntry[];
}

/** The folder beside a run's reports that keeps what cleaning up did; the reports themselves stay as they were signed. */
export function cleanUpFolder(out: string): string {
  return `${out.replace(/[/\\]+$/, '')}.clean-up`;
}

// What only ends or returns something leaves nothing behind of its own.
const ending = new Set(['cancel', 'refund', 'cancel-subscription', 'review']);

/** The ledger of a run with what earlier clean-ups ended or returned. */
export function readLedgers(out: string): readonly LedgerEntry[] {
  const undone = readLedger(join(cleanUpFolder(out), 'ledger.ndjson'));
  return [
    ...readLedger(join(out, 'ledger.ndjson')),
    ...undone.filter(({ operation }) => ending.has(operation)),
  ];
}

/** Sorts a ledger into what can be undone, what may exist, what stays, and what is not believed. */
export function sortLedger(ledger: readonly LedgerEntry[]): Left {
  const entries = withDoubts(ledger);
  const left = leftBehind(entries);
  const created = entries.filter(({ operation, doubt }) => !ending.has(operation) && doubt === undefined);
  return {
    open: left.filter(({ undo }) => undo.length > 0),
    unsure: left.filter(({ undo }) => undo.length === 0),
    uncertain: created.filter(({ certain }) => !certain),
    lasting: created.filter(({ certain, undo }) => certain && undo.length === 0),
    unbelieved: entries.filter(({ doubt }) => doubt !== undefined),
  };
}
