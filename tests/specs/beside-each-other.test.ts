import { describe, expect, test } from 'vitest';
import type { JsonObject, JudgedExchange, OperationId } from '../../schemas/types.ts';
import type { SendOptions } from '../../targets/sending/sender.ts';
import { serviceOver, settings } from './service-over.ts';

/** A service over so many requests at a time, whose answers come in another order than the requests; what it was sent, by number. */
function serviceOf(concurrent: number) {
  const sent = new Map<number, JsonObject>();
  let [now, most] = [0, 0];
  const client = {
    async send(operation: OperationId, body: JsonObject, { origin }: SendOptions) {
      now += 1;
      most = Math.max(most, now);
      sent.set(origin.ordinal, body);
      const later = () => new Promise((answered) => setImmediate(answered));
      for (let turn = 0; turn <= (origin.ordinal * 7) % 5; turn += 1) await later();
      now -= 1;
      const exchange = { operation, received: { kind: 'answer', status: 200, headers: {} }, origin };
      return { exchange, judgement: { findings: [] } } as unknown as JudgedExchange;
    },
  };
  const target = { ...settings.target, limits: { ...settings.target.limits, concurrent } };
  return { service: serviceOver(client, { target }), sent, most: () => most };
}

const bodies: JsonObject[] = Array.from({ length: 9 }, (_, at) => ({ order_no: `order ${at}` }));

describe('a list of requests', () => {
  test('is sent one after the other where refunds are numbered in turn', async () => {
    const { service, most } = serviceOf(8);
    await service.sendAll('refund', bodies);
    expect(most()).toBe(1);
  });

  test('is sent as many at a time as the target allows', async () => {
    const { service, most } = serviceOf(4);
    await service.sendAll('capture', bodies);
    expect(most()).toBe(4);
  });
});

describe('what goes on beside each other', () => {
  const actOver = async (concurrent: number) => {
    const { service, sent, most } = serviceOf(concurrent);
    await service.send('direct-payment', {});
    const last = await service.beside(bodies, async (own, body) => {
      await own.send('direct-payment', body);
      return own.send('direct-payment', body);
    });
    await service.send('direct-payment', { order_no: 'after them' });
    const numbers = ({ exchange }: JudgedExchange) => exchange.origin.ordinal;
    return {
      most: most(),
      sent: [...sent].sort(([one], [other]) => one - other),
      last: last.map(numbers),
      kept: service.exchanges.map(numbers),
    };
  };

  test('sends the same and keeps it in the same order however many are under way', async () => {
    const [one, two, eight] = await Promise.all([1, 2, 8].map(actOver));
    expect([one?.most, two?.most, eight?.most]).toEqual([1, 2, 8]);
    expect(two).toEqual({ ...one, most: 2 });
    expect(eight).toEqual({ ...one, most: 8 });
    expect(new Set(one?.sent.map(([, body]) => body.order_no)).size).toBe(20);
  });

  test('ends for all where one fails, once nothing is under way', async () => {
    const { service, sent } = serviceOf(2);
    const failed = service.beside(bodies, async (own, body) => {
      if (body === bodies[1]) throw new Error('the second one');
      await own.send('direct-payment', body);
      await own.send('direct-payment', body);
    });
    await expect(failed).rejects.toThrow('the second one');
    // The first had sent one request by then.
    expect([sent.size, service.exchanges.length]).toEqual([1, 1]);
  });
});
