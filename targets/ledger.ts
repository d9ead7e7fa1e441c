import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedExchange } from '../schemas/types.ts';
import { type LedgerEntry, ledgerEntriesOf } from './ledger-entries.ts';

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
