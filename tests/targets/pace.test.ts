import { describe, expect, test } from 'vitest';
import type { Answer } from '../../schemas/types.ts';
import { createPace, requestedPause } from '../../targets/sending/pace.ts';
import { stillClock } from './still-clock.ts';

const answer = (status: number, retryAfter?: string): Answer => ({
  kind: 'answer',
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: new Uint8Array(),
  durationMs: 1,
});

describe('createPace', () => {
  test('spaces starts evenly', async () => {
    const clock = stillClock();
    const pace = createPace({ requestsPerSecond: 4, concurrent: 1 }, clock);
    const starts: number[] = [];
    for (let index = 0; index < 4; index += 1) await pace.run(async () => starts.push(clock.now()));
    expect(starts).toEqual([0, 250, 500, 750]);
  });
  test('never waits without a rate', async () => {
    const clock = stillClock();
    const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 2 }, clock);
    await Promise.all(Array.from({ length: 50 }, () => pace.run(async () => {})));
    expect(clock.slept).toEqual([]);
  });
  test('lets only so many go at a time, in order', async () => {
    const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 3 }, stillClock());
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const send = (index: number) =>
      pace.run(async () => {
        order.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)));
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
  test('lets whoever has the fewest places go next, and nobody pass who needs several', async () => {
    const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 3 }, stillClock());
    const order: string[] = [];
    const ask = (what: string, by: object, places?: number) =>
      pace.run(
        async () => {
          order.push(what);
          await new Promise((resolve) => setImmediate(resolve));
        },
        places,
        by,
      );
    const [wide, narrow] = [{}, {}];
    await Promise.all([
      ...['a', 'b', 'c', 'd', 'e'].map((what) => ask(what, wide)),
      ask('narrow', narrow),
      ask('all', {}, 3),
      ask('one more', {}),
    ]);
    expect(order).toEqual(['a', 'b', 'c', 'narrow', 'd', 'e', 'all', 'one more']);
  });
  test('frees its place when a send fails', async () => {
    const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 1 }, stillClock());
    await expect(pace.run(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await pace.run(async () => 'next')).toBe('next');
  });
  test('holds everything back while it was asked to', async () => {
    const clock = stillClock();
    const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 2 }, clock);
    pace.hold(3000);
    pace.hold(1000);
    expect(await pace.run(async () => clock.now())).toBe(3000);
  });
});

describe('a pace that was asked to wait', () => {
  /** How many of so many requests are refused by a service that takes a number of them within each second. */
  async function refusedOf(perSecond: number, count: number) {
    const clock = stillClock();
    const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 1 }, clock);
    const taken = new Map<number, number>();
    let refused = 0;
    for (let index = 0; index < count; index += 1)
      await pace.run(async () => {
        const second = Math.floor(clock.now() / 1000);
        taken.set(second, (taken.get(second) ?? 0) + 1);
        if ((taken.get(second) ?? 0) <= perSecond) return;
        refused += 1;
        pace.hold(1000);
      });
    return refused;
  }

  test.each([2, 5, 15, 100])('finds the rate of %i requests in a second', async (rate) => {
    expect(await refusedOf(rate, 2000)).toBeLessThanOrEqual(40);
  });

  test('is slowed once by answers beside each other, and never quicker than before', async () => {
    const clock = stillClock();
    const pace = createPace({ requestsPerSecond: 0.5, concurrent: 8 }, clock);
    for (let index = 0; index < 8; index += 1) pace.hold(1000);
    const starts: number[] = [];
    for (let index = 0; index < 3; index += 1) await pace.run(async () => starts.push(clock.now()));
    expect(starts).toEqual([1000, 3000, 5000]);
  });
});

test('a pace that is asked to wait again and again still goes twice a second', async () => {
  const clock = stillClock();
  const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 1 }, clock);
  for (let index = 0; index < 100; index += 1) await pace.run(async () => pace.hold(1));
  const before = clock.now();
  for (let index = 0; index < 4; index += 1) await pace.run(async () => {});
  expect(clock.now() - before).toBe(2000);
});

test('a pace is its usual one again some hundred requests after it was asked to wait', async () => {
  const clock = stillClock();
  const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 1 }, clock);
  for (let index = 0; index < 5; index += 1) await pace.run(async () => pace.hold(1000));
  for (let index = 0; index < 800; index += 1) await pace.run(async () => {});
  const before = clock.now();
  for (let index = 0; index < 50; index += 1) await pace.run(async () => {});
  expect(clock.now() - before).toBe(0);
});

test('a pace is not slowed by a service that asks for no time', async () => {
  const clock = stillClock();
  const pace = createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: 1 }, clock);
  for (let index = 0; index < 50; index += 1) await pace.run(async () => pace.hold(0));
  expect(clock.slept).toEqual([]);
});

describe('requestedPause', () => {
  const now = new Date('2025-01-01T00:00:00Z');
  test.each([
    [answer(200, '5'), undefined],
    [answer(429, '5'), 5000],
    [answer(429, '0'), 0],
    [answer(429), 1000],
    [answer(429, 'soon'), 1000],
    [answer(429, '99999999'), 99_999_999_000],
    [answer(429, 'Wed, 01 Jan 2025 00:00:07 GMT'), 7000],
    [answer(429, 'Wed, 01 Jan 2020 00:00:07 GMT'), 0],
    [answer(503, '2'), 2000],
    [answer(503), undefined],
    [{ kind: 'none', reason: 'timeout', detail: '', durationMs: 1 } as const, undefined],
  ])('reads how long %j asks to wait', (received, expected) => {
    expect(requestedPause(received, now)).toBe(expected);
  });
});
