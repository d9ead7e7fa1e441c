import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Caller } from './caller.ts';
import { batch, bodyOf, party } from './journey.ts';

const amount = '12345.67';

/** Calls one operation about an order of so large an amount that a service may lose digits of it. */
export async function callWithLargeAmounts(caller: Caller, operation: DocumentedOperationId): Promise<void> {
  const { family } = operationOf(operation);
  if (family === 'payment') {
    await caller.send(operation, { ...bodyOf(operation), amount });
    return;
  }
  const order_no = `${operation}-large`;
  const order = { ...bodyOf('direct-payment'), order_no, amount };
  const { exchange, judgement } = await caller.send('direct-payment', order);
  const { transaction_id } = (judgement.answer as JsonObject).respon as JsonObject;
  const { currency } = exchange.sent.value as JsonObject;
  const paid = [{ transaction_id: String(transaction_id), order_no, currency: String(currency), amount }];
  if (family === 'batch') await caller.send(operation, batch(operation, paid));
  else {
    await caller.send('refund', batch('refund', paid));
    await caller.send(operation, party);
  }
}
