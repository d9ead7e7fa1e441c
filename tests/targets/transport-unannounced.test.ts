import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openUntilEnd, wire } from './transports.ts';

const rounds = 300;
const megabyte = 1024 * 1024;
// Longer than any thread is kept from running.
const watchMs = 5000;

/** Sends requests, as a judge works between them, to a service that ends each connection without a word once it has answered. */
async function unansweredOf(atOnce: number): Promise<number> {
  const service = new Worker(new URL('./ends-unannounced.mjs', import.meta.url));
  onTestFinished(async () => void (await service.terminate()));
  const [port] = await once(service, 'message');
  const send = openUntilEnd(undefined, { watchMs });
  let unanswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const received = await Promise.all(
      Array.from({ length: atOnce }, () => send(wire(`http://127.0.0.1:${port}/`))),
    );
    unanswered += received.filter(({ kind }) => kind === 'none').length;
    hash('sha256', Buffer.alloc((round % 4) * megabyte));
  }
  return unanswered;
}

test.each([1, 4])(
  'the transport loses nothing where each answer ends its connection, %i at a time',
  async (atOnce) => {
    expect(await unansweredOf(atOnce)).toBe(0);
  },
);
