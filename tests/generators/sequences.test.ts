import { asyncProperty, check } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { playSequence, sequences } from '../../generators/sequences.ts';
import type { Client as Service } from '../../generators/situations.ts';
import { parseCents } from '../../generators/values/money.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { type Seen, serviceDouble } from './service-double.ts';

const stage = (service: Service) => ({ service, context: defaultContext, attempt: '' });
const textOf = (sequence: Iterable<unknown>) => [...sequence].map(String).join(', ');

async function play(count: number, seed = 1): Promise<Seen[][]> {
  const runs = sample(sequences(defaultContext), seed, count).map(async (sequence) => {
    const { service, seen } = serviceDouble();
    await playSequence(sequence, stage(service));
    return seen;
  });
  return Promise.all(runs);
}

async function shortestFailure(fails: (all: readonly Seen[]) => boolean): Promise<string> {
  let attempt = 0;
  const property = asyncProperty(sequences(defaultContext), async (sequence) => {
    const { service } = serviceDouble((_one, all) => {
      if (fails(all)) throw new Error('the planted fault shows');
    });
    await playSequence(sequence, { ...stage(service), attempt: String(attempt++) });
  });
  const { counterexample } = await check(property, { seed: 3, numRuns: 200 });
  return counterexample === null ? 'none' : textOf(counterexample[0]);
}

describe('sequences', () => {
  test('the same seed draws the same sequence', () => {
    const drawn = (seed: number) => sample(sequences(defaultContext), seed, 20).map(textOf);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  test('every operation of the model is played', async () => {
    const played = new Set((await play(60)).flat().map(({ operation }) => operation));
    expect([...played].sort()).toEqual([
      'cancel',
      'cancel-subscription',
      'capture',
      'direct-payment',
      'payout',
      'query',
      'refund',
      'refund-search',
      'review',
    ]);
  });

  test('without payouts nothing is paid out, and all else is played', () => {
    const drawn = sample(sequences(defaultContext, { paysOut: false }), 1, 60)
      .map(textOf)
      .join();
    expect(drawn).not.toContain('pay out');
    for (const step of ['pay ', 'refund #', 'cancel subscription #']) expect(drawn).toContain(step);
  });

  test('no refunds of an order add up to more than was paid', async () => {
    for (const seen of await play(60)) {
      const refunds = seen
        .filter(({ operation }) => operation === 'refund')
        .flatMap(({ body }) => body.refund_orders as JsonObject[]);
      const left = new Map<string, bigint>();
      for (const { order_no, amount, refund_amount } of refunds) {
        const before = left.get(String(order_no)) ?? parseCents(String(amount)) ?? 0n;
        left.set(String(order_no), before - (parseCents(String(refund_amount)) ?? 0n));
      }
      expect([...left.values()].filter((cents) => cents < 0n)).toEqual([]);
    }
  });

  test('batches name orders that were paid before', async () => {
    for (const seen of await play(60)) {
      const paid = new Set(
        seen.filter(({ operation }) => operation === 'direct-payment').map(({ body }) => body.order_no),
      );
      const named = seen.flatMap(
        ({ operation, body }) => (body[`${operation}_orders`] ?? []) as JsonObject[],
      );
      expect(named.filter(({ order_no }) => !paid.has(order_no ?? ''))).toEqual([]);
    }
  });

  test('a subscription is cancelled under the id that its payment gave', async () => {
    const cancelled = (await play(80)).flat().filter(({ operation }) => operation === 'cancel-subscription');
    expect(cancelled.length).toBeGreaterThan(5);
    expect(cancelled.filter(({ body }) => !/^R-/.test(String(body.recurring_id)))).toEqual([]);
  });

  test('another attempt numbers its orders anew', async () => {
    const [sequence] = sample(sequences(defaultContext), 5, 1);
    const numbers = async (attempt: string) => {
      const { service, seen } = serviceDouble();
      await playSequence(sequence ?? [], { ...stage(service), attempt });
      return seen.filter(({ operation }) => operation === 'direct-payment').map(({ body }) => body.order_no);
    };
    const [first, second] = [await numbers('1'), await numbers('2')];
    expect(first.length).toBeGreaterThan(0);
    expect(first.filter((number) => second.includes(number))).toEqual([]);
  });
});

describe('shrinking', () => {
  test('a fault of the first capture shrinks to one payment and one capture', async () => {
    const text = await shortestFailure((all) => all.at(-1)?.operation === 'capture');
    expect(text).toMatch(/^pay \d+\.\d\d [A-Z]{3}, capture #\d+$/);
  });

  test('a fault of the second refund shrinks to one payment and two refunds', async () => {
    const text = await shortestFailure(
      (all) => all.filter(({ operation }) => operation === 'refund').length === 2,
    );
    expect(text.split(', ').map((step) => step.split(' ')[0])).toEqual(['pay', 'refund', 'refund']);
  });

  test('a service without fault has no counterexample', async () => {
    expect(await shortestFailure(() => false)).toBe('none');
  });
});
