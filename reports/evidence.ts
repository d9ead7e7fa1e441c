import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRun, type RunVerdicts } from '../schemas/judge/judge-run.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { exactJsonText, jsonText } from '../schemas/plain-text.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import { mergedFile, partsFolder, readEvidence } from './evidence/collect.ts';
import { evidenceError, type LineFile, openLineFile } from './evidence/line-file.ts';
import type { EvidenceExchange, EvidenceNote, GatheredEvidence, Shortened } from './evidence/lines.ts';
import { inStoredWords, judgedOf } from './evidence/rebuild.ts';
import { type MaskedMessages, maskExchange, maskMessages } from './redact/exchange.ts';
import { presentRedaction, redactNote } from './redact.ts';
import { type RunFacts, rootBefore } from './run/run-facts.ts';

export { readEvidence } from './evidence/collect.ts';
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

const pathOf = (dir: string, part: string) => join(dir, partsFolder, `${part}.ndjson`);

function closePart(part: LineFile): void {
  part.append(partEnd);
  part.close();
}

/**
 * Opens an empty `<dir>/parts/worker-<n>.ndjson`, or a part with the given name. A line is passed to the operating
 * system before the call returns, so it survives the process. The whole part is masked by the redaction that was
 * started last before. All methods throw `EvidenceError` if writing fails.
 */
export function openEvidence(dir: string, part: number | string): EvidenceWriter {
  const whole = openLineFile(pathOf(dir, typeof part === 'number' ? `worker-${part}` : part));
  let other: { readonly path: string; part?: LineFile } | undefined;
  const present = (): LineFile => {
    if (other === undefined) return whole;
    other.part ??= openLineFile(other.path);
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
      if (visited !== undefined) present().append(JSON.stringify({ kind: 'visited', id: exchange.id }));
      present().append(exactJsonText(exchange));
      return exchange;
    },
    note: (entry) => present().append(jsonText(masking(() => redactNote(entry)))),
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
 * Limits of the merged file in bytes. Beyond `all`, only exchanges with findings keep their bodies, up to `last`. The
 * judgement of an exchange is never left out.
 */
export const evidenceBounds = { all: 14 * 1024 * 1024, last: 16 * 1024 * 1024 } as const;

function withinBounds(exchange: EvidenceExchange, size: number): EvidenceExchange {
  const bound = exchange.judgement.findings.length > 0 ? evidenceBounds.last : evidenceBounds.all;
  return size < bound ? exchange : withoutBodies(exchange);
}

/** The exchange without its bodies; `shortened` gives their lengths. */
function withoutBodies({ page: _, ...exchange }: EvidenceExchange): EvidenceExchange {
  const { sent, received } = exchange;
  const shortened = (of: { readonly body: string; readonly shortened?: Shortened }) =>
    of.shortened ?? { length: of.body.length };
  return {
    ...exchange,
    sent: { ...sent, body: '', value: null, shortened: shortened(sent) },
    received: received.kind === 'none' ? received : { ...received, body: '', shortened: shortened(received) },
  };
}

/**
 * Merges the parts of a folder into `exchanges.ndjson.gz`, limited by `evidenceBounds`, removes them, and returns the
 * content. `known` has the facts of the run besides its exchanges; with it, the file is sufficient for the statement.
 */
export function gatherEvidence(dir: string, known?: Omit<RunFacts, 'before'>): GatheredEvidence {
  const { exchanges, notes, problems } = readEvidence(dir);
  const run: JsonObject | undefined = known && JSON.parse(jsonText({ ...known, before: rootBefore(dir) }));
  const across = run && judgeTogether({ exchanges, notes });
  const target = join(dir, mergedFile);
  const file = openLineFile(`${target}.tmp`, 'packed');
  const kept: EvidenceExchange[] = [];
  function* bounded() {
    for (const exchange of exchanges) {
      const one = withinBounds(exchange, file.size);
      kept.push(one);
      yield one;
    }
  }
  const rest = { notes, problems, ...(run && { run }), ...(across && { across }) };
  let last = '';
  for (const line of evidenceLines({ ...rest, exchanges: bounded() })) {
    file.append(line);
    last = line;
  }
  file.close();
  const parts = join(dir, partsFolder);
  try {
    renameSync(`${target}.tmp`, target);
    rmSync(parts, { recursive: true, force: true });
  } catch (cause) {
    throw evidenceError('written', target, cause);
  }
  return { ...rest, exchanges: kept, sha256: JSON.parse(last).sha256 };
}

/** The lines of the merged file; the last one has the counts, and the SHA-256 of all lines before. */
export function* evidenceLines({
  run,
  exchanges,
  notes,
  problems,
  across,
}: Omit<GatheredEvidence, 'exchanges'> & {
  readonly exchanges: Iterable<EvidenceExchange>;
}): Generator<string, undefined> {
  const sum = createHash('sha256');
  const summed = (line: string) => {
    sum.update(`${line}\n`);
    return line;
  };
  if (run !== undefined) yield summed(exactJsonText({ kind: 'run', ...run }));
  let count = 0;
  for (const exchange of exchanges) {
    count += 1;
    yield summed(exactJsonText(exchange));
  }
  for (const note of notes) yield summed(jsonText(note));
  for (const problem of problems) yield summed(jsonText({ kind: 'problem', ...problem }));
  if (across !== undefined) yield summed(jsonText({ kind: 'across', ...across }));
  yield jsonText({ kind: 'end', exchanges: count, notes: notes.length, sha256: sum.digest('hex') });
}

/** Judges the exchanges of a run together; refusals while the service refused everything are left out. */
export function judgeTogether({
  exchanges,
  notes,
}: Pick<GatheredEvidence, 'exchanges' | 'notes'>): RunVerdicts {
  const turnedAway = notes.flatMap((note) => (note.kind === 'found' ? note.exchanges : []));
  return judgeRun(exchanges.map(judgedOf), new Set(turnedAway));
}
