import { expect, test } from 'vitest';
import type { Answer } from '../../schemas/types.ts';
import { ServiceBusy } from '../../targets/refused-send.ts';
import { createBackOff, longestBackOff } from '../../targets/sending/pace.ts';
import { stillClock } from './still-clock.ts';

const answer = (status: number, retryAfter?: string): Answer => ({
  kind: 'answer',
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: new Uint8Array(),
  durationMs: 1,
});

test('a service that asks for years is left alone at once, and for as long as it asks', async () => {
  const clock = stillClock();
  const backOff = createBackOff(clock);
  expect(backOff.after(answer(429, '99999999'), 'a')).toBe(0);
  expect(() => backOff.claim('query', 'b')).toThrow('it asks to wait 99999999 s (Retry-After)');
  await clock.sleep(99_999_999_000);
  expect(() => backOff.claim('query', 'b')).not.toThrow();
});

test('a test never waits longer than the bound, and the next one may wait again', async () => {
  const clock = stillClock();
  const backOff = createBackOff(clock);
  const waited: number[] = [];
  const wait = async () => {
    const pause = backOff.after(answer(429, '20'), 'a') ?? 0;
    await clock.sleep(pause);
    backOff.after(answer(200), 'a');
    waited.push(pause);
  };
  for (let count = 0; count < 3; count += 1) await wait();
  expect(waited.reduce((sum, one) => sum + one, 0)).toBe(longestBackOff);
  expect(() => backOff.claim('query', 'a')).toThrow(ServiceBusy);
  expect(() => backOff.claim('query', 'b')).not.toThrow();
});

test('nothing but 429 on end is given up for every test', async () => {
  const clock = stillClock();
  const backOff = createBackOff(clock);
  for (let count = 0; count < 60; count += 1)
    await clock.sleep(backOff.after(answer(429), `test ${count}`) ?? 0);
  expect(() => backOff.claim('query', 'another')).toThrow('nothing but 429 and 503 came on end');
});

test('requests beside each other that are all refused wait once', () => {
  const backOff = createBackOff(stillClock());
  for (let count = 0; count < 8; count += 1) backOff.after(answer(503, '30'), 'a');
  expect(() => backOff.claim('query', 'a')).not.toThrow();
});

test.each([
  [answer(200), 'ends'],
  [{ kind: 'none', reason: 'timeout', detail: '', durationMs: 1 }, 'leaves'],
] as const)('an answer like %j %s what was waited for on end', async (received, does) => {
  const clock = stillClock();
  const backOff = createBackOff(clock);
  for (let count = 0; count < 60; count += 1) {
    if (count === 59) backOff.after(received, 'between');
    await clock.sleep(backOff.after(answer(429), `test ${count}`) ?? 0);
  }
  const claim = () => backOff.claim('query', 'another');
  if (does === 'ends') expect(claim).not.toThrow();
  else expect(claim).toThrow('nothing but 429 and 503 came on end');
});
