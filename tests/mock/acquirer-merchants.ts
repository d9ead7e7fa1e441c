import { afterEach, expect } from 'vitest';
import { findAcquirer } from '../../mock/acquirers/registry.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type Merchant, openMerchant, orderFrom } from './merchant.ts';

const opened: { readonly name: string; readonly merchant: Merchant }[] = [];

/** The merchant of an acquirer; what it exchanges is judged at the end of the test, see `judgeOpened`. */
export async function open(name: string): Promise<Merchant> {
  const merchant = await openMerchant(name);
  opened.push({ name, merchant });
  return merchant;
}

/** Judges after each test of a file what its merchants exchanged: a habit that the document does not allow would be found. */
export function judgeOpened(): void {
  afterEach(() => {
    const found = opened
      .splice(0)
      .flatMap(({ name, merchant }) =>
        merchant.caller.exchanges.flatMap(({ judgement }) =>
          judgement.findings
            .filter(
              ({ verdict, clause }) => verdict !== 'warn' || !findAcquirer(name)?.announces.includes(clause),
            )
            .map(
              ({ verdict, clause, operation, received }) => `${verdict} ${clause} ${operation} ${received}`,
            ),
        ),
      );
    expect(found).toEqual([]);
  });
}

/** Who asks. */
export const party = { merchant_id: '100001', account_id: '100001001' };

/** The status of an answer, or why there was none. */
export function statusOf({ exchange }: JudgedExchange): number | string {
  const { received } = exchange;
  return received.kind === 'answer' ? received.status : received.reason;
}

/** An order that was paid by card. */
export async function paid({ caller, body }: Merchant): Promise<JsonObject> {
  return orderFrom(await caller.send('direct-payment', body('direct-payment')));
}

/** The result entry of a batch over one order. */
export async function entryOf(
  { caller }: Merchant,
  operation: DocumentedOperationId,
  order: JsonObject,
): Promise<JsonObject> {
  const field = `${operation}_orders`;
  const { judgement } = await caller.send(operation, { ...party, [field]: [order] });
  return ((judgement.answer as JsonObject)[field] as JsonObject[])[0] ?? {};
}

/** The entry of a refund of an order. */
export const refundOf = (order: JsonObject, refund_amount = '1.00') => ({
  ...order,
  refund_amount,
  refund_reason: 'x',
});
