import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Statuses } from '../schemas/history/states.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { keepableFor, ledgerEntriesOf } from './ledger/entries.ts';
import type { LedgerEntry } from './ledger/entry.ts';
import { type LedgerOrigin, ledgerVersion } from './ledger/entry.ts';

/** Writes down what is created. */
export interface Ledger {
  note(judged: JudgedExchange): void;
}

/** Whose ledger is opened, and what may never be in it. */
export interface LedgerOwner {
  readonly origin: LedgerOrigin;
  readonly secrets: readonly string[];
  /** What the merchant says that the statuses of the service mean. */
  readonly statuses?: Statuses | undefined;
}

/** Opens a ledger, for its owner's eyes only, that appends one JSON line per entry, on disk before the call returns. */
export function openLedger(file: string, { origin, secrets, statuses }: LedgerOwner): Ledger {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return {
    note(judged) {
      const keepable = keepableFor(secrets, judged.exchange.sent.value as JsonObject);
      for (const facts of ledgerEntriesOf(judged, keepable, statuses))
        appendFileSync(file, `${JSON.stringify({ ...origin, ...facts })}\n`, { mode: 0o600 });
    },
  };
}

/** Reads a ledger, empty when the run created nothing; throws `ConfigurationError` for lines that do not say whose they are. */
export function readLedger(file: string): readonly LedgerEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // A line without its end was being written when the process died.
  const torn = lines.pop() ?? '';
  const whole = entryIn(torn) === undefined ? lines : [...lines, torn];
  return whole.filter(Boolean).map((line, at) => {
    const entry = entryIn(line);
    if (entry?.ledger === ledgerVersion) return entry;
    const wrong = entry === undefined ? 'cannot be read' : 'does not say which target it is of';
    throw new ConfigurationError(
      `${file}, line ${at + 1} ${wrong}: this suite reads ledgers of version ${ledgerVersion}, written by itself.`,
    );
  });
}

function entryIn(line: string): LedgerEntry | undefined {
  try {
    return JSON.parse(line) as LedgerEntry;
  } catch {
    return undefined;
  }
}
