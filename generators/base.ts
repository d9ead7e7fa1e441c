import { isObject } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import { bindOrders, type PaidOrder } from './orders.ts';
import type { RequestCase } from './request.ts';
import { deriveSeed, sample, sampleOne } from './seed.ts';
import { removeContradictions } from './valid/apart.ts';
import { validRequest } from './valid.ts';
import { digitsOf, hexOf, orderNumber, uuidOf } from './values/identity.ts';
import { parseCents } from './values/money.ts';

/** Options of the valid request that boundaries and faults are made from. */
export interface BaseOptions {
  /** Payments that batch entries refer to; without them the entries have generated orders. */
  readonly orders?: readonly PaidOrder[];
}

function renumber(made: RequestCase, context: MakeContext, seed: number, name: string): JsonObject {
  const { batch } = operationOf(made.operation);
  const { body } = made;
  const words = [seed, made.operation, name];
  const entries = batch === undefined ? undefined : body[batch.field];
  if (batch !== undefined && Array.isArray(entries)) {
    const numbered = entries.map((entry, at) =>
      isObject(entry)
        ? {
            ...entry,
            transaction_id: digitsOf(...words, at),
            order_no: orderNumber(context, ...words, at),
          }
        : entry,
    );
    return { ...body, [batch.field]: numbered };
  }
  return {
    ...body,
    ...(body.order_no === undefined ? {} : { order_no: orderNumber(context, ...words) }),
    ...(body.request_id === undefined ? {} : { request_id: uuidOf(context.prefix, ...words) }),
  };
}

/** Returns the body with a token next to the card, or with the contradicting member that the case name says. */
function aboutOf(body: JsonObject, { operation }: RequestCase, name: string): JsonObject {
  const [subject = ''] = name.split('/');
  const isAbout = (steps: readonly string[]) => `${subject}.`.startsWith(`${steps.join('.')}.`);
  const about =
    subject === 'token_id' && operationOf(operation).family === 'payment'
      ? { ...body, token_id: `tok-${hexOf(16, name)}` }
      : body;
  return removeContradictions(about, ({ many, few, withFew = few }) =>
    isAbout(few) || isAbout(withFew) ? many : few,
  );
}

/** Number of requests drawn to find one whose amount can be refunded in parts. */
const mostDraws = 8;

function isDivisible({ operation, body }: RequestCase): boolean {
  const entries = body[operationOf(operation).batch?.field ?? ''];
  const [first] = Array.isArray(entries) ? entries : [body];
  const amount = isObject(first) ? first.amount : undefined;
  return amount === undefined || (parseCents(String(amount)) ?? 0n) >= 100n;
}

/**
 * Draws the valid request that the boundaries and faults of a seed change. Returns a function that gives each named
 * case its own order numbers. A batch has `entries` entries; the first of them refer to the given orders.
 */
export function baseOf(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  entries: number,
  { orders = [] }: BaseOptions = {},
): (name: string) => RequestCase {
  const requests = validRequest(operation, { ...context, contradictions: 'kept' }, 'full', entries);
  const drawn = sample(requests, deriveSeed(seed, operation, 'base'), mostDraws);
  const shape = drawn.find(isDivisible) ?? sampleOne(requests, seed);
  return (name) =>
    bindOrders({ ...shape, name, body: aboutOf(renumber(shape, context, seed, name), shape, name) }, orders);
}

/** The control twin of the boundaries and faults of a seed: the same request, unchanged. */
export function controlOf(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  options?: BaseOptions,
): RequestCase {
  return baseOf(operation, context, seed, controlEntries, options)('control');
}

/** Entries of a changed batch: the last one is changed, the one before it stays valid. */
export const controlEntries = 2;
