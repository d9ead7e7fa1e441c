import type { MakeContext } from '../generators/context.ts';
import { deriveSeed } from '../generators/seed.ts';
import { type Hand, orderOf, situationOf, subscriptionOf } from '../generators/situations.ts';
import type { Writing } from '../schemas/opening.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { requestContext } from '../targets/sending/request-context.ts';
import type { Line, Sending } from '../targets/sending/sender.ts';
import type { Settings } from '../targets/settings.ts';

/** How one request of the opening differs from a plain one. */
export type Asking = Omit<Sending, 'space'> & { readonly caseName: string };

type Amounts = NonNullable<Hand['context']['amounts']>;

/** Sends the requests of an opening one after the other, and keeps what they made. */
export interface Asker {
  /** Accepted payments and subscriptions so far. */
  hand(shape: Hand['shape']): Hand;
  /** Another hand of the same run: other order numbers, amounts and persons. */
  freshHand(shape: Hand['shape']): Hand;
  /** Keeps the amounts of all further hands to what the service takes. */
  keepTo(amounts: Amounts): void;
  /** Writes all further bodies of an operation in a way that the service takes. */
  writeAs(operation: DocumentedOperationId, writing: Writing): void;
  send(operation: DocumentedOperationId, body: JsonObject, how: Asking): Promise<JudgedExchange>;
  /** Everything that was exchanged, in order. */
  readonly exchanges: readonly JudgedExchange[];
}

/** Title of the test that the exchanges of an opening belong to; a shard of a real run has its own opening. */
export function openingTitle({ shard }: Pick<Settings, 'shard'>): string {
  return shard === undefined || shard.number === 1
    ? 'opening'
    : `opening of shard ${shard.number}/${shard.of}`;
}

/** Makes the asker of an opening. */
export function createAsker(line: Pick<Line, 'from'>, settings: Settings, title: string): Asker {
  const { exchanges, send } = line.from({ test: title }, { space: 'opening' });
  let context = openingContext(settings);
  const written = new Map<DocumentedOperationId, Writing>();
  let hands = 0;
  const hand = (shape: Hand['shape']): Hand => ({
    context,
    seed: deriveSeed(settings.seed, title, String(hands)),
    shape,
    get orders() {
      return exchanges.flatMap((judged) => orderOf(judged) ?? []);
    },
    get subscriptions() {
      return exchanges.flatMap((judged) => subscriptionOf(judged) ?? []);
    },
  });
  return {
    exchanges,
    hand,
    freshHand(shape) {
      hands += 1;
      return hand(shape);
    },
    keepTo(amounts) {
      context = { ...context, amounts };
    },
    writeAs: (operation, writing) => void written.set(operation, writing),
    send: (operation, body, how) => send(operation, body, { ...written.get(operation), ...how }),
  };
}

/** Ids of what was exchanged from the one of a number on, the first being 0. */
export function idsSince({ exchanges }: Pick<Asker, 'exchanges'>, from: number): readonly string[] {
  return exchanges.slice(from).map(({ exchange }) => exchange.id);
}

/** The complete body of an operation for a hand; undefined while the hand lacks what it needs. */
export function bodyOf(operation: DocumentedOperationId, hand: Hand): JsonObject | undefined {
  return situationOf(operation).body(hand);
}

/** An amount that few services refuse as too small. */
const unsuspected = 2;

/**
 * What the requests of an opening are made for: as those of a run, in letters and amounts that anybody takes and that leave
 * nearly all of the limits to it.
 */
export function openingContext(settings: Settings): MakeContext {
  const context: MakeContext = { ...requestContext(settings), amounts: 'usual', letters: 'plain' };
  if (context.amountLimit === undefined) return context;
  const limit = Number(context.amountLimit);
  // A payout has no fraction, and one of nothing is refused by everybody.
  return { ...context, amountLimit: Math.max(0.01, limit / 10, Math.min(limit, unsuspected)).toFixed(2) };
}
