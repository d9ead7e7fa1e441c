import type { MakeContext } from '../generators/context.ts';
import { deriveSeed } from '../generators/seed.ts';
import { type Hand, orderOf, situationOf, subscriptionOf } from '../generators/situations.ts';
import type { Writing } from '../schemas/opening.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { requestContext } from '../targets/sending/request-context.ts';
import type { Line, Sending } from '../targets/sending/sender.ts';
import type { Settings } from '../targets/settings.ts';

/** How a request of the opening differs from a plain one. */
export type Asking = Omit<Sending, 'space'> & { readonly caseName: string };

type Amounts = NonNullable<Hand['context']['amounts']>;

/** Sends the requests of an opening one after another, and keeps what they created. */
export interface Asker {
  /** The current hand, with the accepted payments and subscriptions so far. */
  hand(shape: Hand['shape']): Hand;
  /** A new hand of the run, with other order numbers, amounts and persons. */
  freshHand(shape: Hand['shape']): Hand;
  /** Restricts the amounts of all further hands to those that the service accepts. */
  keepTo(amounts: Amounts): void;
  /** Sends all further bodies of an operation in the encoding that the service accepts. */
  writeAs(operation: DocumentedOperationId, writing: Writing): void;
  send(operation: DocumentedOperationId, body: JsonObject, how: Asking): Promise<JudgedExchange>;
  /** All exchanges, in order. */
  readonly exchanges: readonly JudgedExchange[];
}

/** Title of the test to which the exchanges of an opening belong; each shard of a run has its own opening. */
export function openingTitle({ shard }: Pick<Settings, 'shard'>): string {
  return shard === undefined || shard.number === 1
    ? 'opening'
    : `opening of shard ${shard.number}/${shard.of}`;
}

/** Creates the asker of an opening. */
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

/** Ids of the exchanges from index `from` on. */
export function idsSince({ exchanges }: Pick<Asker, 'exchanges'>, from: number): readonly string[] {
  return exchanges.slice(from).map(({ exchange }) => exchange.id);
}

/** The complete body of an operation; undefined while the hand lacks what it needs. */
export function bodyOf(operation: DocumentedOperationId, hand: Hand): JsonObject | undefined {
  return situationOf(operation).body(hand);
}

/** An amount that few services refuse as too small, in units of a currency. */
const unsuspected = 2;

/**
 * The context of an opening: that of the run with ASCII texts, common amounts and a small share of the amount limit.
 */
export function openingContext(settings: Settings): MakeContext {
  const context: MakeContext = { ...requestContext(settings), amounts: 'usual', letters: 'plain' };
  if (context.amountLimit === undefined) return context;
  const limit = Number(context.amountLimit);
  // Amounts of payouts have no fraction, and every service refuses a payout of 0.
  return { ...context, amountLimit: Math.max(0.01, limit / 10, Math.min(limit, unsuspected)).toFixed(2) };
}
