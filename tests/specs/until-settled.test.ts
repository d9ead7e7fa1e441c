import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { whyUnsettled } from '../../opening/expectations.ts';
import { pollUntil, transitionProgress } from '../../opening/settle.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';

const waits = { search: 'query', before: ['3100', '3500'], to: '4100' } as const;
const settles = { before: ['3500'] };
const orders = ['T1', 'T2'].map((transaction_id) => ({
  transaction_id,
  order_no: `o-${transaction_id}`,
  currency: 'EUR',
  amount: '1.00',
}));

function listing(...states: readonly string[]): JudgedExchange {
  const orders_list = states.map((payment_status, at) => ({ transaction_id: `T${at + 1}`, payment_status }));
  return {
    exchange: { operation: 'query' },
    judgement: { outcome: 'accepted', answer: { orders_list } },
  } as unknown as JudgedExchange;
}

describe('payments on their way', () => {
  const ids = new Set(orders.map(({ transaction_id }) => transaction_id));

  test('have arrived where a wait is over, and in no state before it', () => {
    expect(transitionProgress(listing('4100', '4100'), ids, waits)).toEqual({
      pending: false,
      arrived: true,
    });
    expect(transitionProgress(listing('4100', '3500'), ids, waits)).toEqual({
      pending: true,
      arrived: false,
    });
    expect(transitionProgress(listing('4100', '3000'), ids, waits)).toEqual({
      pending: false,
      arrived: false,
    });
    expect(transitionProgress(listing('4100', '4100', '3100'), ids, waits).arrived).toBe(true);
  });

  test('have arrived in any state but the pending one of a capture', () => {
    expect(transitionProgress(listing('3000', '4100'), ids, settles)).toEqual({
      pending: false,
      arrived: true,
    });
    expect(transitionProgress(listing('3500', '4100'), ids, settles)).toEqual({
      pending: true,
      arrived: false,
    });
  });
});

test('refunds on their way are read from the search that lists them', () => {
  const refunds = (...states: readonly string[]) =>
    ({
      exchange: { operation: 'refund-search' },
      judgement: {
        outcome: 'accepted',
        answer: {
          refund_orders: states.map((refund_status) => ({ transaction_id: 'T1', refund_status })),
        },
      },
    }) as unknown as JudgedExchange;
  const move = { before: ['2'] };
  expect(transitionProgress(refunds('1', '2'), new Set(['T1']), move)).toEqual({
    pending: true,
    arrived: false,
  });
  expect(transitionProgress(refunds('1', '1'), new Set(['T1']), move)).toEqual({
    pending: false,
    arrived: true,
  });
});

describe('a test that waits for its payments', () => {
  const target = { ...loadTarget('targets/mock.json', {}), settle: { longestMs: 300 } };
  /** What a wait says of a service that goes through listings, and how often it asked. */
  async function waiting(listings: readonly JudgedExchange[]) {
    let asked = 0;
    const why = await whyUnsettled({ ...waits, orders }, target, async () => {
      asked += 1;
      return listings[Math.min(asked, listings.length) - 1] as JudgedExchange;
    });
    return { why, asked };
  }

  test('goes on when all of them have arrived', async () => {
    const ways = [listing('3100', '3100'), listing('4100', '3500'), listing('4100', '4100')];
    expect(await waiting(ways)).toEqual({ why: undefined, asked: 3 });
  });

  test('looks no more often than it has to once it knows how long that takes', async () => {
    const own = { ...target, settle: { longestMs: 5000 } };
    const looks = async () => {
      let asked = 0;
      let shown = listing('3100', '3100');
      // Long before the look that finds it: of two timers the one that is due first comes first, however busy the machine is.
      const settled = setTimeout(200).then(() => {
        shown = listing('4100', '4100');
      });
      await whyUnsettled({ ...waits, orders }, own, async () => {
        asked += 1;
        return shown;
      });
      await settled;
      return asked;
    };
    const [first, second] = [await looks(), await looks()];
    expect(first).toBeGreaterThan(2);
    expect(second).toBe(2);
  });

  test('tells nothing while one of them stays in a state that is refused', async () => {
    expect((await waiting([listing('4100', '3500')])).why).toContain('did not settle within 300 ms');
  });

  test('goes on after its patience in a state that nobody met before', async () => {
    expect((await waiting([listing('4100', '4300')])).why).toBeUndefined();
  });
});

test('a wait does not grow with the time that looks take', async () => {
  const patience = { longestMs: 60_000, firstMs: 20 };
  /** Waits for what is so at the second look, each of which takes a while. */
  const wait = async () => {
    let looks = 0;
    await pollUntil(async () => {
      await setTimeout(15);
      return ++looks > 1;
    }, patience);
    return looks;
  };
  for (let time = 0; time < 10; time += 1) expect(await wait()).toBe(2);
  expect(patience).toMatchObject({ enoughMs: 20 });
});
