import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedExchange } from '../schemas/judge-run.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { ledgerEntriesOf } from './ledger/entries.ts';
import { keepableFor } from './ledger/keepable.ts';
import { type LedgerOrigin, ledgerVersion } from './ledger/origin.ts';

/** What one exchange says of something that it created, or may have created. */
export interface LedgerFacts {
  readonly operation: DocumentedOperationId;
  /** As it was sent; amount, currency and account as well. */
  readonly order_no?: string;
  readonly request_id?: string;
  readonly account_id?: string;
  readonly amount?: string;
  readonly currency?: string;
  /** As the service answered it, where the answer is believed. */
  readonly transaction_id?: string;
  readonly recurring_id?: string;
  readonly contract_name?: string;
  /** What is left of `amount` after refunds in parts; absent when all of it is. */
  readonly rest?: string;
  /** False when no clear answer came, so that it may or may not exist. */
  readonly certain: boolean;
  /** Why the answer is not believed: then nothing is undone. */
  readonly doubt?: string;
  /** Operations that could undo it, in the order to try them; empty when the document shows none. */
  readonly undo: readonly DocumentedOperationId[];
  /** Id of the exchange that created it. */
  readonly exchange: string;
}

/** One line of a ledger: what was created, and on which target by which run. */
export interface LedgerEntry extends LedgerFacts, LedgerOrigin {}

/** Writes down what is created. */
export interface Ledger {
  note(judged: JudgedExchange): void;
}

/** Whose ledger is opened, and what may never stand in it. */
export interface LedgerOwner {
  readonly origin: LedgerOrigin;
  readonly secrets: readonly string[];
}

/** Opens a ledger, for its owner's eyes only, that appends one JSON line per entry, on disk before the call returns. */
export function openLedger(file: string, { origin, secrets }: LedgerOwner): Ledger {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return {
    note(judged) {
      const keepable = keepableFor(secrets, judged.exchange.sent.value as JsonObject);
      for (const facts of ledgerEntriesOf(judged, keepable))
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
