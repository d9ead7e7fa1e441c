import { hash } from 'node:crypto';
import { isObject } from '../../schemas/json.ts';
import { exactJsonText } from '../../schemas/plain-text.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { EvidenceExchange } from './lines.ts';
import { spillBody } from './spill.ts';

// Lists that repeat from exchange to exchange; a line names them by digest, and a line of its own holds each once.
const listsOfLine = ['fields', 'masked'] as const;
const listsOfJudgement = ['exercised', 'observations'] as const;

/** The lists that the lines of one file have told so far, by their id. */
export type FileMemory = Map<string, JsonValue>;

/** Writes an exchange as lines: first the lists that no line before held, then the exchange itself. */
export function linesOf(exchange: EvidenceExchange, memory: FileMemory): string[] {
  const lines: string[] = [];
  const named = (list: readonly unknown[]) => {
    const id = hash('sha256', JSON.stringify(list)).slice(0, 12);
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
    // A body that is the plain JSON text of its value says the value itself.
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

/** Takes a list from its line. */
export function takeList({ id, values }: JsonObject, memory: FileMemory): void {
  memory.set(String(id), values ?? null);
}

/** Reads an exchange back from its line; throws when the line is not whole. */
export function exchangeIn(line: JsonObject, memory: FileMemory): EvidenceExchange {
  const sent = objectIn(line, 'sent');
  const received = spillBody(objectIn(line, 'received'));
  const judgement = objectIn(line, 'judgement');
  if (!('value' in sent)) sent.value = JSON.parse(String(sent.body));
  for (const key of listsOfJudgement) judgement[key] = listed(memory, judgement[key]);
  const lists = Object.fromEntries(listsOfLine.map((key) => [key, listed(memory, line[key])]));
  return { ...line, sent, received, judgement, ...lists } as unknown as EvidenceExchange;
}
