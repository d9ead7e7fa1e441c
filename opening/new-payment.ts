import type { PaidOrder } from '../generators/orders.ts';
import { mostRetries } from '../generators/situations.ts';
import { isAccepted, mayBeDone } from '../schemas/history/states.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { Step } from './ask-step.ts';
import { bodyOf, type Requester } from './requester.ts';

/** The body of an operation for one payment. */
export function bodyFor(order: PaidOrder, operation: DocumentedOperationId, requester: Requester) {
  // Both first and last, because operations use either.
  return bodyOf(operation, { ...requester.testData('full'), orders: [order, order] });
}

/** The body of an operation for the latest payment of an opening. */
export function newestOf(operation: DocumentedOperationId, requester: Requester): JsonObject | undefined {
  const newest = requester.testData('full').orders.at(-1);
  return newest && bodyFor(newest, operation, requester);
}

export async function requestFor(
  order: PaidOrder,
  operation: DocumentedOperationId,
  caseName: string,
  requester: Requester,
) {
  const body = bodyFor(order, operation, requester);
  return body && requester.send(operation, body, { caseName });
}

export async function requestForNewest(
  operation: DocumentedOperationId,
  caseName: string,
  requester: Requester,
) {
  const newest = requester.testData('full').orders.at(-1);
  return newest && requestFor(newest, operation, caseName, requester);
}

/** Makes a payment for one more request of a step; undefined if none is accepted. */
export async function payAnew(
  { steps, requester }: { readonly steps: readonly Step[]; readonly requester: Requester },
  caseName: string,
): Promise<PaidOrder | undefined> {
  const { shape = 'full' } = steps.find(({ operation }) => operation === 'direct-payment') ?? {};
  // A payment may be declined for its currency, amount or card, and each draw has others.
  for (let attempt = 0; attempt <= mostRetries; attempt += 1) {
    const payment = bodyOf('direct-payment', requester.freshTestData(shape));
    if (payment === undefined) return undefined;
    const judged = await requester.send('direct-payment', payment, { caseName });
    if (isAccepted(judged)) return requester.testData('full').orders.at(-1);
    if (judged.judgement.outcome !== 'refused' || mayBeDone(judged)) return undefined;
  }
  return undefined;
}

/** Captures a new payment before a refund; undefined if that is not accepted. */
export async function captureAnew(
  order: PaidOrder,
  requester: Requester,
): Promise<JudgedExchange | undefined> {
  const captured = await requestFor(order, 'capture', 'before the refund', requester);
  return captured !== undefined && isAccepted(captured) ? captured : undefined;
}
