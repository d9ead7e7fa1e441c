import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../reports/replace-file.ts';
import { isObject, objectOf } from '../schemas/json.ts';
import { documentedOperations } from '../schemas/operations.ts';
import type { Exchange, JsonObject, JsonValue, JudgedExchange, Statuses } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { ledgerEntriesOf, recordableFor } from './ledger/entries.ts';
import type { LedgerEntry } from './ledger/entry.ts';
import { type LedgerOrigin, ledgerVersion } from './ledger/entry.ts';

/** Records what a run creates. */
export interface Ledger {
  /** Records before sending what a request may do, in case the process is killed while it waits. */
  begin(exchange: Omit<Exchange, 'received'>): void;
  /** Records the outcome of a request, which replaces the record made before it was sent. */
  note(judged: JudgedExchange): void;
}

/** The owner of a ledger, and the secrets that it must not contain. */
export interface LedgerOwner {
  readonly origin: LedgerOrigin;
  readonly secrets: readonly string[];
  /** The merchant's meanings of the service's statuses. */
  readonly statuses?: Statuses | undefined;
}

/** Marks a line cut off by a full disk or the death of the process. */
const cutOff = ' (cut off)';

/** Opens a ledger that only its owner can read; each JSON line is written before the call returns. */
export function openLedger(file: string, { origin, secrets, statuses }: LedgerOwner): Ledger {
  makeFolder(dirname(file), 0o700);
  const append = (text: string) => {
    try {
      appendFileSync(file, text, { mode: 0o600 });
    } catch (error) {
      // If the disk is full, the error names no file.
      throw Object.assign(error as Error, { path: file });
    }
  };
  const last = existsSync(file) ? (readFileSync(file, 'utf8').split('\n').at(-1) ?? '') : '';
  if (last !== '') append(lineIn(last) === undefined ? `${cutOff}\n` : '\n');
  const begun = new Set<string>();
  const write = (...lines: readonly object[]) => {
    if (lines.length > 0) append(lines.map((line) => `${JSON.stringify({ ...origin, ...line })}\n`).join(''));
  };
  const factsOf = (judged: JudgedExchange) => {
    const keepable = recordableFor(secrets, objectOf(judged.exchange.sent.value));
    return ledgerEntriesOf(judged, keepable, statuses);
  };
  return {
    begin(sending) {
      const { id: exchange, operation } = sending;
      const received = { kind: 'none', reason: 'aborted', detail: '', durationMs: 0 } as const;
      const unclear = { exchange, operation, outcome: 'unclear', request: 'partial' } as const;
      const judgement = { ...unclear, findings: [], exercised: [], observations: [] };
      const begins = factsOf({ exchange: { ...sending, received }, judgement });
      if (begins.length === 0) return;
      write({ exchange, begins });
      begun.add(exchange);
    },
    note(judged) {
      const exchange = judged.exchange.id;
      const ends = begun.delete(exchange) ? [{ exchange, ends: true }] : [];
      write(...factsOf(judged), ...ends);
    },
  };
}

/** Reads a ledger, empty if nothing was created; throws `ConfigurationError` for a line without target or creation. */
export function readLedger(file: string): readonly LedgerEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // An incomplete line was being written when the process died.
  const torn = lines.pop() ?? '';
  const entries: LedgerEntry[] = [];
  const begun: LedgerEntry[][] = [];
  for (const [at, text] of [...lines, ...(lineIn(torn) === undefined ? [] : [torn])].entries()) {
    if (text === '' || text.endsWith(cutOff)) continue;
    const { begins, ends, ...line } = lineIn(text) ?? {};
    const own =
      begins === undefined ? [line] : [begins].flat().map((facts) => ({ ...line, ...objectOf(facts) }));
    const wrong = lineIn(text) === undefined ? 'cannot be read' : whyNoEntry(line, ends === true ? [] : own);
    if (wrong !== undefined)
      throw new ConfigurationError(
        `${file}, line ${at + 1} ${wrong}: this suite reads ledgers of version ${ledgerVersion}, written by itself.`,
      );
    if (ends === true) {
      const last = begun.findLastIndex(([one]) => one?.exchange === line.exchange);
      if (last >= 0) begun.splice(last, 1);
    } else if (begins === undefined) entries.push(...(own as unknown as LedgerEntry[]));
    else begun.push(own as unknown as LedgerEntry[]);
  }
  return [...entries, ...begun.flat()];
}

function isEntry({ ledger: _, operation, certain, undo, ...texts }: JsonObject): boolean {
  const isKnown = (name: JsonValue | undefined) => documentedOperations.some(({ id }) => id === name);
  return (
    isKnown(operation) &&
    typeof certain === 'boolean' &&
    Array.isArray(undo) &&
    undo.every(isKnown) &&
    'exchange' in texts &&
    Object.values(texts).every((text) => typeof text === 'string')
  );
}

function whyNoEntry(line: JsonObject, entries: readonly JsonObject[]): string | undefined {
  const { ledger, run, baseUrl, merchant_id } = line;
  if (ledger !== ledgerVersion || [run, baseUrl, merchant_id].some((part) => typeof part !== 'string'))
    return 'does not say which target it is of';
  return entries.every(isEntry) ? undefined : 'does not say what was created';
}

function lineIn(text: string): JsonObject | undefined {
  try {
    const line: JsonValue = JSON.parse(text);
    return isObject(line) ? line : undefined;
  } catch {
    return undefined;
  }
}
