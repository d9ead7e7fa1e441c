import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groupedBy } from '../../schemas/json.ts';
import type { OperationId } from '../../schemas/types.ts';
import type { FoundNote } from '../evidence/lines.ts';
import { tagOf } from '../redact/run-key.ts';
import { makeFolder } from '../replace-file.ts';

/** Names of the problems that the run's monitor looks for; the monitor's table has their meaning. */
export type ServiceProblemName =
  | 'silent'
  | 'gateway'
  | 'breaks-down'
  | 'refuses'
  | 'refuses-operation'
  | 'throttled'
  | 'forgets';

/** A problem of the service that the run's monitor found. */
export interface ServiceProblem {
  readonly name: ServiceProblemName;
  /** In words: from which request on, and what the service answered. */
  readonly says: string;
  /** True if nothing more is sent. */
  readonly ends: boolean;
  /** Id of the first exchange whose refusal, like all later ones, says nothing about the request. */
  readonly since?: string;
}

// Every run starts with this folder empty; all workers write to it.
const fileOf = (out: string) => join(out, 'runner', 'found.ndjson');

/** The monitor's log of a run's exchanges, shared by all workers. */
export const monitorLog = (out: string) => join(out, 'runner', 'monitor.ndjson');

function linesOf<Line>(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

const recordedIn = (out: string) => linesOf<ServiceProblem>(fileOf(out));

/** Ids of the exchanges that were refused since the monitor found the problem. */
function refusedSince(out: string, { name, since }: ServiceProblem): readonly string[] {
  if (since === undefined) return [];
  const lines = linesOf<Readonly<Record<'id' | 'operation' | 'seen', string>>>(monitorLog(out));
  const first = lines.findIndex(({ id }) => id === since);
  const own = lines.slice(first).filter(({ seen }) => seen === 'refused');
  const isOne = name === 'refuses-operation';
  return own.filter(({ operation }) => !isOne || operation === lines[first]?.operation).map(({ id }) => id);
}

/** Notes what was found for all workers and the reports; returns the first entry of that name, which counts. */
export function recordProblem(out: string, found: ServiceProblem): ServiceProblem {
  makeFolder(dirname(fileOf(out)));
  appendFileSync(fileOf(out), `${JSON.stringify(found)}\n`);
  return recordedIn(out).find(({ name, ends }) => (found.ends ? ends : name === found.name)) ?? found;
}

/** Everything that was found in a run, each once, as notes of its evidence; what ended it comes first. */
export function problemNotesIn(out: string): readonly FoundNote[] {
  const told = recordedIn(out);
  const ended = told.filter(({ ends }) => ends).slice(0, 1);
  const others = new Map(told.filter(({ ends }) => !ends).map((one) => [one.says, one]));
  const forgot = whyForgot(out);
  const lost: readonly ServiceProblem[] =
    forgot === undefined ? [] : [{ name: 'forgets', says: forgot, ends: false }];
  return [...ended, ...others.values(), ...lost].map((found) => {
    const { name, says, ends } = found;
    return { kind: 'found', name, says, ends, exchanges: refusedSince(out, found) };
  });
}

/** Why nothing more is sent in a run; undefined as long as it continues. */
export function whyStopped(out: string): string | undefined {
  return recordedIn(out).find(({ ends }) => ends)?.says;
}

/**
 * What an exchange showed about the state of the service: an order was accepted, processed or listed, or refused in
 * some words; or a call without an order, such as a payment, was refused (`elsewhere`).
 */
export interface Remembered {
  readonly seen: 'accepted' | 'known' | 'refused' | 'elsewhere';
  /** The operation that was called. */
  readonly call: OperationId;
  /** System time in milliseconds when the order was accepted, or when the request about it was sent. */
  readonly at: number;
  /** `transaction_id` or `recurring_id`, or empty; only its tag is written. */
  readonly id: string;
  /** The text of the refusal, without values of the order; only its tag is written. */
  readonly words?: string;
  readonly exchange: string;
}

/** Minimum number of lost orders; a single one may have its own reason. */
const fewestLost = 2;

// Every run starts with this folder empty; all workers write to it.
const memoryIn = (out: string) => join(out, 'runner', 'memory.log');

function withTags({ words, ...one }: Remembered): Remembered {
  return { ...one, id: tagOf(one.id), ...(words === undefined ? {} : { words: tagOf(words) }) };
}

/** Notes, for all workers of a run, what exchanges showed about the state of the service. */
export function noteRemembered(out: string, some: readonly Remembered[]): void {
  if (some.length === 0) return;
  // A service may return a card number instead of its own identifier.
  const lines = some.map((one) => `${JSON.stringify(withTags(one))}\n`).join('');
  try {
    appendFileSync(memoryIn(out), lines);
  } catch {
    makeFolder(dirname(memoryIn(out)));
    appendFileSync(memoryIn(out), lines);
  }
}

interface Loss {
  readonly at: number;
  readonly exchange: string;
  readonly ids: Set<string>;
}

/** Every unknown order starts a new loss, unless its payment precedes an earlier loss. */
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
 * Orders refused with words, in any language, that this service uses only for orders it never accepted. Words for an
 * order that is known later or for a call without an order do not count, nor does an order known before. Nor does a
 * call that answers every order so: it has to tell some accepted order apart, and one paid later if it was asked of any.
 */
function unknownOrders(
  lines: readonly Remembered[],
  accepted: ReadonlyMap<string, number>,
): readonly Remembered[] {
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
  const ofCalls = groupedBy(
    lines.filter(({ id }) => accepted.has(id)),
    ({ call }) => call,
  );
  const tellsApart = ({ call, words, at }: Remembered) => {
    const asked = ofCalls.get(call) ?? [];
    const paidLater = asked.filter(({ id }) => (accepted.get(id) ?? 0) > at);
    return (paidLater.length > 0 ? paidLater : asked).some((one) => one.words !== words);
  };
  return refused.filter(
    (one) => speaksOfStrangers(one.words) && (firstKnown.get(one.id) ?? one.at) >= one.at && tellsApart(one),
  );
}

/**
 * The losses without contrary evidence: all orders accepted up to the last lost one are unknown from one time on, as
 * far as they were used, while orders were known before, and some accepted later are known.
 */
function lossesIn(lines: readonly Remembered[]): readonly Loss[] {
  const accepted = new Map(lines.flatMap(({ seen, id, at }) => (seen === 'accepted' ? [[id, at]] : [])));
  const known = lines.filter(({ seen, id }) => seen === 'known' && accepted.has(id));
  const paidAt = (id: string) => accepted.get(id) ?? 0;
  // An order paid after the last lost one may have been paid after the loss.
  const isOld = (id: string, { ids }: Loss) => [...ids].some((lost) => paidAt(id) <= paidAt(lost));
  return suspectedLosses(unknownOrders(lines, accepted), accepted).filter(
    (loss) =>
      loss.ids.size >= fewestLost &&
      known.some(({ at }) => at < loss.at) &&
      known.some(({ id }) => !isOld(id, loss)) &&
      !known.some(({ at, id }) => at > loss.at && isOld(id, loss)),
  );
}

/** A text that the service lost its data during the run; undefined if nothing indicates it. */
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
