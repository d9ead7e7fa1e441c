import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type Merchant, orderFrom } from './merchant.ts';

/** Does everything that a merchant does in a day, once; returns what of it was not accepted. */
export async function tradeWith({ caller, body, target }: Merchant): Promise<readonly string[]> {
  const { merchant_id, account_id } = target.merchant;
  const party = { merchant_id, account_id };
  const refused: string[] = [];
  const send = async (
    operation: DocumentedOperationId,
    request: JsonObject,
    encoding = encodingOf(operation),
  ) => {
    const judged = await caller.send(operation, request, encoding);
    const { outcome, answer } = judged.judgement;
    if (outcome !== 'accepted') refused.push(`${operation} ${outcome} ${JSON.stringify(answer)}`);
    return judged;
  };
  const encodingOf = (operation: DocumentedOperationId) => {
    const { encoding } = target.encodings[operation] ?? {};
    return encoding === undefined ? {} : { encoding };
  };
  const batch = (operation: DocumentedOperationId, orders: readonly JsonObject[]) =>
    send(operation, { ...party, [`${operation}_orders`]: [...orders] });

  const [first, second] = [
    orderFrom(await send('direct-payment', body('direct-payment'))),
    orderFrom(await send('direct-payment', body('direct-payment', 1))),
  ];
  if (target.capabilities.capture) await batch('capture', [first]);
  for (const _read of [1, 2]) await send('query', party);
  await batch('review', [{ ...second, review_flag: '1' }]);
  await batch('refund', [{ ...first, refund_amount: '20.25', refund_reason: 'returned' }]);
  for (const _read of [1, 2]) await send('refund-search', party);
  await batch('cancel', [second]);
  await cancelSubscription(await send('direct-payment', body('direct-payment', 2)), party, send);
  await send('apm-payment', body('apm-payment'));
  await send('redirect-payment', body('redirect-payment'));
  await send('payout', body('payout'));
  return refused;
}

async function cancelSubscription(
  { judgement }: JudgedExchange,
  party: JsonObject,
  send: (operation: DocumentedOperationId, request: JsonObject) => Promise<JudgedExchange>,
): Promise<void> {
  const { recurring_id = '', contract_name = '' } =
    (judgement.answer as { respon?: JsonObject } | undefined)?.respon ?? {};
  await send('cancel-subscription', { ...party, recurring_id, contract_name });
}
