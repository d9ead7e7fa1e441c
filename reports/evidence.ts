import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange, JudgedExchange } from '../schemas/types.ts';
import { openLineFile } from './evidence/append.ts';
import { withoutBodies, writingOf } from './evidence/budget.ts';
import { collectEvidence, mergedFile, partsFolder } from './evidence/collect.ts';
import { linesOf, startMemory } from './evidence/compact.ts';
import { evidenceError } from './evidence/error.ts';
import type { EvidenceExchange, EvidenceNote, GatheredEvidence } from './evidence/lines.ts';
import { startBlock } from './evidence/packing.ts';
import { rebuildExchange, rebuildJudged } from './evidence/rebuild.ts';
import { redactExchange, redactNote } from './redact.ts';

/** What a worker writes its evidence with. */
export interface EvidenceWriter {
  /** Masks and appends one exchange, or one that was appended before and was then `visited`; returns what was written, for attachments. */
  record(judged: JudgedExchange, visited?: 'visited'): EvidenceExchange;
  /** Masks and appends one note. */
  note(entry: EvidenceNote): void;
  /** Ends the part; a part that was never closed marks the run as incomplete. */
  close(): void;
}

/**
 * Opens `<dir>/parts/worker-<n>.ndjson`. Every line is with the operating system before the call returns, so that it
 * survives the process. All methods throw `EvidenceError` when the disk does not take it.
 */
export function openEvidence(dir: string, workerIndex: number): EvidenceWriter {
  const file = openLineFile(join(dir, partsFolder, `worker-${workerIndex}.ndjson`));
  const memory = startMemory();
  return {
    record(judged, visited) {
      const exchange = redactExchange(judged);
      const again = visited === undefined ? [] : [JSON.stringify({ kind: 'visited', id: exchange.id })];
      file.append([...again, ...linesOf(exchange, memory)]);
      return exchange;
    },
    note: (entry) => file.append([JSON.stringify(redactNote(entry))]),
    close() {
      file.append(['{"kind":"end"}']);
      file.close();
    },
  };
}

/**
 * Merges the evidence of one or several folders into `<dir>/exchanges.ndjson`, bounded by `evidenceBounds`, removes
 * `<dir>/parts`, and returns all of it. Damaged lines and missing ends are `problems`, never errors.
 */
export function gatherEvidence(dir: string, from: readonly string[] = [dir]): GatheredEvidence {
  const gathered = collectEvidence(from);
  const target = join(dir, mergedFile);
  const file = openLineFile(`${target}.tmp`);
  const memory = startMemory();
  const block = startBlock();
  for (const exchange of gathered.exchanges) {
    const writing = writingOf(exchange, file.size);
    const lines = linesOf(writing === 'bare' ? withoutBodies(exchange) : exchange, memory);
    file.append(writing === 'plain' ? lines : block.add(lines));
  }
  file.append(block.flush());
  for (const note of gathered.notes) file.append([JSON.stringify(note)]);
  for (const problem of gathered.problems) file.append([JSON.stringify({ kind: 'problem', ...problem })]);
  file.append([
    JSON.stringify({ kind: 'end', exchanges: gathered.exchanges.length, notes: gathered.notes.length }),
  ]);
  file.close();
  try {
    renameSync(`${target}.tmp`, target);
    rmSync(join(dir, partsFolder), { recursive: true, force: true });
  } catch (cause) {
    throw evidenceError('written', target, cause);
  }
  return gathered;
}

/** Reads the evidence of a folder without changing it. */
export function readEvidence(dir: string): GatheredEvidence {
  return collectEvidence([dir]);
}

/** The exchange that a line of evidence describes, with digits standing in for masked ones, ready to be judged again. */
export function exchangeOf(evidence: EvidenceExchange): Exchange {
  return rebuildExchange(evidence);
}

/** The exchange of a line with the judgement of the run, for rules across exchanges. */
export function judgedOf(evidence: EvidenceExchange): JudgedExchange {
  return rebuildJudged(evidence);
}
