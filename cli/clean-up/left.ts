import { join } from 'node:path';
import { leftBehind } from '../../targets/clean-up.ts';
import { readLedger } from '../../targets/ledger.ts';
import type { LedgerEntry } from '../../targets/ledger-entries.ts';

/** What runs left on a target. */
export interface Left {
  /** Entries that something could undo, with what could still undo them. */
  readonly open: readonly LedgerEntry[];
  /** Entries without a clear answer: they may or may not exist. */
  readonly uncertain: readonly LedgerEntry[];
  /** Entries that the document shows no way to undo. */
  readonly lasting: readonly LedgerEntry[];
}

/** The folder beside a run's reports that keeps what cleaning up did; the reports themselves stay as they were signed. */
export function cleanUpFolder(out: string): string {
  return `${out.replace(/[/\\]+$/, '')}.clean-up`;
}

/** The ledger of a run with what earlier clean-ups added. */
export function readLedgers(out: string): readonly LedgerEntry[] {
  return [out, cleanUpFolder(out)].flatMap((folder) => readLedger(join(folder, 'ledger.ndjson')));
}

// What only ends or returns something leaves nothing behind of its own.
const ending = new Set(['cancel', 'refund', 'cancel-subscription', 'review']);

/** Sorts a ledger into what can be undone, what may exist, and what stays. */
export function sortLedger(entries: readonly LedgerEntry[]): Left {
  const created = entries.filter(({ operation }) => !ending.has(operation));
  return {
    open: leftBehind(entries),
    uncertain: created.filter(({ certain }) => !certain),
    lasting: created.filter(({ certain, undo }) => certain && undo.length === 0),
  };
}
