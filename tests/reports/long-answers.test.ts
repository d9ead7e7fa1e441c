import { expect, test } from 'vitest';
import { startLettingGo } from '../../reports/evidence/long-answers.ts';
import type { JudgedExchange } from '../../schemas/types.ts';

const answered = (bytes: number) =>
  ({ exchange: { received: { kind: 'answer', body: new Uint8Array(bytes) } } }) as JudgedExchange;
const unanswered = { exchange: { received: { kind: 'none' } } } as JudgedExchange;

test('memory is given back after each 4 MB of long answers, and never for short ones', () => {
  let times = 0;
  const done = startLettingGo(() => {
    times += 1;
  });
  for (let at = 0; at < 1000; at += 1) done(answered(100_000));
  done(unanswered);
  expect(times).toBe(0);
  for (let at = 0; at < 7; at += 1) done(answered(4 * 1024 * 1024));
  expect(times).toBe(7);
  for (let at = 0; at < 8; at += 1) done(answered(1024 * 1024));
  expect(times).toBe(9);
});
