import { describe, expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { unknownOrders } from '../../generators/orders.ts';
import {
  type Client,
  openSubscription,
  orderOf,
  payOrders,
  sendBatches,
  subscriptionOf,
} from '../../generators/situations.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { exchanged, type Seen, serviceDouble } from './service-double.ts';

const body = { order_no: 'r1-a', currency: 'EUR', amount: '12.34', subscription: { contract_name: 'club' } };
const answer = { order_no: 'r1-a', transaction_id: 'T1', recurring_id: 'R1' };

test('an accepted payment gives the order that was sent, with its transaction', () => {
  expect(orderOf(exchanged('direct-payment', body, { answer: { ...answer, amount: '99.00' } }))).toEqual({
    transaction_id: 'T1',
    order_no: 'r1-a',
    currency: 'EUR',
    amount: '12.34',
  });
});

test.each([
  ['was refused', 'refused', answer],
  ['names no transaction', 'accepted', { ...answer, transaction_id: '' }],
  ["speaks of somebody else's order", 'accepted', { ...answer, order_no: 'VICTIM-1' }],
] as const)('a payment that %s gives no order', (_what, outcome, said) => {
  expect(orderOf(exchanged('direct-payment', body, { outcome, answer: said }))).toBeUndefined();
});

test('a subscription has the contract that was sent where the answer names none', () => {
  expect(subscriptionOf(exchanged('direct-payment', body, { answer }))).toEqual({
    recurring_id: 'R1',
    contract_name: 'club',
  });
  expect(subscriptionOf(exchanged('direct-payment', {}, { answer }))).toBeUndefined();
});

describe('situations over a client', () => {
  const context = defaultContext;

  /** A client that refuses what it is told to, and numbers orders as some senders do. */
  function clientThat(refuses: (seen: Seen, all: readonly Seen[]) => boolean, renames = false) {
    const { service, seen } = serviceDouble();
    const names: string[] = [];
    const client: Client = {
      width: 4,
      async send(operation, made, about) {
        const body = renames ? { ...made, order_no: `own-${seen.length}` } : made;
        names.push(`${about?.caseName}`);
        const judged = await service.send(operation, body);
        const isRefused = refuses({ operation, body }, seen);
        return isRefused ? exchanged(operation, body, { outcome: 'refused' }) : judged;
      },
    };
    return { client, seen, names };
  }

  test('pays as often as wanted, with the numbers that were sent', async () => {
    const { client, seen, names } = clientThat(() => false, true);
    const { paid, refusal } = await payOrders(client, { context, seed: 3, count: 6, shape: 'minimal' });
    expect(refusal).toBeUndefined();
    expect(paid.map(({ order_no }) => order_no)).toEqual(seen.map(({ body }) => body.order_no));
    expect(new Set(names)).toEqual(new Set(['minimal']));
  });

  test.each<[string, Parameters<typeof exchanged>[2], number]>([
    ['503', { outcome: 'unclear', status: 503 }, 0],
    ['500', { outcome: 'unclear', status: 500 }, 0],
    ['an empty 200', { outcome: 'refused', text: '' }, 0],
    ['a page', { outcome: 'refused', text: '<html>Sorry</html>' }, 0],
    ['a redirect', { outcome: 'refused', status: 302 }, 0],
    ['an accepted answer that names no transaction', {}, 0],
    ['a refusal as timed out', { outcome: 'refused', text: '{"error":"timed out"}' }, 0],
    ['a refusal', { outcome: 'refused' }, 1],
    ['an answer that nobody can read', { outcome: 'unclear' }, 1],
    ['a transaction that nobody can read', { findings: [{ verdict: 'inconclusive' }] }, 1],
    ['429', { outcome: 'unclear', status: 429 }, 1],
    ['503 with Retry-After', { outcome: 'unclear', status: 503, headers: { 'retry-after': '1' } }, 1],
  ])('a payment that gets %s is followed by another where that may be', async (_what, how, others) => {
    const { service, seen } = serviceDouble();
    const client: Client = {
      async send(operation, made) {
        const judged = await service.send(operation, made);
        return seen.length === 1 ? exchanged(operation, made, how) : judged;
      },
    };
    const { paid } = await payOrders(client, { context, seed: 3, count: 1, shape: 'minimal' });
    expect(seen).toHaveLength(1 + others);
    expect(paid).toHaveLength(others);
    expect(new Set(seen.map((one) => one.body.order_no)).size).toBe(1 + others);
  });

  test('what is under way when another payment may not be sent comes to its end', async () => {
    const { client, seen } = clientThat(() => false);
    let ended = 0;
    const width = 3;
    const limited: Client = {
      width,
      async send(operation, body) {
        if (seen.length === width - 1) throw new Error('not sent');
        const judged = await client.send(operation, body);
        await new Promise((resolve) => setImmediate(resolve));
        ended += 1;
        return judged;
      },
    };
    const wanted = { context, seed: 3, count: 3, shape: 'minimal' } as const;
    await expect(payOrders(limited, wanted)).rejects.toThrow('not sent');
    expect(ended).toBe(2);
  });

  test.each([
    [429, 3],
    [503, 2],
    [500, 2],
  ])('payments that are answered %i at first are followed until %i are made', async (status, most) => {
    const { client, seen } = clientThat(() => false);
    const slow: Client = {
      send: async (operation, body) => {
        const judged = await client.send(operation, body);
        return seen.length === 2 ? exchanged(operation, body, { outcome: 'unclear', status }) : judged;
      },
    };
    const { paid } = await payOrders(slow, { context, seed: 3, count: 3, shape: 'minimal' });
    expect(paid).toHaveLength(most);
  });

  test('a refused payment is followed by one of a whole amount', async () => {
    const isOdd = ({ body }: Seen) => !String(body.amount).endsWith('.00');
    const { client, seen } = clientThat(isOdd);
    const { paid } = await payOrders(client, { context, seed: 3, count: 3, shape: 'full' });
    expect(paid).toHaveLength(3);
    expect(seen.length).toBeGreaterThan(3);
    expect(paid.every(({ amount }) => amount.endsWith('.00'))).toBe(true);
  });

  test('payments that are refused now and then are followed until there are enough', async () => {
    const { client } = clientThat(({ body }) => body.note === '' || String(body.order_no).endsWith('a'));
    const wanted = { context, seed: 12, count: 200, shape: 'full' } as const;
    const { paid, refusal } = await payOrders(client, wanted);
    expect(refusal).toBeUndefined();
    expect(paid).toHaveLength(200);
    expect(new Set(paid.map(({ order_no }) => order_no)).size).toBe(200);
  });

  test('payments that all are refused are tried in two forms and no more', async () => {
    const { client, seen } = clientThat(() => true);
    const { paid } = await payOrders(client, { context, seed: 3, count: 5, shape: 'full' });
    expect(paid).toHaveLength(0);
    expect(seen).toHaveLength(10);
  });

  test('a payment that came too soon is followed until one is in time', async () => {
    const asked: Seen[] = [];
    const { client, seen } = clientThat((one) => [2, 4].includes(asked.push(one)));
    const slow: Client = {
      send: async (operation, body) => {
        const judged = await client.send(operation, body);
        const isRefused = judged.judgement.outcome === 'refused';
        return isRefused ? exchanged(operation, body, { outcome: 'unclear', status: 429 }) : judged;
      },
    };
    const { paid, refusal } = await payOrders(slow, { context, seed: 3, count: 3, shape: 'full' });
    expect(refusal).toBeUndefined();
    expect(paid).toHaveLength(3);
    expect(seen).toHaveLength(5);
  });

  test.each(['minimal', 'full'] as const)(
    'a service that takes no small sums is paid larger %s ones within the limit',
    async (shape) => {
      const { client, seen } = clientThat(({ body }) => Number(body.amount) < 1);
      const limited = { ...context, amountLimit: '5.00' };
      const { paid } = await payOrders(client, { context: limited, seed: 3, count: 2, shape });
      expect(paid).toHaveLength(2);
      const sum = paid.reduce((all, { amount }) => all + Number(amount), 0);
      expect(sum).toBeLessThanOrEqual(5);
      expect(seen).toHaveLength(4);
    },
  );

  test('who gives up asks for complete payments, and then for no more', async () => {
    const wanted = {
      context,
      seed: 3,
      count: 20,
      shape: 'minimal',
      thenShape: 'full',
      givesUp: true,
    } as const;
    const poor = clientThat(({ body }) => body.shopper_email === undefined);
    expect((await payOrders(poor.client, wanted)).paid).toHaveLength(20);
    expect(poor.seen).toHaveLength(24);
    const deaf = clientThat(() => true);
    const { paid, refusal } = await payOrders(deaf.client, wanted);
    expect(paid).toEqual([]);
    expect(refusal?.judgement.outcome).toBe('refused');
    expect(deaf.seen).toHaveLength(8);
  });

  test('captures and refunds as many at a time as section 8 allows', async () => {
    const { client, seen } = clientThat(() => false);
    const orders = unknownOrders(60, 3);
    await sendBatches(client, 'capture', orders, { context, seed: 3 });
    await sendBatches(client, 'refund', orders.slice(0, 2), { context, seed: 3, part: 1 });
    const sizes = seen.map(({ operation, body }) => (body[`${operation}_orders`] as JsonObject[]).length);
    expect(sizes).toEqual([50, 10, 2]);
    const refunds = (seen.at(-1)?.body.refund_orders ?? []) as JsonObject[];
    for (const { refund_amount, amount } of refunds) expect(refund_amount).toBe(amount);
  });

  test('opens a subscription under the name that is asked for', async () => {
    const { client, seen } = clientThat(() => false);
    const { subscription } = await openSubscription(client, {
      context,
      seed: 3,
      contractName: 'weekly & more',
    });
    expect(subscription).toEqual({
      recurring_id: `R-${String(seen[0]?.body.order_no)}`,
      contract_name: 'weekly & more',
    });
    expect(seen[0]?.body.subscription).toMatchObject({ contract_name: 'weekly & more' });
    const refusing = clientThat(() => true);
    expect(await openSubscription(refusing.client, { context, seed: 3 })).not.toHaveProperty('subscription');
  });
});
