import { hash } from 'node:crypto';
import { isObject } from '../../schemas/json.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { EvidenceExchange } from './lines.ts';
import { longestInMemory, spillText } from './spill.ts';

// Lists that repeat from exchange to exchange; a line names them by digest, and a line of its own holds each once.
const listsOfLine = ['fields', 'masked'] as const;
const listsOfJudgement = ['exercised', 'observations'] as const;

/** The lists that the lines of one file have told so far, by their id. */
export type FileMemory = Map<string, JsonValue>;

/** The memory at the start of a file. */
export function startMemory(): FileMemory {
  return new Map();
}

const ids = new Map<string, string>();

// The lists of a run are few, and each is named with every exchange.
function idOf(list: string): string {
  const known = ids.get(list);
  if (known !== undefined) return known;
  const id = hash('sha256', list).slice(0, 12);
  if (ids.size >= 2000) ids.clear();
  ids.set(list, id);
  return id;
}

/** Writes an exchange as lines: first the lists that no line before held, then the exchange itself. */
export function linesOf(exchange: EvidenceExchange, memory: FileMemory): string[] {
  const lines: string[] = [];
  const name = (values: unknown) => {
    const id = idOf(JSON.stringify(values));
    if (!memory.has(id)) lines.push(jsonText({ kind: 'list', id, values }));
    memory.set(id, null);
    return id;
  };
  const { kind, id, operation, origin, judgement, sent, ...others } = exchange;
  const { value, ...request } = sent;
  const isPlain = JSON.stringify(value) === sent.body;
  const content = {
    ...others,
    sent: isPlain ? request : sent,
    judgement: {
      ...judgement,
      ...Object.fromEntries(listsOfJudgement.map((key) => [key, name(judgement[key])])),
    },
    ...Object.fromEntries(listsOfLine.map((key) => [key, name(exchange[key])])),
  };
  return [...lines, jsonText({ kind, id, operation, origin, ...content })];
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

/** Takes a list from its line. */
export function takeList({ id, values }: JsonObject, memory: FileMemory): void {
  memory.set(String(id), values ?? null);
}

/** Reads an exchange back from its line; throws when the line is not whole. */
export function exchangeIn(line: JsonObject, memory: FileMemory): EvidenceExchange {
  const sent = objectIn(line, 'sent');
  const received = objectIn(line, 'received');
  const judgement = objectIn(line, 'judgement');
  // A body that is the plain JSON text of its value says the value itself.
  if (!('value' in sent)) sent.value = JSON.parse(String(sent.body));
  for (const key of listsOfJudgement) judgement[key] = listed(memory, judgement[key]);
  const lists = Object.fromEntries(listsOfLine.map((key) => [key, listed(memory, line[key])]));
  if (typeof received.body === 'string' && received.body.length > longestInMemory) {
    const read = spillText(received.body);
    Object.defineProperty(received, 'body', { get: read, enumerable: true });
  }
  // This room wrote the line itself; that nobody changed it is the digest's matter.
  return { ...line, sent, received, judgement, ...lists } as unknown as EvidenceExchange;
}
