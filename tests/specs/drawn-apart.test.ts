import { expect, test } from 'vitest';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { impersonate, tamper } from '../../specs/support/authentication.ts';
import { subscribe } from '../../specs/support/orders/subscribe.ts';
import type { Service } from '../../specs/support/service.ts';
import { serviceOver } from './service-over.ts';

/** A service that refuses the same card, amount and currency a second time, as a guard against double clicks does. */
function guarded() {
  const met = new Map<string, number>();
  const client = {
    async send(operation: string, body: JsonObject) {
      const { card, amount, currency, order_no = '' } = body;
      if (operation === 'direct-payment') {
        const payment = [card, amount, currency].join(' ');
        met.set(payment, (met.get(payment) ?? 0) + 1);
      }
      const id = { order_no, transaction_id: `T${String(order_no)}`, recurring_id: `S${String(order_no)}` };
      const exchange = {
        operation,
        sent: { value: body },
        origin: {},
        received: { kind: 'answer', status: 200, headers: {}, body: new Uint8Array() },
      };
      const judgement = { operation, outcome: 'accepted', findings: [], answer: { respon: id } };
      return { exchange, judgement } as unknown as JudgedExchange;
    },
  };
  return { met, service: serviceOver(client) };
}

test.each([
  [
    'payments for several calls',
    async (service: Service) => {
      for (let time = 0; time < 3; time += 1) await service.pay(2, 'refund');
    },
  ],
  [
    'payments with wrong signatures and their controls',
    async (service: Service) => {
      await tamper(service, { signing: { recipe: 'hmac-sha256' } } as never, 'direct-payment');
    },
  ],
  [
    'payments of unknown parties and their controls',
    async (service: Service) => {
      await impersonate(service, 'direct-payment');
    },
  ],
  [
    'payments with a subscription',
    async (service: Service) => {
      for (let time = 0; time < 3; time += 1) await subscribe(service);
    },
  ],
])('%s differ in card, amount or currency', async (_what, make) => {
  const { met, service } = guarded();
  const twins: Service['twins'] = async ({ again }) => void (await again());
  Object.defineProperty(service, 'twins', { value: twins });
  await make(service);
  expect(met.size).toBeGreaterThan(1);
  expect([...met.values()].filter((times) => times > 1)).toEqual([]);
});
