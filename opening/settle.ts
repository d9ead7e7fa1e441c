import { setTimeout } from 'node:timers/promises';
import { redactTextOf } from '../reports/redact.ts';
import { defined } from '../schemas/defined.ts';
import { entriesIn, entrySucceeded, scalarText, statusNameOf } from '../schemas/history/outcome.ts';
import type { OrderState } from '../schemas/history/states.ts';
import { isAccepted, isDone, stateOf, stateOfEntry } from '../schemas/history/states.ts';
import { onceFor } from '../schemas/once-for.ts';
import type { Settling, StateChange } from '../schemas/opening.ts';
import { isBatch, isDocumented, operationOf } from '../schemas/operations.ts';
import type {
  DocumentedOperationId,
  JsonObject,
  JudgedExchange,
  OperationId,
  Statuses,
} from '../schemas/types.ts';
import { refusalOf } from '../targets/sending/budget.ts';
import type { Target } from '../targets/target.ts';
import { bodyOf, type Requester } from './requester.ts';

/** How long a pending state is followed if the target file does not say, in milliseconds. */
const usualLongest = 3000;

/** The search that lists what an operation changed, and the member with its state. */
function listingOf(operation: OperationId) {
  return operation === 'refund'
    ? ({
        search: 'refund-search',
        state: 'refund_status',
        keys: ['refund_reference_id', 'transaction_id'],
      } as const)
    : ({ search: 'query', state: 'payment_status', keys: ['transaction_id'] } as const);
}

/** The limit of a wait, the time until the second look, and the duration of an earlier wait, in milliseconds. */
export interface PollTimes {
  readonly longestMs: number;
  readonly firstMs: number;
  enoughMs?: number;
}

/** The part of a target that limits waits. */
export type WaitTarget = Pick<Target, 'settle' | 'environment'>;

const patiences = onceFor((_target: WaitTarget) => new Map<string, PollTimes>());

/** The patience of a target; shared by all waits of one kind, so that the duration of an earlier one is remembered. */
export function pollTimesOf(target: WaitTarget, kind?: string): PollTimes {
  const { settle, environment } = target;
  const patience = (kind === undefined ? undefined : patiences(target).get(kind)) ?? {
    longestMs: settle?.longestMs ?? usualLongest,
    firstMs: environment === 'embedded' ? 20 : 250,
  };
  if (kind !== undefined) patiences(target).set(kind, patience);
  return patience;
}

/**
 * Polls a condition at growing intervals, the first at least as long as an earlier wait; returns whether it came true.
 */
export async function pollUntil(isSo: () => Promise<boolean>, patience: PollTimes): Promise<boolean> {
  const { longestMs, firstMs, enoughMs = 0 } = patience;
  // Only the pauses count, so that a slow machine or service gets as many looks as a fast one.
  for (let waited = 0, pause = firstMs; ; pause *= 2) {
    const isOver = await isSo();
    if (isOver && waited > 0) patience.enoughMs = waited;
    if (isOver || waited >= longestMs) return isOver;
    const due = Math.min(longestMs, waited === 0 ? Math.max(pause, enoughMs) : waited + pause);
    await setTimeout(due - waited);
    waited = due;
  }
}

/** The entry of a call with one order, if it does not show success. */
interface OpenEntry {
  readonly entry: JsonObject;
  /** The masked status of the entry. */
  readonly status: string | undefined;
  readonly state: OrderState;
}

/** The entry of an accepted batch of one order; undefined if it is done, or for any other call. */
export function openEntry(judged: JudgedExchange | undefined, statuses?: Statuses): OpenEntry | undefined {
  if (judged === undefined || !isAccepted(judged)) return undefined;
  const { operation } = judged.exchange;
  const [entry, ...others] = entriesIn(judged);
  if (entry === undefined || others.length > 0 || !isDocumented(operation) || !isBatch(operation))
    return undefined;
  const state = stateOfEntry(operation, entry, statuses);
  return state === 'done' ? undefined : { entry, status: entryStatus(judged), state };
}

/** The masked status of the first entry in a batch answer, whether the call was accepted or not. */
function entryStatus(judged: JudgedExchange): string | undefined {
  const [entry] = entriesIn(judged);
  return entry && plain(entry[statusNameOf(judged.exchange.operation) ?? ''], judged);
}

// Masked before it is shortened, because half a secret would not be recognised.
function plain(value: JsonObject[string] | undefined, about: JudgedExchange): string {
  return redactTextOf(about, scalarText(value) ?? '').slice(0, 20);
}

/** Sends one search; undefined if the target does not allow it. */
export type SendSearch = (search: 'query' | 'refund-search') => Promise<JudgedExchange | undefined>;

/** Which record of a search to follow, by which member, and the maximum number of looks. */
interface FollowedRecord {
  readonly search: 'query' | 'refund-search';
  readonly state: string;
  is(record: JsonObject): boolean;
  readonly mostLooks?: number;
  /** Returns the state before the first look, if the record has already left it. */
  left?(record: JsonObject): string | undefined;
  /** Returns the state before the call from a listing; needed if the state changed before the first look. */
  stateBefore?(listing: JudgedExchange): string | undefined;
}

/** Follows a record of a search until its state changes; undefined if it does not in time, or is not listed. */
export async function followRecord(
  { search, state, is, mostLooks = Number.POSITIVE_INFINITY, left, stateBefore }: FollowedRecord,
  look: SendSearch,
  target: WaitTarget,
): Promise<StateChange | undefined> {
  const started = performance.now();
  const met: string[] = [];
  let looks = 0;
  let last: JudgedExchange | undefined;
  let firstMs = 0;
  await pollUntil(async () => {
    const listing = await look(search);
    looks += 1;
    if (listing === undefined) return true;
    const own = entriesIn(listing).find(is);
    if (own !== undefined) {
      if (met.length === 0) {
        firstMs = performance.now() - started;
        met.push(...[left?.(own) ?? []].flat());
      }
      last = listing;
      met.push(plain(own[state], listing));
    }
    return met.at(-1) !== met[0] || looks >= mostLooks;
  }, pollTimesOf(target));
  const [first, to] = [met[0], met.at(-1)];
  const stays = first === to;
  const from = stays ? last && stateBefore?.(last) : first;
  if (from === undefined || to === undefined || from === to) return undefined;
  const afterMs = stays ? firstMs : performance.now() - started;
  // Rounded up, so that all runs report the same.
  return { from, to, withinMs: Math.ceil(afterMs / 500) * 500 };
}

function stateIn(judged: JudgedExchange, isIt: (id: string) => boolean): string | undefined {
  const record = entriesIn(judged).find(({ transaction_id }) => isIt(String(transaction_id)));
  return record && plain(record.payment_status, judged);
}

/** States that records must leave, the search that shows them, and the final state if it is known. */
export interface PendingStates {
  readonly search: 'query' | 'refund-search';
  readonly before: readonly string[];
  readonly to?: string;
}

/**
 * Reads the progress of orders or their refunds from a search. `pending`: one is in a state before the last. `arrived`:
 * all listed are in the final state, or in none before it. A wait may begin in states that the opening did not see.
 */
export function transitionProgress(
  query: JudgedExchange,
  ids: ReadonlySet<string>,
  { before, to }: Omit<PendingStates, 'search'>,
): { readonly pending: boolean; readonly arrived: boolean } {
  const { state } = listingOf(query.exchange.operation === 'refund-search' ? 'refund' : 'query');
  const states = entriesIn(query)
    .filter(({ transaction_id }) => ids.has(String(transaction_id)))
    .map((record) => scalarText(record[state]) ?? '');
  const pending = states.some((state) => before.includes(state));
  return { pending, arrived: to === undefined ? !pending : states.every((state) => state === to) };
}

/** Returns a function that sends a search under a case name. */
export function searchAs(caseName: string, requester: Requester, target: Target): SendSearch {
  return async (search) => {
    const body =
      refusalOf(search, target) === undefined ? bodyOf(search, requester.testData('full')) : undefined;
    return body && requester.send(search, body, { caseName });
  };
}

/** What was seen of payments before an exchange of the opening. */
export function seenBefore(judged: JudgedExchange, { exchanges, testData }: Requester) {
  const before = exchanges.slice(0, exchanges.indexOf(judged));
  const isAskedOf =
    (id: string) =>
    ({ exchange }: JudgedExchange) =>
      isBatch(exchange.operation) && exchange.sent.body.includes(id);
  const ids = testData('full').orders.map(({ transaction_id }) => transaction_id);
  /** Payments that no batch has named since they were made. */
  const untouched = new Set(ids.filter((id) => !exchanges.some(isAskedOf(id))));
  return {
    untouched,
    /** The state of a payment before the call: as listed then, or as that of an untouched payment is listed. */
    stateOf(id: string) {
      const listed = before
        .slice(before.findLastIndex(isAskedOf(id)) + 1)
        .filter(({ exchange }) => exchange.operation === 'query')
        .map((query) => stateIn(query, (one) => one === id));
      const known = listed.findLast((state) => state !== undefined);
      return (listing: JudgedExchange) => known ?? stateIn(listing, (one) => untouched.has(one));
    },
  };
}

/**
 * Follows the entry of an accepted batch that does not show success until the search lists another state: then it was
 * pending. Undefined if nothing changes in time.
 */
export async function followEntry(
  judged: JudgedExchange,
  requester: Requester,
  target: Target,
): Promise<Settling | undefined> {
  const { statuses } = target;
  const { operation } = judged.exchange;
  const open = openEntry(judged, statuses);
  if (open?.status === undefined || !isDocumented(operation)) return undefined;
  // With the merchant's `statuses`, only pending entries are followed.
  if (statuses?.[operation] !== undefined && open.state !== 'pending') return undefined;
  const { entry, status: pending } = open;
  const { search, state, keys } = listingOf(operation);
  // A pending refund may have no reference yet; the opening refunds a payment once.
  const key = keys.find((name) => entry[name] !== undefined && entry[name] !== '');
  if (key === undefined) return undefined;
  const { untouched, stateOf } = seenBefore(judged, requester);
  const look = searchAs('until it is settled', requester, target);
  const before = requester.exchanges.length;
  const asked = operationOf(operation);
  const move = await followRecord(
    {
      search,
      state,
      is: (record) => record[key] === entry[key],
      // Only a state of the same member can be compared with that of the entry.
      ...(state === asked.batch?.status
        ? { left: (record) => (entrySucceeded(asked, record) ? pending : undefined) }
        : { stateBefore: stateOf(String(entry[key])) }),
    },
    look,
    target,
  );
  if (move === undefined) return undefined;
  // If an untouched payment changed in the same way, payments do so by themselves, and the call is not the reason.
  const ofOthers = (listing: JudgedExchange | undefined) =>
    listing && stateIn(listing, (id) => untouched.has(id));
  const states = requester.exchanges.slice(before).map(ofOthers);
  if (search === 'query' && states.includes(move.from)) {
    let last = states.at(-1);
    if (last === move.from) {
      // A payment made a little later gets another look.
      await setTimeout(pollTimesOf(target).firstMs);
      last = ofOthers(await look(search));
    }
    if (last === move.to) return undefined;
  }
  return { entry: pending, ...move };
}

/** The calls of an operation so far, the latest last. */
export function callsOf(operation: DocumentedOperationId, { exchanges }: Pick<Requester, 'exchanges'>) {
  return exchanges.filter(({ exchange }) => exchange.operation === operation);
}

/** True if the last call of an operation was accepted, but its entry was refused or shows no success. */
export function isRefusedInside(
  requester: Pick<Requester, 'exchanges'>,
  operation: DocumentedOperationId,
  { statuses }: Pick<Target, 'statuses'> = {},
): boolean {
  const last = callsOf(operation, requester).at(-1);
  if (last === undefined || statuses?.[operation] === undefined) return openEntry(last) !== undefined;
  return isAccepted(last) && stateOf(last, statuses).state === 'refused';
}

/**
 * Sends a refused operation as its own case and follows a pending result. `isTaken`: the call is accepted; if earlier
 * calls were accepted without being done, it is done.
 */
export async function retryOperation(
  operation: DocumentedOperationId,
  body: JsonObject,
  caseName: string,
  { requester, target }: { readonly requester: Requester; readonly target: Target },
): Promise<{ readonly isTaken: boolean; readonly settles?: Settling }> {
  const before = callsOf(operation, requester).filter(({ exchange }) => exchange.sent.intent !== 'odd');
  const last = before.at(-1);
  const { statuses } = target;
  const done = (one: JudgedExchange) => isDone(one, statuses);
  const isInside = before.some((one) => isAccepted(one) && !done(one));
  const again = await requester.send(operation, body, { caseName });
  // An entry that is refused as before is not pending.
  const isSame = isInside && openEntry(again)?.status === openEntry(last)?.status;
  const settles = isSame ? undefined : await followEntry(again, requester, target);
  return { isTaken: (isInside ? done : isAccepted)(again) || settles !== undefined, ...defined({ settles }) };
}
