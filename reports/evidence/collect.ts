import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { phrases } from '../../schemas/findings/phrases.ts';
import type { Said } from '../../schemas/findings/said.ts';
import { plainValues } from '../../schemas/findings/say.ts';
import { compare } from '../../schemas/plain-text.ts';
import type { Finding, JsonObject } from '../../schemas/types.ts';
import { exchangeIn, type FileMemory, takeList, unpacked } from './exchange-lines.ts';
import { isOfSystem, readLines } from './line-file.ts';
import type {
  AcrossRun,
  EvidenceExchange,
  EvidenceNote,
  EvidenceProblem,
  GatheredEvidence,
  TwinNote,
} from './lines.ts';

/** The merged file of a run, relative to its folder. */
export const mergedFile = 'exchanges.ndjson';
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

function filesOf(dir: string): string[] {
  const parts = join(dir, partsFolder);
  const names = existsSync(parts) ? readdirSync(parts).filter((name) => name.endsWith('.ndjson')) : [];
  if (names.length > 0) return names.sort().map((name) => join(parts, name));
  const merged = join(dir, mergedFile);
  return existsSync(merged) ? [merged] : [];
}

function readInto(collected: Collected, file: string, name: string): void {
  const memory: FileMemory = new Map();
  let ended = false;
  let number = 0;
  for (const { text, whole } of readLines(file)) {
    number += 1;
    const complain = (problem: string) =>
      collected.problems.push({ file: name, problem: `line ${number} ${problem}` });
    if (!whole) complain('is cut short');
    try {
      for (const line of unpacked(JSON.parse(text))) ended = take(line, memory, collected) === 'end';
    } catch (error) {
      // A full disk is not damage to the evidence.
      if (isOfSystem(error)) throw error;
      if (whole)
        complain(
          error instanceof SyntaxError
            ? 'is not valid JSON'
            : error instanceof Error
              ? error.message
              : String(error),
        );
    }
  }
  if (!ended)
    collected.problems.push({ file: name, problem: 'was never closed: what came last may be missing' });
}

function take(line: JsonObject, memory: FileMemory, collected: Collected): unknown {
  const { notes, problems } = collected;
  switch (line.kind) {
    case 'list':
      takeList(line, memory);
      break;
    case 'exchange':
      takeExchange(valued(exchangeIn(line, memory)), collected);
      break;
    case 'visited':
      collected.visited.add(String(line.id));
      break;
    case 'problem':
      problems.push({ file: String(line.file), problem: String(line.problem) });
      break;
    case 'twin':
      notes.push(withFindings(line as unknown as TwinNote));
      break;
    case 'skipped':
    case 'observed':
    case 'sent':
    case 'found':
      notes.push(line as unknown as EvidenceNote);
      break;
    // This module wrote these lines; verification detects later changes.
    case 'run':
      collected.run = contentOf(line);
      break;
    case 'across':
      collected.across = withFindings(contentOf(line) as unknown as AcrossRun);
      break;
    case 'end':
      if (typeof line.sha256 === 'string') collected.sha256 = line.sha256;
      break;
    default:
      throw new Error(`has the unknown kind "${String(line.kind)}"`);
  }
  return line.kind;
}

function contentOf({ kind: _, ...content }: JsonObject): JsonObject {
  return content;
}

function withFindings<Holder extends { readonly findings: readonly Finding[] }>(holder: Holder): Holder {
  return { ...holder, findings: withValues(holder.findings) };
}

function valued(exchange: EvidenceExchange): EvidenceExchange {
  const { judgement } = exchange;
  // Most exchanges have no findings.
  return judgement.findings.length === 0 ? exchange : { ...exchange, judgement: withFindings(judgement) };
}

/** Adds an exchange; a visited one replaces its earlier record. */
function takeExchange(exchange: EvidenceExchange, { exchanges, visited }: Collected): void {
  const at = visited.delete(exchange.id) ? exchanges.findLastIndex(({ id }) => id === exchange.id) : -1;
  if (at === -1) exchanges.push(exchange);
  else exchanges[at] = exchange;
}

function byOrigin(a: EvidenceExchange | EvidenceNote, b: EvidenceExchange | EvidenceNote): number {
  return (
    compare(a.origin?.file ?? '', b.origin?.file ?? '') ||
    compare(a.origin?.test ?? '', b.origin?.test ?? '') ||
    compare(a.origin?.ordinal ?? 0, b.origin?.ordinal ?? 0)
  );
}

/** Reads one or several evidence folders in stable order; the parts, if there are any, instead of the merged file. */
export function collectEvidence(dirs: readonly string[]): GatheredEvidence {
  const collected: Collected = { exchanges: [], notes: [], problems: [], visited: new Set() };
  for (const dir of dirs) {
    const files = filesOf(dir);
    for (const file of files) readInto(collected, file, relative(dir, file).replaceAll('\\', '/'));
    if (files.length === 0)
      collected.problems.push({ file: mergedFile, problem: 'is missing: nothing was recorded' });
  }
  collected.exchanges.sort((a, b) => byOrigin(a, b) || compare(a.id, b.id));
  collected.notes.sort((a, b) => byOrigin(a, b) || compare(JSON.stringify(a), JSON.stringify(b)));
  return collected;
}

/** A finding as in evidence of earlier versions, which may contain only its words. */
type StoredFinding = Omit<Finding, 'kind' | 'values'> & Partial<Pick<Finding, 'kind' | 'values'>>;

/** Findings with values. Evidence of earlier versions contains only words, which then are the values. */
function withValues(findings: readonly StoredFinding[]): readonly Finding[] {
  return findings.map((finding) => {
    const { kind = 'value', values } = finding;
    const isSaid = values !== undefined && isPhrase(values.expected) && isPhrase(values.received);
    return { ...finding, kind, values: isSaid ? values : plainValues(finding) };
  });
}

function isPhrase(said: Said | undefined): said is Said {
  return said !== undefined && Object.hasOwn(phrases, said.says);
}
