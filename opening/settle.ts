import { setTimeout } from 'node:timers/promises';
import { batchOf, unknownOrders } from '../generators/orders.ts';
import { redactTextOf } from '../reports/redact.ts';
import { given } from '../schemas/given.ts';
import { entriesIn, entrySucceeded, scalarText, statusNameOf } from '../schemas/history/outcome.ts';
import type { OrderState, Statuses } from '../schemas/history/states.ts';
import { isAccepted, isDone, isRefusedEntry, stateOf, stateOfEntry } from '../schemas/history/states.ts';
import { onceFor } from '../schemas/once-for.ts';
import type { Move, Settling } from '../schemas/opening.ts';
import { isBatch, isDocumented, operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange, OperationId } from '../schemas/types.ts';
import { refusalOf } from '../targets/sending/budget.ts';
import type { Target } from '../targets/target.ts';
import { type Asker, bodyOf } from './ask.ts';

/** How long a state that is pending is followed where the target file does not say, in milliseconds. */
const usualLongest = 3000;

/** The search that lists what an operation changed, and the member that tells its state. */
function listingOf(operation: OperationId) {
  return operation === 'refund'
    ? ({
        search: 'refund-search',
        state: 'refund_status',
        keys: ['refund_reference_id', 'transaction_id'],
      } as const)
    : ({ search: 'query', state: 'payment_status', keys: ['transaction_id'] } as const);
}

/** How long one waits for something in all and until the second look, in milliseconds, and how long the wait before took. */
export interface Patience {
  readonly longestMs: number;
  readonly firstMs: number;
  enoughMs?: number;
}

/** What bounds the waits for a target. */
export type Settled = Pick<Target, 'settle' | 'environment'>;

const patiences = onceFor((_target: Settled) => new Map<string, Patience>());

/** The patience for a wait of a target; for waits of one kind the time that was enough is remembered as long as the target is. */
export function patienceOf(target: Settled, kind?: string): Patience {
  const { settle, environment } = target;
  const patience = (kind === undefined ? undefined : patiences(target).get(kind)) ?? {
    longestMs: settle?.longestMs ?? usualLongest,
    firstMs: environment === 'embedded' ? 20 : 250,
  };
  if (kind !== undefined) patiences(target).set(kind, patience);
  return patience;
}

/**
 * Looks until something is so: at once, then ever more seldom, and not again before a time that was enough before. Returns
 * whether it came to be so within the longest time.
 */
export async function until(isSo: () => Promise<boolean>, patience: Patience): Promise<boolean> {
  const { longestMs, firstMs, enoughMs = 0 } = patience;
  // Only the pauses count: a busy machine or a slow service gets as many looks as a fast one.
  for (let waited = 0, pause = firstMs; ; pause *= 2) {
    const isOver = await isSo();
    if (isOver && waited > 0) patience.enoughMs = waited;
    if (isOver || waited >= longestMs) return isOver;
    const due = Math.min(longestMs, waited === 0 ? Math.max(pause, enoughMs) : waited + pause);
    await setTimeout(due - waited);
    waited = due;
  }
}

/** What a call says of its one order, where it does not say that it is done. */
interface Open {
  readonly entry: JsonObject;
  /** The status of the entry, as it may be shown. */
  readonly status: string | undefined;
  readonly state: OrderState;
}

/** What an accepted batch says of its one order; undefined where that is done, and where it is no such batch. */
export function openEntry(judged: JudgedExchange | undefined, statuses?: Statuses): Open | undefined {
  if (judged === undefined || !isAccepted(judged)) return undefined;
  const { operation } = judged.exchange;
  const [entry, ...others] = entriesIn(judged);
  if (entry === undefined || others.length > 0 || !isDocumented(operation) || !isBatch(operation))
    return undefined;
  const state = stateOfEntry(operation, entry, statuses);
  return state === 'done' ? undefined : { entry, status: entryStatus(judged), state };
}

/** The status of the first entry that a batch is answered with, whether the call was accepted or not. */
export function entryStatus(judged: JudgedExchange): string | undefined {
  const [entry] = entriesIn(judged);
  return entry && plain(entry[statusNameOf(judged.exchange.operation) ?? ''], judged);
}

// Shortened when it is masked: of a secret cut in two, neither half would be known.
function plain(value: JsonObject[string] | undefined, about: JudgedExchange): string {
  return redactTextOf(about, scalarText(value) ?? '').slice(0, 20);
}

/** Sends one search; undefined where the target does not allow it. */
export type Look = (search: 'query' | 'refund-search') => Promise<JudgedExchange | undefined>;

/** Which record of a search is followed, by which member, and at most how often one looks. */
interface Followed {
  readonly search: 'query' | 'refund-search';
  readonly state: string;
  is(record: JsonObject): boolean;
  readonly mostLooks?: number;
  /** The state that it had before the first look, where it has left that by then. */
  left?(record: JsonObject): string | undefined;
  /** The state before anything was asked for, as far as a listing tells: where no look saw a change, it may have come before the first. */
  stateBefore?(listing: JudgedExchange): string | undefined;
}

/** Follows a record of a search until its state changes; undefined when it did not in time, or is not listed. */
export async function followRecord(
  { search, state, is, mostLooks = Number.POSITIVE_INFINITY, left, stateBefore }: Followed,
  look: Look,
  target: Settled,
): Promise<Move | undefined> {
  const started = performance.now();
  const met: string[] = [];
  let looks = 0;
  let last: JudgedExchange | undefined;
  let firstMs = 0;
  await until(async () => {
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
  }, patienceOf(target));
  const [first, to] = [met[0], met.at(-1)];
  const stays = first === to;
  const from = stays ? last && stateBefore?.(last) : first;
  if (from === undefined || to === undefined || from === to) return undefined;
  const afterMs = stays ? firstMs : performance.now() - started;
  // Rounded up, so that one run says what another one says.
  return { from, to, withinMs: Math.ceil(afterMs / 500) * 500 };
}

function stateIn(judged: JudgedExchange, isIt: (id: string) => boolean): string | undefined {
  const record = entriesIn(judged).find(({ transaction_id }) => isIt(String(transaction_id)));
  return record && plain(record.payment_status, judged);
}

/** States that records have to leave, the search that shows them, and the state that they reach where it is known. */
export interface Leaving {
  readonly search: 'query' | 'refund-search';
  readonly before: readonly string[];
  readonly to?: string;
}

/**
 * Reads from a search how far some orders, or their refunds, are: whether one is in a state that is known to come before the last,
 * and whether all that are listed are in the state where a wait ended, otherwise in any but the pending one. A wait may begin in
 * states that the opening came too late to see.
 */
export function onTheWay(
  query: JudgedExchange,
  ids: ReadonlySet<string>,
  { before, to }: Omit<Leaving, 'search'>,
): { readonly pending: boolean; readonly arrived: boolean } {
  const { state } = listingOf(query.exchange.operation === 'refund-search' ? 'refund' : 'query');
  const states = entriesIn(query)
    .filter(({ transaction_id }) => ids.has(String(transaction_id)))
    .map((record) => scalarText(record[state]) ?? '');
  const pending = states.some((state) => before.includes(state));
  return { pending, arrived: to === undefined ? !pending : states.every((state) => state === to) };
}

/** Looks at what a search lists, in requests of one case. */
export function lookingAs(caseName: string, asker: Asker, target: Target): Look {
  return async (search) => {
    const body = refusalOf(search, target) === undefined ? bodyOf(search, asker.hand('full')) : undefined;
    return body && asker.send(search, body, { caseName });
  };
}

/** What was seen of payments before an exchange of the opening. */
export function seenBefore(judged: JudgedExchange, { exchanges, hand }: Asker) {
  const before = exchanges.slice(0, exchanges.indexOf(judged));
  const isAskedOf =
    (id: string) =>
    ({ exchange }: JudgedExchange) =>
      isBatch(exchange.operation) && exchange.sent.body.includes(id);
  const ids = hand('full').orders.map(({ transaction_id }) => transaction_id);
  /** Payments that nothing was asked of since they were made. */
  const untouched = new Set(ids.filter((id) => !exchanges.some(isAskedOf(id))));
  return {
    untouched,
    /** The state of a payment before something was asked of it: as it was listed then, or as one is listed that was left alone. */
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
 * Follows the one entry of an accepted batch that does not show success, through the search that lists it, until its state
 * is another one than before: then it was pending. Undefined when nothing changed in time.
 */
export async function followAsked(
  judged: JudgedExchange,
  asker: Asker,
  target: Target,
): Promise<Settling | undefined> {
  const { statuses } = target;
  const { operation } = judged.exchange;
  const open = openEntry(judged, statuses);
  if (open?.status === undefined || !isDocumented(operation)) return undefined;
  // Where the merchant says what statuses mean, only what is pending is followed.
  if (statuses?.[operation] !== undefined && open.state !== 'pending') return undefined;
  const { entry, status: pending } = open;
  const { search, state, keys } = listingOf(operation);
  // A refund that is pending may have no reference yet; the opening refunds a payment once.
  const key = keys.find((name) => entry[name] !== undefined && entry[name] !== '');
  if (key === undefined) return undefined;
  const { untouched, stateOf } = seenBefore(judged, asker);
  const look = lookingAs('until it is settled', asker, target);
  const before = asker.exchanges.length;
  const asked = operationOf(operation);
  const move = await followRecord(
    {
      search,
      state,
      is: (record) => record[key] === entry[key],
      // Only a state of the same name can be compared with the one that the entry showed.
      ...(state === asked.batch?.status
        ? { left: (record) => (entrySucceeded(asked, record) ? pending : undefined) }
        : { stateBefore: stateOf(String(entry[key])) }),
    },
    look,
    target,
  );
  if (move === undefined) return undefined;
  // Where a payment that was left alone went the same way, it is what payments do by themselves, and no result of this call.
  const ofOthers = (listing: JudgedExchange | undefined) =>
    listing && stateIn(listing, (id) => untouched.has(id));
  const states = asker.exchanges.slice(before).map(ofOthers);
  if (search === 'query' && states.includes(move.from)) {
    let last = states.at(-1);
    if (last === move.from) {
      // One that was made a little later is looked at once more.
      await setTimeout(patienceOf(target).firstMs);
      last = ofOthers(await look(search));
    }
    if (last === move.to) return undefined;
  }
  return { entry: pending, ...move };
}

/** The calls of an operation so far, the last one last. */
export function askedFor(operation: DocumentedOperationId, { exchanges }: Pick<Asker, 'exchanges'>) {
  return exchanges.filter(({ exchange }) => exchange.operation === operation);
}

/** Tells whether the last call of an operation was accepted, and what it asks for was refused, as far as anybody says so. */
export function isRefusedInside(
  asker: Pick<Asker, 'exchanges'>,
  operation: DocumentedOperationId,
  { statuses }: Pick<Target, 'statuses'> = {},
): boolean {
  const last = askedFor(operation, asker).at(-1);
  if (last === undefined || statuses?.[operation] === undefined) return openEntry(last) !== undefined;
  return isAccepted(last) && stateOf(last, statuses).state === 'refused';
}

/**
 * Tells whether the entry of an accepted call that does not show success was refused for certain: it says so in words, or it has
 * the status of an order that does not exist. Otherwise it may be done, now or later, and must not be asked for again.
 */
export async function isCertainlyRefused(
  open: JudgedExchange,
  asker: Asker,
  { statuses }: Target,
): Promise<boolean> {
  const { operation } = open.exchange;
  const { entry, status } = openEntry(open, statuses) ?? {};
  if (entry === undefined || !isDocumented(operation)) return true;
  if (isRefusedEntry(operation, entry, statuses)) return true;
  return statuses?.[operation] === undefined && (await statusOfUnknownOrder(operation, asker)) === status;
}

/** The status of the entry that a batch operation answers for an order that does not exist; asked once. */
export async function statusOfUnknownOrder(
  operation: DocumentedOperationId,
  asker: Asker,
): Promise<string | undefined> {
  const caseName = 'twin of an unknown order';
  const before = asker.exchanges.find(
    ({ exchange }) => exchange.operation === operation && exchange.origin.caseName === caseName,
  );
  if (before !== undefined) return entryStatus(before);
  const { context, seed } = asker.hand('full');
  const { body } = batchOf(operation, unknownOrders(1, seed, context), context, seed);
  return entryStatus(await asker.send(operation, body, { caseName, intent: 'odd' }));
}

/**
 * Asks for a refused operation again in a separate call case, and follows what is pending then; undefined where it may be done, and is
 * not asked for. It is taken where it is accepted; where calls of it are accepted whatever becomes of their entries, where it is done.
 */
export async function askAnew(
  operation: DocumentedOperationId,
  body: JsonObject,
  caseName: string,
  { asker, target }: { readonly asker: Asker; readonly target: Target },
): Promise<{ readonly isTaken: boolean; readonly settles?: Settling } | undefined> {
  const before = askedFor(operation, asker).filter(({ exchange }) => exchange.sent.intent !== 'odd');
  const last = before.at(-1);
  if (last !== undefined && isAccepted(last) && !(await isCertainlyRefused(last, asker, target)))
    return undefined;
  const { statuses } = target;
  const done = (one: JudgedExchange) => isDone(one, statuses);
  const isInside = before.some((one) => isAccepted(one) && !done(one));
  const again = await asker.send(operation, body, { caseName });
  // An entry that is refused as before is not pending.
  const isSame = isInside && openEntry(again)?.status === openEntry(last)?.status;
  const settles = isSame ? undefined : await followAsked(again, asker, target);
  return { isTaken: (isInside ? done : isAccepted)(again) || settles !== undefined, ...given({ settles }) };
}
