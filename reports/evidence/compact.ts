import { hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../schemas/json.ts';
import { exactJsonText } from '../../schemas/plain-text.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { knownList } from './known-lists.ts';
import type { EvidenceExchange, EvidenceRequest } from './lines.ts';
import { valueTextOf, withValue } from './value-text.ts';

/** Bodies from so many characters on lie on disk while a run is reported, so that thousands of long ones need no memory. */
const longestInMemory = 8 * 1024;
/** Characters of longer bodies that stay in memory all the same, those of the first thousands of exchanges: the disk is for longer runs. */
const mostInMemory = 32 * 1024 * 1024;

interface SpillFile {
  readonly handle: number;
  size: number;
}

let file: SpillFile | undefined;

/** One file for the process, without a name where the system allows it, so that nothing of it is left at any end. */
function openSpill(): SpillFile {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-spill-'));
  const handle = openSync(join(folder, 'bodies'), 'w+', 0o600);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.platform === 'win32') {
    process.once('exit', () => {
      closeSync(handle);
      remove();
    });
  } else remove();
  return { handle, size: 0 };
}

let held = 0;

/** Tells whether a body is put aside: a long one, once many others stay in memory. */
function isPutAside(text: string): boolean {
  if (text.length <= longestInMemory) return false;
  if (held + text.length > mostInMemory) return true;
  held += text.length;
  return false;
}

/** Puts a text aside and returns what reads it back. */
function spillText(text: string): () => string {
  file ??= openSpill();
  const { handle } = file;
  const bytes = Buffer.from(text, 'utf16le');
  const { length } = bytes;
  const at = file.size;
  for (let written = 0; written < length; )
    written += writeSync(handle, bytes, written, length - written, at + written);
  file.size += length;
  return () => {
    const back = Buffer.allocUnsafe(length);
    for (let read = 0; read < back.length; ) {
      const more = readSync(handle, back, read, back.length - read, at + read);
      if (more === 0) throw new Error('what was put aside of the evidence is gone');
      read += more;
    }
    return back.toString('utf16le');
  };
}

// Lists that repeat from exchange to exchange; a line names them by digest, and a line of its own holds each once.
const listsOfLine = ['fields', 'masked'] as const;
const listsOfJudgement = ['exercised', 'observations'] as const;

/** The lists that the lines of one file have told so far, by their id. */
export type FileMemory = Map<string, JsonValue>;

/** The memory at the start of a file. */
export function startMemory(): FileMemory {
  return new Map();
}

interface WrittenList {
  readonly id: string;
  readonly line: () => string;
}

// Made when it is written: most lists stand in the file already.
function writing(id: string, values: readonly unknown[]): WrittenList {
  return { id, line: () => exactJsonText({ kind: 'list', id, values }) };
}

const written = new WeakMap<readonly unknown[], WrittenList>();

// The lists of a run are few, and each is named with every exchange.
function writtenList(list: readonly (string | object)[]): WrittenList {
  const same = written.get(list);
  if (same !== undefined) return same;
  const known = knownList(list);
  const before = written.get(known);
  if (before !== undefined) {
    written.set(list, before);
    return before;
  }
  const id = hash('sha256', JSON.stringify(list)).slice(0, 12);
  const made = writing(id, known);
  written.set(list, made);
  written.set(known, made);
  return made;
}

// The lists of an exchange by their names, and the lines of those that no line before held.
function nameLists(exchange: EvidenceExchange, memory: FileMemory) {
  const lines: string[] = [];
  const name = (list: readonly (string | object)[]) => {
    const { id, line } = writtenList(list);
    if (!memory.has(id)) {
      lines.push(line());
      memory.set(id, null);
    }
    return id;
  };
  const { judgement } = exchange;
  const ofJudgement = Object.fromEntries(listsOfJudgement.map((key) => [key, name(judgement[key])]));
  const ofLine = Object.fromEntries(listsOfLine.map((key) => [key, name(exchange[key])]));
  return { lines, ofJudgement, ofLine };
}

/** The lines that an exchange needs before its own: the lists that no line before held. */
export function listLinesOf(exchange: EvidenceExchange, memory: FileMemory): string[] {
  return nameLists(exchange, memory).lines;
}

/** Writes an exchange as lines: first the lists that no line before held, then the exchange itself. */
export function linesOf(exchange: EvidenceExchange, memory: FileMemory): string[] {
  const { lines, ofJudgement, ofLine } = nameLists(exchange, memory);
  const { kind, id, operation, origin, judgement, sent, ...others } = exchange;
  const content = {
    ...others,
    sent: valueTextOf(sent) === sent.body ? withoutValue(sent) : sent,
    judgement: { ...judgement, ...ofJudgement },
    ...ofLine,
  };
  return [...lines, exactJsonText({ kind, id, operation, origin, ...content })];
}

// By its names, since looking at the value would read it.
function withoutValue(sent: EvidenceRequest): Partial<EvidenceRequest> {
  const names = Object.keys(sent) as (keyof EvidenceRequest)[];
  return Object.fromEntries(names.filter((name) => name !== 'value').map((name) => [name, sent[name]]));
}

function objectIn(line: JsonObject, name: string): JsonObject {
  const value = line[name];
  if (isObject(value)) return { ...value };
  throw new Error(`has no "${name}"`);
}

function listed(memory: FileMemory, id: JsonValue | undefined): JsonValue {
  const list = typeof id === 'string' ? memory.get(id) : undefined;
  if (list === undefined) throw new Error(`names the list "${String(id)}", which no line before it holds`);
  return list;
}

/** Takes a list from its line; of `own` lines the id is what it would be called again, since this run wrote them. */
export function takeList({ id, values }: JsonObject, memory: FileMemory, own = false): void {
  memory.set(String(id), values ?? null);
  if (own && typeof id === 'string' && Array.isArray(values)) written.set(values, writing(id, values));
}

/**
 * Reads an exchange back from its line; throws when the line is not whole. The value of a request that `own` lines leave
 * out is read when somebody asks for it: this run wrote them.
 */
export function exchangeIn(line: JsonObject, memory: FileMemory, own = false): EvidenceExchange {
  const sent = objectIn(line, 'sent');
  const received = objectIn(line, 'received');
  const judgement = objectIn(line, 'judgement');
  // A body that is the plain JSON text of its value says the value itself.
  if (!('value' in sent)) {
    if (own) withValue(sent, String(sent.body));
    else sent.value = JSON.parse(String(sent.body));
  }
  for (const key of listsOfJudgement) judgement[key] = listed(memory, judgement[key]);
  const lists = Object.fromEntries(listsOfLine.map((key) => [key, listed(memory, line[key])]));
  if (typeof received.body === 'string' && isPutAside(received.body)) {
    const read = spillText(received.body);
    Object.defineProperty(received, 'body', { get: read, enumerable: true });
  }
  // This room wrote the line itself; that nobody changed it is the digest's matter.
  return { ...line, sent, received, judgement, ...lists } as unknown as EvidenceExchange;
}
