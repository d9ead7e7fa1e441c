import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openUntilEnd, wire } from './transports.ts';

const rounds = 100;
const megabyte = 1024 * 1024;

/** Sends requests, as a judge works between them, to a service that ends each connection without a word once it has answered. */
async function unansweredOf(atOnce: number): Promise<number> {
  const service = new Worker(new URL('./ends-unannounced.mjs', import.meta.url));
  onTestFinished(async () => void (await service.terminate()));
  const [port] = await once(service, 'message');
  const send = openUntilEnd();
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
  'the transport loses what is under way at most where each answer ends its connection, %i at a time',
  async (atOnce) => {
    expect(await unansweredOf(atOnce)).toBeLessThanOrEqual(atOnce);
  },
);

test('the transport loses nothing where a connection ended while its thread was busy', async () => {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const service = new Worker(new URL('./ends-unannounced.mjs', import.meta.url), { workerData: ended });
  onTestFinished(async () => void (await service.terminate()));
  const [port] = await once(service, 'message');
  const send = openUntilEnd();
  const ask = async () => (await send(wire(`http://127.0.0.1:${port}/`))).kind;
  expect(await ask()).toBe('answer');
  // What goes on after a file was read has the events of before it in front of it, and none of those that come meanwhile.
  await readFile(new URL(import.meta.url));
  service.postMessage('end');
  Atomics.wait(ended, 0, 0);
  expect(await ask()).toBe('answer');
});
