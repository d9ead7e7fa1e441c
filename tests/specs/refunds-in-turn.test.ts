import { expect, test } from 'vitest';
import type { JsonObject, JudgedExchange, OperationId } from '../../schemas/types.ts';
import { serviceOver } from './service-over.ts';

/** Most requests that a test had under way at a time. */
async function mostAtOnce(operation: OperationId): Promise<number> {
  let now = 0;
  let most = 0;
  const client = {
    async send() {
      now += 1;
      most = Math.max(most, now);
      await new Promise((answered) => setImmediate(answered));
      now -= 1;
      const exchange = { operation, received: { kind: 'answer', status: 200, headers: {} } };
      return { exchange, judgement: { findings: [] } } as unknown as JudgedExchange;
    },
  };
  const service = serviceOver(client);
  const bodies: JsonObject[] = Array.from({ length: 9 }, () => ({}));
  await service.sendAll(operation, bodies);
  return most;
}

test('refunds are sent one after the other, as a service numbers them in turn', async () => {
  expect(await mostAtOnce('refund')).toBe(1);
});

test('other requests are sent beside each other', async () => {
  expect(await mostAtOnce('capture')).toBeGreaterThan(1);
});
