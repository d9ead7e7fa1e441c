import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedExchange } from '../schemas/judge-run.ts';
import type { DocumentedOperationId } from '../schemas/types.ts';
import { ledgerEntriesOf } from './ledger-entries.ts';

/** One thing that a run created on a target, or may have created. */
export interface LedgerEntry {
  readonly operation: DocumentedOperationId;
  readonly order_no?: string;
  readonly transaction_id?: string;
  readonly amount?: string;
  /** What is left of `amount` after refunds in parts; absent when all of it is. */
  readonly rest?: string;
  readonly currency?: string;
  readonly recurring_id?: string;
  readonly contract_name?: string;
  /** False when no clear answer came, so that it may or may not exist. */
  readonly certain: boolean;
  /** Operations that could undo it, in the order to try them; empty when the document shows none. */
  readonly undo: readonly DocumentedOperationId[];
  /** Id of the exchange that created it. */
  readonly exchange: string;
}

/** Writes down what is created. */
export interface Ledger {
  note(judged: JudgedExchange): void;
}

/** Opens a ledger that appends one JSON line per entry, on disk before the call returns. */
export function openLedger(file: string): Ledger {
  mkdirSync(dirname(file), { recursive: true });
  return {
    note(judged) {
      for (const entry of ledgerEntriesOf(judged)) appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}

/** Reads a ledger; empty when the run created nothing. */
export function readLedger(file: string): readonly LedgerEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as LedgerEntry);
}
