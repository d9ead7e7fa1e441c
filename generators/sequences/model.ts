import { answerOf } from '../../schemas/answer-of.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import type { PaidOrder } from '../orders.ts';
import type { Subscription } from '../situations/hand.ts';
import type { Port } from '../situations/port.ts';

/** Where a sequence is played. */
export interface Stage {
  /** The service as a sequence sees it; throwing from `send` fails the sequence and shrinks it. */
  readonly service: Port;
  readonly context: MakeContext;
  /** Set anew for each play of a sequence, so that no order number or request id is used twice. */
  readonly attempt: string;
  /** Waits before an operation over payments of the sequence; false where it would come too soon all the same, and is left out. */
  ripen?(operation: DocumentedOperationId, orders: readonly PaidOrder[]): Promise<boolean>;
}

/** A payment as the document lets one know it. */
export interface ModelPayment {
  readonly order: PaidOrder;
  /** Cents not refunded yet. */
  refundable: bigint;
  captured: boolean;
  reviewed: boolean;
  cancelled: boolean;
  refunds: number;
}

/** A subscription that a payment opened. */
export interface ModelSubscription extends Subscription {
  cancelled: boolean;
}

/** What a sequence knows so far. */
export interface Journey {
  readonly payments: ModelPayment[];
  readonly subscriptions: ModelSubscription[];
  payouts: number;
}

/** A journey before its first step. */
export function createJourney(): Journey {
  return { payments: [], subscriptions: [], payouts: 0 };
}

/** The objects that an answer lists under a name. */
function entriesIn(answer: JsonValue | undefined, name: string): readonly JsonObject[] {
  const value = isObject(answer) ? answer[name] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Tells whether a batch answer says that the order succeeded: entry status `1`, the one value that is shown (7.1). */
export function entrySucceeded(
  operation: DocumentedOperationId,
  judged: JudgedExchange,
  order: PaidOrder,
): boolean {
  const { batch } = operationOf(operation);
  if (batch === undefined) return false;
  const entries = entriesIn(answerOf(judged), batch.field);
  return entries.some((entry) => entry.order_no === order.order_no && entry[batch.status] === '1');
}
