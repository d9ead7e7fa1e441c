import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRun, type RunVerdicts } from '../schemas/judge/judge-run.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { jsonText } from '../schemas/plain-text.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import { collectEvidence, mergedFile, partsFolder } from './evidence/collect.ts';
import { type FileMemory, linesOf, startBlock, withoutBodies, writingOf } from './evidence/exchange-lines.ts';
import { evidenceError, type LineFile, openLineFile, readLines } from './evidence/line-file.ts';
import type { EvidenceExchange, EvidenceNote, GatheredEvidence } from './evidence/lines.ts';
import { inStoredWords, judgedOf } from './evidence/rebuild.ts';
import { type MaskedMessages, maskExchange, maskMessages } from './redact/exchange.ts';
import { presentRedaction, redactNote } from './redact.ts';
import { type RunFacts, rootBefore } from './run/run-facts.ts';

export { exchangeOf, judgedOf } from './evidence/rebuild.ts';

/** The evidence file of a worker. */
export interface EvidenceWriter {
  /** Masks and appends an exchange, or appends it again after its page was `visited`; returns what was written. */
  record(judged: JudgedExchange, visited?: 'visited'): EvidenceExchange;
  /** Masks and appends one note. */
  note(entry: EvidenceNote): void;
  /** Writes what follows to another part, until the returned function closes it; that returns its path, if it has lines. */
  openPart(name: string): () => string | undefined;
  /** Closes the part; a part without its end marks the run as incomplete. */
  close(): void;
}

function mayBeSeen({ exchange: { operation }, judgement }: JudgedExchange): boolean {
  const isPage = isDocumented(operation) && operationOf(operation).answers === 'html';
  return isPage && judgement.outcome === 'accepted';
}

/** The last line of a part. */
export const partEnd = '{"kind":"end"}';

interface Part {
  readonly file: LineFile;
  readonly memory: FileMemory;
}

const pathOf = (dir: string, part: string) => join(dir, partsFolder, `${part}.ndjson`);

const openPartFile = (path: string): Part => ({ file: openLineFile(path), memory: new Map() });

function closePart({ file }: Part): void {
  file.append([partEnd]);
  file.close();
}

/**
 * Opens an empty `<dir>/parts/worker-<n>.ndjson`, or a part with the given name. A line is passed to the operating
 * system before the call returns, so it survives the process. The whole part is masked by the redaction that was
 * started last before. All methods throw `EvidenceError` if writing fails.
 */
export function openEvidence(dir: string, part: number | string): EvidenceWriter {
  const whole = openPartFile(pathOf(dir, typeof part === 'number' ? `worker-${part}` : part));
  let other: { readonly path: string; part?: Part } | undefined;
  const present = (): Part => {
    if (other === undefined) return whole;
    other.part ??= openPartFile(other.path);
    return other.part;
  };
  const masking = presentRedaction();
  // By answer: a page is recorded again after the visit of a browser, with messages that are already masked.
  const toBeSeen = new WeakMap<object, MaskedMessages>();
  return {
    record(judged, visited) {
      const { received } = judged.exchange;
      const exchange = masking(() => {
        const messages = toBeSeen.get(received) ?? maskMessages(judged.exchange);
        if (visited === undefined && mayBeSeen(judged)) toBeSeen.set(received, messages);
        return inStoredWords(maskExchange(judged, messages));
      });
      const again = visited === undefined ? [] : [JSON.stringify({ kind: 'visited', id: exchange.id })];
      const { file, memory } = present();
      file.append([...again, ...linesOf(exchange, memory)]);
      return exchange;
    },
    note: (entry) => present().file.append([jsonText(masking(() => redactNote(entry)))]),
    openPart(name) {
      const own: NonNullable<typeof other> = { path: pathOf(dir, name) };
      other = own;
      return () => {
        other = undefined;
        if (own.part === undefined) return undefined;
        closePart(own.part);
        return own.path;
      };
    },
    close: () => closePart(whole),
  };
}

/**
 * Merges the evidence of one or several folders into `<dir>/exchanges.ndjson`, limited by `evidenceBounds`, removes
 * `<dir>/parts`, and returns the content. Damaged lines and missing ends are `problems`, not errors. `known` has the
 * facts of the run besides its exchanges; with it, the file is sufficient for the statement.
 */
export function gatherEvidence(
  dir: string,
  from: readonly string[] = [dir],
  known?: Omit<RunFacts, 'before'>,
): GatheredEvidence {
  const { run: _, across: __, sha256: ___, ...gathered } = collectEvidence(from);
  const run: JsonObject | undefined = known && JSON.parse(jsonText({ ...known, before: rootBefore(dir) }));
  const across = run && judgeTogether(gathered);
  const exchanges: EvidenceExchange[] = [];
  const memory: FileMemory = new Map();
  const block = startBlock();
  const sha256 = replaceMerged(dir, gathered, (file) => {
    if (run !== undefined) file.append([jsonText({ kind: 'run', ...run })]);
    for (const exchange of gathered.exchanges) {
      const writing = writingOf(exchange, file.size);
      const kept = writing === 'bare' ? withoutBodies(exchange) : exchange;
      exchanges.push(kept);
      const lines = linesOf(kept, memory);
      file.append(writing === 'plain' ? lines : block.add(lines));
    }
    file.append(block.flush());
    file.append(closingLines({ ...gathered, ...(across && { across }) }));
  });
  const parts = join(dir, partsFolder);
  changing(parts, () => rmSync(parts, { recursive: true, force: true }));
  return { ...gathered, exchanges, sha256, ...(run && { run }), ...(across && { across }) };
}

/** Rewrites the merged file, whose last line has the SHA-256 of all lines before; returns the SHA-256. */
function replaceMerged(
  dir: string,
  counted: Pick<GatheredEvidence, 'exchanges' | 'notes'>,
  write: (file: LineFile) => void,
): string {
  const target = join(dir, mergedFile);
  const file = openLineFile(`${target}.tmp`, true);
  write(file);
  const { sha256 } = file;
  file.append([endLine(counted, sha256)]);
  file.close();
  changing(target, () => renameSync(`${target}.tmp`, target));
  return sha256;
}

function changing(file: string, change: () => void): void {
  try {
    change();
  } catch (cause) {
    throw evidenceError('written', file, cause);
  }
}

/** The lines after the exchanges: notes, problems, and the judgement of all exchanges together. */
export function closingLines({ notes, problems, across }: GatheredEvidence): readonly string[] {
  return [
    ...notes.map((note) => jsonText(note)),
    ...problems.map((problem) => jsonText({ kind: 'problem', ...problem })),
    ...(across === undefined ? [] : [jsonText({ kind: 'across', ...across })]),
  ];
}

/** The last line: the counts, and the SHA-256 of all lines before. */
export function endLine(
  { exchanges, notes }: Pick<GatheredEvidence, 'exchanges' | 'notes'>,
  sha256: string,
): string {
  return jsonText({ kind: 'end', exchanges: exchanges.length, notes: notes.length, sha256 });
}

/** The facts of the run in the evidence of a folder; undefined if its first line has none. */
export function readFacts(dir: string): RunFacts | undefined {
  for (const { text } of readLines(join(dir, mergedFile))) {
    const { kind, ...facts } = JSON.parse(text) as { readonly kind?: string } & RunFacts;
    return kind === 'run' ? facts : undefined;
  }
  return undefined;
}

/** Reads the evidence of a folder without changing it. */
export function readEvidence(dir: string): GatheredEvidence {
  return collectEvidence([dir]);
}

/** Judges the exchanges of a run together; refusals while the service refused everything are left out. */
export function judgeTogether({
  exchanges,
  notes,
}: Pick<GatheredEvidence, 'exchanges' | 'notes'>): RunVerdicts {
  const turnedAway = notes.flatMap((note) => (note.kind === 'found' ? note.exchanges : []));
  return judgeRun(exchanges.map(judgedOf), new Set(turnedAway));
}
