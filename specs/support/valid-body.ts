import { drawRequest } from '../../generators/drawn.ts';
import { batchOf } from '../../generators/orders.ts';
import type { RequestCase, Shape } from '../../generators/request.ts';
import { partyOf } from '../../generators/situations.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, OperationId } from '../../schemas/types.ts';
import { subscribe } from './orders/subscribe.ts';
import type { Service } from './service.ts';

/** Operations that must come before a valid request of an operation. */
export function prerequisites(operation: DocumentedOperationId): readonly OperationId[] {
  const fromPayment = operationOf(operation).batch !== undefined || operation === 'cancel-subscription';
  return fromPayment ? ['direct-payment'] : [];
}

/** A valid body of an operation in a new situation: a new payment to refund, a new subscription to cancel. */
export async function validBody(
  service: Service,
  operation: DocumentedOperationId,
  shape: Shape = service.shapeOf(operation),
): Promise<JsonObject | RequestCase> {
  const { batch, lists } = operationOf(operation);
  if (batch !== undefined)
    return batchOf(operation, await service.pay(1, operation), service.context, service.seed);
  if (lists !== undefined) return partyOf(service.context);
  if (operation === 'cancel-subscription')
    return { ...partyOf(service.context), ...(await subscribe(service)) };
  return drawRequest(operation, service.plain(operation), shape, service.drawSeed);
}
