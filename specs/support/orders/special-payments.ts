import { largePayment } from '../../../generators/card-payments.ts';
import { whyFixed } from '../../../generators/covering.ts';
import { drawRequest } from '../../../generators/drawn.ts';
import { orderOf } from '../../../generators/situations.ts';
import { membersOf } from '../../../schemas/history/outcome.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { untilDecided } from '../retries.ts';
import type { Service } from '../service.ts';

const id = 'direct-payment';

/** The body of a card payment with the token of an earlier payment; skips the test if none came back. */
export async function withStoredCard(service: Service): Promise<JsonObject> {
  const context = service.plain(id);
  const held = whyFixed(id, context)('token_flag') ?? whyFixed(id, context)('token_id');
  if (held !== undefined) return service.cannot(held);
  const { body } = drawRequest(id, context, service.shapeOf(id), service.seed);
  // The samples show only NO: a service may refuse to store the card.
  const stored = service.need(
    await untilDecided(() => service.send(id, { ...body, token_flag: 'YES' }, { caseName: 'card to store' })),
  );
  const { token_id } = membersOf(operationOf(id), stored.judgement.answer ?? {});
  if (typeof token_id !== 'string' || token_id.trim() === '')
    return service.lacks(stored, 'a payment with token_flag YES returned no token_id');
  return { ...body, token_id };
}

/** Makes a refundable payment of a large amount; skips the test if the target does not allow it. */
export async function payLarge(service: Service) {
  const made = largePayment(service.plain(id), service.seed);
  if (!service.allows(id, made))
    return service.cannot('the target does not allow a payment of a large amount');
  return service.prepared('refund', service.context, async () => {
    const paid = service.need(await untilDecided(() => service.send(id, made)));
    return [orderOf(paid) ?? service.lacks(paid, 'the payment has no transaction_id that can be read')];
  });
}
