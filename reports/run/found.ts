import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FoundNote } from '../evidence/lines.ts';
import { tagOf } from '../redact/run-key.ts';

/** What the monitor of a run looks for in the service, by name; what each means is in the table of the monitor. */
export type FoundName =
  | 'silent'
  | 'gateway'
  | 'breaks-down'
  | 'refuses'
  | 'refuses-operation'
  | 'throttled'
  | 'forgets';

/** What the monitor of a run found out about the service. */
export interface Found {
  readonly name: FoundName;
  /** In words: since which request, and what the service said. */
  readonly says: string;
  /** Whether nothing more was sent. */
  readonly ends: boolean;
  /** Id of the exchange from which on refusals say nothing of what they were asked for. */
  readonly since?: string;
}

// Every run starts with this folder empty; all workers write to it.
const fileOf = (out: string) => join(out, 'runner', 'found.ndjson');

/** The log of the exchanges of a run that its monitor shares among the workers. */
export const monitorLog = (out: string) => join(out, 'runner', 'monitor.ndjson');

function linesOf<Line>(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

const toldIn = (out: string) => linesOf<Found>(fileOf(out));

/** Ids of what was refused from the moment on that a finding of the monitor names. */
function refusedSince(out: string, { name, since }: Found): readonly string[] {
  if (since === undefined) return [];
  const lines = linesOf<Readonly<Record<'id' | 'operation' | 'seen', string>>>(monitorLog(out));
  const first = lines.findIndex(({ id }) => id === since);
  const own = lines.slice(first).filter(({ seen }) => seen === 'refused');
  const isOne = name === 'refuses-operation';
  return own.filter(({ operation }) => !isOne || operation === lines[first]?.operation).map(({ id }) => id);
}

/** Tells all workers of a run, and its reports, what was found; returns what was found first under that name, which counts. */
export function tellFound(out: string, found: Found): Found {
  mkdirSync(dirname(fileOf(out)), { recursive: true });
  appendFileSync(fileOf(out), `${JSON.stringify(found)}\n`);
  return toldIn(out).find(({ name, ends }) => (found.ends ? ends : name === found.name)) ?? found;
}

/** Everything that was found in a run, each once, as notes of its evidence; what ended it comes first. */
export function foundIn(out: string): readonly FoundNote[] {
  const told = toldIn(out);
  const ended = told.filter(({ ends }) => ends).slice(0, 1);
  const others = new Map(told.filter(({ ends }) => !ends).map((one) => [one.says, one]));
  const forgot = whyForgot(out);
  const lost: readonly Found[] = forgot === undefined ? [] : [{ name: 'forgets', says: forgot, ends: false }];
  return [...ended, ...others.values(), ...lost].map((found) => {
    const { name, says, ends } = found;
    return { kind: 'found', name, says, ends, exchanges: refusedSince(out, found) };
  });
}

/** Why nothing more is sent in a run; undefined while it goes on. */
export function whyStopped(out: string): string | undefined {
  return toldIn(out).find(({ ends }) => ends)?.says;
}

/**
 * What an exchange showed about the memory of the service: an order was accepted, worked with, called unknown, or refused in other
 * words; or a call that names no order, such as a payment, was refused (`elsewhere`).
 */
export interface Remembered {
  readonly seen: 'accepted' | 'known' | 'unknown' | 'refused' | 'elsewhere';
  /** Milliseconds on the clock of the machine: when the order was accepted, or when the request about it was sent. */
  readonly at: number;
  /** `transaction_id` or `recurring_id`, empty where none is named; only a mark of it is written. */
  readonly id: string;
  /** How an order was refused, without what is its own; only a mark of it is written. */
  readonly words?: string;
  /** Id of the exchange. */
  readonly exchange: string;
}

/** Fewest orders that make a loss; one alone may have its own reason. */
const fewestLost = 2;

// Every run starts with this folder empty; all workers write to it.
const memoryIn = (out: string) => join(out, 'runner', 'memory.log');

function marked({ words, ...one }: Remembered): Remembered {
  return { ...one, id: tagOf(one.id), ...(words === undefined ? {} : { words: tagOf(words) }) };
}

/** Notes, for all workers of a run, what an exchange showed about the memory of the service. */
export function noteRemembered(out: string, some: readonly Remembered[]): void {
  if (some.length === 0) return;
  // A service may write a card number where its own number belongs.
  const lines = some.map((one) => `${JSON.stringify(marked(one))}\n`).join('');
  try {
    appendFileSync(memoryIn(out), lines);
  } catch {
    mkdirSync(dirname(memoryIn(out)), { recursive: true });
    appendFileSync(memoryIn(out), lines);
  }
}

interface Loss {
  readonly at: number;
  readonly exchange: string;
  readonly ids: Set<string>;
}

/** Every unknown order opens a loss, unless one after its payment has been seen before. */
function suspectedLosses(unknown: readonly Remembered[], accepted: ReadonlyMap<string, number>): Loss[] {
  const losses: Loss[] = [];
  for (const { at, id, exchange } of [...unknown].sort((one, other) => one.at - other.at)) {
    const paid = accepted.get(id);
    if (paid === undefined || paid > at) continue;
    const seen = losses.find((loss) => paid < loss.at);
    if (seen === undefined) losses.push({ at, exchange, ids: new Set([id]) });
    else seen.ids.add(id);
  }
  return losses;
}

/**
 * Orders that are spoken of, in whatever language, as this service speaks of those that it never accepted. What is said of one
 * that is known later, of one that it had worked with before, or of a call that names no order, has another reason.
 */
function unknownByWords(lines: readonly Remembered[], accepted: ReadonlyMap<string, number>): Remembered[] {
  const refused = lines.filter(({ seen, words }) => seen === 'refused' && words !== undefined);
  const known = lines.filter(({ seen }) => seen === 'known');
  const lastKnown = new Map(known.map(({ id, at }) => [id, at]));
  const firstKnown = new Map(known.toReversed().map(({ id, at }) => [id, at]));
  const wordsOf = (some: readonly Remembered[]) => new Set(some.map(({ words }) => words));
  const ofStrangers = wordsOf(refused.filter(({ id }) => !accepted.has(id) && !lastKnown.has(id)));
  const ofOthers = wordsOf(refused.filter(({ id, at }) => (lastKnown.get(id) ?? at) > at));
  const elsewhere = wordsOf(lines.filter(({ seen }) => seen === 'elsewhere'));
  const speaksOfStrangers = (words: string | undefined) =>
    ofStrangers.has(words) && !ofOthers.has(words) && !elsewhere.has(words);
  return refused.filter(({ id, at, words }) => speaksOfStrangers(words) && (firstKnown.get(id) ?? at) >= at);
}

/**
 * The losses that nothing speaks against: orders accepted up to the last lost one are unknown from one moment on, all of them
 * that were asked about, while orders were known before it and some accepted later are.
 */
function lossesIn(lines: readonly Remembered[]): readonly Loss[] {
  const accepted = new Map(lines.flatMap(({ seen, id, at }) => (seen === 'accepted' ? [[id, at]] : [])));
  const known = lines.filter(({ seen, id }) => seen === 'known' && accepted.has(id));
  const paidAt = (id: string) => accepted.get(id) ?? 0;
  // What was paid after the last lost one may have come after the loss already.
  const isOld = (id: string, { ids }: Loss) => [...ids].some((lost) => paidAt(id) <= paidAt(lost));
  const unknown = lines.filter(({ seen }) => seen === 'unknown');
  return suspectedLosses([...unknown, ...unknownByWords(lines, accepted)], accepted).filter(
    (loss) =>
      loss.ids.size >= fewestLost &&
      known.some(({ at }) => at < loss.at) &&
      known.some(({ id }) => !isOld(id, loss)) &&
      !known.some(({ at, id }) => at > loss.at && isOld(id, loss)),
  );
}

/** In words that the service lost what it held while the run went on; undefined where nothing says so. */
export function whyForgot(out: string): string | undefined {
  if (!existsSync(memoryIn(out))) return undefined;
  const lines = readFileSync(memoryIn(out), 'utf8').split('\n').filter(Boolean);
  const remembered = lines.map((line) => JSON.parse(line) as Remembered);
  const [first, ...more] = lossesIn(remembered.sort((one, other) => one.at - other.at));
  if (first === undefined) return undefined;
  const ids = [first, ...more].reduce((sum, loss) => sum + loss.ids.size, 0);
  const times = more.length === 0 ? '' : ` ${more.length + 1} times`;
  return `the service lost what it held${times}: ${ids} orders that it had accepted were unknown to it from exchange ${first.exchange} on, later ones were known; did it restart with an empty store?`;
}
