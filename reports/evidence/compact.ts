import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { EvidenceExchange } from './lines.ts';
import { type Dictionaries, learn, pack, type Texts, unpack } from './packing.ts';

// Lists that repeat from exchange to exchange; a line names them by digest, and a line of its own holds each once.
const listsOfLine = ['fields', 'masked'] as const;
const listsOfJudgement = ['exercised', 'observations'] as const;

/** What the lines of one file have told so far. */
export interface FileMemory {
  /** Lists by their id. */
  readonly lists: Map<string, JsonValue>;
  readonly dictionaries: Dictionaries;
}

/** The memory at the start of a file. */
export function startMemory(): FileMemory {
  return { lists: new Map(), dictionaries: new Map() };
}

function textsOf({ sent, received }: EvidenceExchange): Texts {
  const plain = JSON.stringify(sent.value) === sent.body;
  return {
    sent: sent.body,
    ...(plain ? {} : { value: sent.value }),
    ...(received.kind === 'answer' && { received: received.body }),
  };
}

/** Writes an exchange as lines: first the lists that no line before held, then the exchange itself. */
export function linesOf(exchange: EvidenceExchange, memory: FileMemory, packed: boolean): string[] {
  const lines: string[] = [];
  const name = (values: unknown) => {
    const text = JSON.stringify(values);
    const id = createHash('sha256').update(text).digest('hex').slice(0, 12);
    if (!memory.lists.has(id)) lines.push(`{"kind":"list","id":"${id}","values":${text}}`);
    memory.lists.set(id, null);
    return id;
  };
  const texts = textsOf(exchange);
  const { operation, judgement, received } = exchange;
  const { body, value, ...sent } = exchange.sent;
  const line = {
    ...exchange,
    sent: packed ? sent : { ...sent, body, ...('value' in texts && { value }) },
    received: packed ? { ...received, body: undefined } : received,
    judgement: {
      ...judgement,
      ...Object.fromEntries(listsOfJudgement.map((key) => [key, name(judgement[key])])),
    },
    ...Object.fromEntries(listsOfLine.map((key) => [key, name(exchange[key])])),
    ...(packed && { packed: pack(texts, memory.dictionaries.get(operation)) }),
  };
  learn(memory.dictionaries, operation, texts);
  return [...lines, JSON.stringify(line)];
}

function listed({ lists }: FileMemory, id: JsonValue | undefined): JsonValue {
  const list = typeof id === 'string' ? lists.get(id) : undefined;
  if (list === undefined) throw new Error(`names the list "${String(id)}", which no line before it holds`);
  return list;
}

function objectIn(line: JsonObject, name: string): JsonObject {
  const value = line[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error(`has no "${name}"`);
}

/** Reads an exchange back from its line; throws when the line is not whole. */
export function exchangeIn(line: JsonObject, memory: FileMemory): EvidenceExchange {
  const { packed, ...rest } = line;
  const sent = objectIn(line, 'sent');
  const received = objectIn(line, 'received');
  const judgement = objectIn(line, 'judgement');
  if (typeof packed === 'string') {
    const texts = unpack(packed, memory.dictionaries.get(String(line.operation)));
    sent.body = texts.sent ?? '';
    if ('value' in texts) sent.value = texts.value ?? null;
    if (received.kind === 'answer') received.body = texts.received ?? '';
  }
  // A body that is the plain JSON text of its value says the value itself.
  if (!('value' in sent)) sent.value = JSON.parse(String(sent.body));
  for (const key of listsOfJudgement) judgement[key] = listed(memory, judgement[key]);
  const lists = Object.fromEntries(listsOfLine.map((key) => [key, listed(memory, line[key])]));
  // This room wrote the line itself; that nobody changed it is the digest's matter.
  const exchange = { ...rest, sent, received, judgement, ...lists } as unknown as EvidenceExchange;
  learn(memory.dictionaries, exchange.operation, textsOf(exchange));
  return exchange;
}
