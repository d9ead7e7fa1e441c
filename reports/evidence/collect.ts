import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isObject } from '../../schemas/json.ts';
import { compare } from '../../schemas/plain-text.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { isOfSystem, readLines } from './line-file.ts';
import type {
  AcrossRun,
  EvidenceExchange,
  EvidenceNote,
  EvidenceProblem,
  GatheredEvidence,
} from './lines.ts';

/** The merged file of a run, relative to its folder. */
export const mergedFile = 'exchanges.ndjson.gz';
/** The folder with the workers' files, relative to the evidence folder. */
export const partsFolder = 'parts';

interface Collected {
  readonly exchanges: EvidenceExchange[];
  readonly notes: EvidenceNote[];
  readonly problems: EvidenceProblem[];
  /** Exchanges whose next line repeats them with the visit of a browser. */
  readonly visited: Set<string>;
  run?: JsonObject;
  across?: AcrossRun;
  sha256?: string;
}

/** Why the evidence of a folder cannot be read by this release, in one line; undefined if it can. */
export function whyUnreadable(dir: string): string | undefined {
  const old = join(dir, 'exchanges.ndjson');
  return existsSync(old) ? `${old} was written by an earlier release, which can read it.` : undefined;
}

function filesOf(dir: string): string[] {
  const why = whyUnreadable(dir);
  if (why !== undefined) throw new Error(why);
  const parts = join(dir, partsFolder);
  const names = existsSync(parts) ? readdirSync(parts).filter((name) => name.endsWith('.ndjson')) : [];
  if (names.length > 0) return names.sort().map((name) => join(parts, name));
  const merged = join(dir, mergedFile);
  return existsSync(merged) ? [merged] : [];
}

function readInto(collected: Collected, file: string, name: string): void {
  let ended = false;
  let number = 0;
  const complain = (problem: string) =>
    collected.problems.push({ file: name, problem: `line ${number} ${problem}` });
  try {
    for (const { text, whole } of readLines(file)) {
      number += 1;
      if (whole) ended = take(text, collected, complain) === 'end';
      else complain('is cut short');
    }
  } catch (error) {
    // A full disk is not damage to the evidence.
    if (isOfSystem(error)) throw error;
    collected.problems.push({ file: name, problem: `cannot be unpacked beyond line ${number}` });
  }
  if (!ended)
    collected.problems.push({ file: name, problem: 'was never closed: what came last may be missing' });
}

/** Takes a line, or complains about it; returns its kind. */
function take(text: string, collected: Collected, complain: (problem: string) => void): unknown {
  try {
    const line: JsonObject = JSON.parse(text);
    takeLine(line, collected);
    return line.kind;
  } catch (error) {
    complain(error instanceof SyntaxError ? 'is not valid JSON' : (error as Error).message);
    return undefined;
  }
}

// This suite wrote the lines; verification detects later changes.
function takeLine(line: JsonObject, collected: Collected): void {
  const { kind, ...content } = line;
  switch (kind) {
    case 'exchange':
      takeExchange(exchangeIn(line), collected);
      break;
    case 'visited':
      collected.visited.add(String(line.id));
      break;
    case 'problem':
      collected.problems.push({ file: String(line.file), problem: String(line.problem) });
      break;
    case 'twin':
    case 'skipped':
    case 'observed':
    case 'sent':
    case 'found':
      collected.notes.push(line as unknown as EvidenceNote);
      break;
    case 'run':
      collected.run = content;
      break;
    case 'across':
      collected.across = content as unknown as AcrossRun;
      break;
    case 'end':
      if (typeof line.sha256 === 'string') collected.sha256 = line.sha256;
      break;
    default:
      throw new Error(`has the unknown kind "${String(kind)}"`);
  }
}

/** Adds an exchange; a visited one replaces its earlier record. */
function takeExchange(exchange: EvidenceExchange, { exchanges, visited }: Collected): void {
  const at = visited.delete(exchange.id) ? exchanges.findLastIndex(({ id }) => id === exchange.id) : -1;
  if (at === -1) exchanges.push(exchange);
  else exchanges[at] = exchange;
}

/** The exchange of a line; throws an `Error` if the line is not complete. */
function exchangeIn(line: JsonObject): EvidenceExchange {
  for (const name of ['sent', 'received', 'judgement'])
    if (!isObject(line[name])) throw new Error(`has no "${name}"`);
  const exchange = line as unknown as EvidenceExchange;
  const { judgement, masked, received } = exchange;
  const { findings, exercised, observations } = judgement;
  for (const [name, list] of Object.entries({ findings, exercised, observations, masked }))
    if (!Array.isArray(list)) throw new Error(`has no list "${name}"`);
  return { ...exchange, received: withPackedBody(received) };
}

/** Bodies with more characters than this are packed in memory: thousands of them would not fit into it. */
const longest = 8 * 1024;

function withPackedBody(received: EvidenceExchange['received']): EvidenceExchange['received'] {
  if (received.kind === 'none' || received.body.length <= longest) return received;
  // Half of a pair of surrogates does not survive UTF-8.
  const packed = deflateRawSync(Buffer.from(received.body, 'utf16le'), { level: 1 });
  return {
    ...received,
    get body() {
      return inflateRawSync(packed).toString('utf16le');
    },
  };
}

function byOrigin(a: EvidenceExchange | EvidenceNote, b: EvidenceExchange | EvidenceNote): number {
  return (
    compare(a.origin?.file ?? '', b.origin?.file ?? '') ||
    compare(a.origin?.test ?? '', b.origin?.test ?? '') ||
    compare(a.origin?.ordinal ?? 0, b.origin?.ordinal ?? 0)
  );
}

/**
 * Reads the evidence of a folder in stable order, without changing it: the parts, if there are any, instead of the
 * merged file. Damaged lines and missing ends are `problems`, not errors.
 */
export function readEvidence(dir: string): GatheredEvidence {
  const all: Collected = { exchanges: [], notes: [], problems: [], visited: new Set() };
  const files = filesOf(dir);
  for (const file of files) readInto(all, file, relative(dir, file).replaceAll('\\', '/'));
  if (files.length === 0)
    all.problems.push({ file: mergedFile, problem: 'is missing: nothing was recorded' });
  all.exchanges.sort((a, b) => byOrigin(a, b) || compare(a.id, b.id));
  all.notes.sort((a, b) => byOrigin(a, b) || compare(JSON.stringify(a), JSON.stringify(b)));
  const { visited: _, ...evidence } = all;
  return evidence;
}
