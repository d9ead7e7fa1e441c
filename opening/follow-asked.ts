import { batchOf, unknownOrders } from '../generators/orders.ts';
import { given } from '../schemas/given.ts';
import type { Settling } from '../schemas/opening.ts';
import { isBatch, isDocumented } from '../schemas/operations.ts';
import { scalarText } from '../schemas/outcome.ts';
import { isAccepted, isDone, stateOf, stateOfEntry } from '../schemas/states.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';
import { type Asker, bodyOf } from './ask.ts';
import { refusalOf } from './permission.ts';
import { entryStatus, followEntry, type Look, openEntry, type SeenBefore, statusIn } from './settle.ts';

/** Is told the id of each exchange. */
export type Told = (id: string) => void;

/** Looks at what a search lists, in requests of one case. */
export function lookingAs(caseName: string, asker: Asker, target: Target, told: Told): Look {
  return async (search) => {
    const body = refusalOf(search, target) === undefined ? bodyOf(search, asker.hand('full')) : undefined;
    return body && asked(asker.send(search, body, { caseName }), told);
  };
}

/** What was seen of payments before an exchange of the opening. */
export function seenBefore(judged: JudgedExchange, asker: Asker): SeenBefore {
  const exchanges = asker.exchanges.filter((one) => one !== judged);
  const touched = asker.exchanges.filter(({ exchange }) => isBatch(exchange.operation));
  const ids = asker.hand('full').orders.map(({ transaction_id }) => transaction_id);
  const isTouched = (id: string) => touched.some(({ exchange }) => exchange.sent.body.includes(id));
  return { exchanges, untouched: new Set(ids.filter((id) => !isTouched(id))) };
}

/** Follows an accepted result that does not show success, through the search that lists it. */
export function followAsked(judged: JudgedExchange, asker: Asker, target: Target, told: Told) {
  const look = lookingAs('until it is settled', asker, target, told);
  return followEntry(judged, look, target, seenBefore(judged, asker));
}

/** Waits for an answer, and tells which exchange it is. */
export async function asked(send: ReturnType<Asker['send']>, told: Told): Promise<JudgedExchange> {
  const judged = await send;
  told(judged.exchange.id);
  return judged;
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
  if (last !== undefined && statuses?.[operation] !== undefined)
    return isAccepted(last) && stateOf(last, statuses).state === 'refused';
  return last !== undefined && openEntry(last) !== undefined;
}

/** What became of a refused operation that was asked for again. */
export interface AskedAgain {
  /** It was accepted; or done, where calls of it are accepted whatever becomes of their entries; or pending until it was done. */
  readonly isTaken: boolean;
  readonly settles?: Settling;
}

// What an entry says of itself where its status is not the one of success (7.2).
const saysNo =
  /\b(?:not|no|cannot|can't|unable|invalid|declin\w*|den(?:y|ied)|refus\w*|reject\w*|fail\w*|errors?|wrong|missing|expired|forbidden|exceed\w*|unknown|blocked|insufficient|too)\b/i;
const saysLater = /pend|process|progress|queue|submitted|received|scheduled|in review|later/i;

/**
 * Tells whether the entry of an accepted call that does not show success was refused for certain: it says so in words, or it has
 * the status of an order that does not exist. Otherwise it may be done, now or later, and must not be asked for again.
 */
async function isCertainlyRefused(
  open: JudgedExchange,
  { asker, target, told }: { readonly asker: Asker; readonly target: Target; readonly told: Told },
): Promise<boolean> {
  const { operation } = open.exchange;
  const entry = openEntry(open, target.statuses);
  if (entry === undefined || !isDocumented(operation)) return true;
  if (target.statuses?.[operation] !== undefined)
    return stateOfEntry(operation, entry, target.statuses) === 'refused';
  const words = [entry.error_message, entry.refund_message].map((text) => scalarText(text) ?? '').join(' ');
  if (saysNo.test(words.replaceAll(/\bno errors?\b/gi, '')) && !saysLater.test(words)) return true;
  return (await statusOfUnknownOrder(operation, asker, told)) === statusIn(open);
}

/** The status of the entry that a batch operation answers for an order that does not exist; asked once. */
export async function statusOfUnknownOrder(
  operation: DocumentedOperationId,
  asker: Asker,
  told: Told,
): Promise<string | undefined> {
  const caseName = 'twin of an unknown order';
  const before = asker.exchanges.find(
    ({ exchange }) => exchange.operation === operation && exchange.origin.caseName === caseName,
  );
  if (before !== undefined) return entryStatus(before);
  const { context, seed } = asker.hand('full');
  const { body } = batchOf(
    operation as Parameters<typeof batchOf>[0],
    unknownOrders(1, seed, context),
    context,
    seed,
  );
  return entryStatus(await asked(asker.send(operation, body, { caseName, intent: 'odd' }), told));
}

/** Asks for a refused operation again in a call of its own case, and follows what is pending then; not where it may be done. */
export async function askAnew(
  operation: DocumentedOperationId,
  body: JsonObject,
  caseName: string,
  { asker, target, told }: { readonly asker: Asker; readonly target: Target; readonly told: Told },
): Promise<AskedAgain> {
  const before = askedFor(operation, asker).filter(({ exchange }) => exchange.sent.intent !== 'odd');
  const last = before.at(-1);
  if (last !== undefined && isAccepted(last) && !(await isCertainlyRefused(last, { asker, target, told })))
    return { isTaken: false };
  const { statuses } = target;
  const done = (one: JudgedExchange) => isDone(one, statuses);
  const isInside = before.some((one) => isAccepted(one) && !done(one));
  const status = statusIn(last);
  const again = await asked(asker.send(operation, body, { caseName }), told);
  // An entry that is refused as before is not pending.
  const isSame = isInside && statusIn(again) === status;
  const settles = isSame ? undefined : await followAsked(again, asker, target, told);
  return { isTaken: (isInside ? done : isAccepted)(again) || settles !== undefined, ...given({ settles }) };
}
