import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isObject } from '../../schemas/json.ts';
import { onceFor } from '../../schemas/once-for.ts';
import { exactJsonText } from '../../schemas/plain-text.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { temporaryError, temporaryFolder } from './line-file.ts';
import type { EvidenceExchange } from './lines.ts';

/** Bodies with more characters than this are kept on disk during a report: thousands would not fit into memory. */
const longest = 8 * 1024;

let file: { readonly handle: number; size: number } | undefined;

/** One temporary file for the process; its name is removed at once if the system permits, so nothing is left behind. */
function openFile(): NonNullable<typeof file> {
  if (file !== undefined) return file;
  const folder = temporaryFolder('spill');
  const handle = openSync(join(folder, 'bodies'), 'w+', 0o600);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.platform === 'win32')
    process.once('exit', () => {
      closeSync(handle);
      remove();
    });
  else remove();
  file = { handle, size: 0 };
  return file;
}

/** Moves the long body of an answer to disk, from which it is read on demand. */
function spillBody<Received extends { readonly body?: unknown }>(received: Received): Received {
  if (typeof received.body !== 'string' || received.body.length <= longest) return received;
  const spill = openFile();
  const { handle, size: at } = spill;
  const bytes = Buffer.from(received.body, 'utf16le');
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done, undefined, at + done);
  } catch (cause) {
    throw temporaryError(cause);
  }
  const { length } = bytes;
  spill.size += length;
  return {
    ...received,
    get body() {
      const back = Buffer.allocUnsafe(length);
      for (let read = 0; read < length; ) {
        const more = readSync(handle, back, read, length - read, at + read);
        if (more === 0) throw new Error('what was put aside of the evidence is gone');
        read += more;
      }
      return back.toString('utf16le');
    },
  };
}

// Lists that repeat between exchanges; each has a line of its own once, and exchanges name it by digest.
const listsOfLine = ['fields', 'masked'] as const;
const listsOfJudgement = ['exercised', 'observations'] as const;

// Exchanges that were read share one object for equal lists.
const idOf = onceFor((list: readonly unknown[]) => hash('sha256', JSON.stringify(list)).slice(0, 12));

/** The lists in the lines of one file so far, by id. */
export type FileMemory = Map<string, JsonValue>;

/** Writes an exchange as lines: first the lists that are new in the file, then the exchange itself. */
export function linesOf(exchange: EvidenceExchange, memory: FileMemory): string[] {
  const lines: string[] = [];
  const named = (list: readonly unknown[]) => {
    const id = idOf(list);
    if (!memory.has(id)) lines.push(exactJsonText({ kind: 'list', id, values: list }));
    memory.set(id, null);
    return id;
  };
  const { kind, id, operation, origin, judgement, sent, ...others } = exchange;
  const { value, ...rest } = sent;
  const ofJudgement = Object.fromEntries(listsOfJudgement.map((key) => [key, named(judgement[key])]));
  const ofLine = Object.fromEntries(listsOfLine.map((key) => [key, named(exchange[key])]));
  const content = {
    ...others,
    // If the body is the plain JSON text of the value, the value is left out.
    sent: JSON.stringify(value) === sent.body ? rest : sent,
    judgement: { ...judgement, ...ofJudgement },
    ...ofLine,
  };
  return [...lines, exactJsonText({ kind, id, operation, origin, ...content })];
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

/** Stores a list from its line. */
export function takeList({ id, values }: JsonObject, memory: FileMemory): void {
  memory.set(String(id), values ?? null);
}

/** Reads an exchange from its line; throws an `Error` if the line is not complete. */
export function exchangeIn(line: JsonObject, memory: FileMemory): EvidenceExchange {
  const sent = objectIn(line, 'sent');
  const received = spillBody(objectIn(line, 'received'));
  const judgement = objectIn(line, 'judgement');
  if (!('value' in sent)) sent.value = JSON.parse(String(sent.body));
  for (const key of listsOfJudgement) judgement[key] = listed(memory, judgement[key]);
  const lists = Object.fromEntries(listsOfLine.map((key) => [key, listed(memory, line[key])]));
  return { ...line, sent, received, judgement, ...lists } as unknown as EvidenceExchange;
}

// Exchanges of a run have most of their text in common; packed together they take a tenth of the space.
const linesOfBlock = 50;
const charactersOfBlock = 1024 * 1024;
// Takes half the time of the default level 6, and 3 % more space.
const level = 4;
const longestBlock = 64 * 1024 * 1024;

interface Block {
  /** Adds lines; returns the packed line if there are enough, else nothing. */
  add(lines: readonly string[]): readonly string[];
  /** Returns the packed line of the remaining lines, or nothing if there are none. */
  flush(): readonly string[];
}

/** Starts packing lines into lines of the form `{"kind":"block","lines":N,"packed":"<gzip in Base64>"}`. */
export function startBlock(): Block {
  let waiting: string[] = [];
  let size = 0;
  const flush = () => {
    if (waiting.length === 0) return [];
    const packed = gzipSync(waiting.join('\n'), { level }).toString('base64');
    const line = JSON.stringify({ kind: 'block', lines: waiting.length, packed });
    waiting = [];
    size = 0;
    return [line];
  };
  return {
    add(lines) {
      waiting.push(...lines);
      size += lines.reduce((sum, { length }) => sum + length, 0);
      return waiting.length >= linesOfBlock || size >= charactersOfBlock ? flush() : [];
    },
    flush,
  };
}

/** The lines of a block, or the line itself; throws if the block is not valid. */
export function unpacked(line: JsonObject): readonly JsonObject[] {
  if (line.kind !== 'block') return [line];
  const bytes = Buffer.from(String(line.packed), 'base64');
  const texts = gunzipSync(bytes, { maxOutputLength: longestBlock }).toString('utf8').split('\n');
  const lines = texts.map((text): JsonObject => JSON.parse(text));
  if (lines.some(({ kind }) => kind === 'block')) throw new Error('holds a block inside a block');
  return lines;
}

/**
 * Limits of `exchanges.ndjson` in characters. Up to `plain`, exchanges are written as they are; up to `packed`, they
 * are packed in blocks; beyond it, only exchanges with findings keep their bodies, up to `last`. The judgement of an
 * exchange is never left out.
 */
export const evidenceBounds = {
  plain: 4 * 1024 * 1024,
  packed: 14 * 1024 * 1024,
  last: 16 * 1024 * 1024,
} as const;

/** How the next exchange is written, by the number of characters written so far. */
export function writingOf(exchange: EvidenceExchange, written: number): 'plain' | 'packed' | 'bare' {
  if (written < evidenceBounds.plain) return 'plain';
  if (written < evidenceBounds.packed) return 'packed';
  return exchange.judgement.findings.length > 0 && written < evidenceBounds.last ? 'packed' : 'bare';
}

/** The exchange without its bodies; `shortened` gives their lengths. */
export function withoutBodies(exchange: EvidenceExchange): EvidenceExchange {
  const { page: _, ...rest } = exchange;
  const { sent, received } = exchange;
  return {
    ...rest,
    sent: { ...sent, body: '', value: null, shortened: sent.shortened ?? { length: sent.body.length } },
    received:
      received.kind === 'none'
        ? received
        : { ...received, body: '', shortened: received.shortened ?? { length: received.body.length } },
  };
}
