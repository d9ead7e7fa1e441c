import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import {
  listenForProgress,
  type Progress,
  type ProgressListener,
  progressVariable,
  reportProgress,
} from '../../reports/run/progress.ts';

let listener: ProgressListener | undefined;
afterEach(() => listener?.close());

const step: Progress = { id: 't', test: 'conforms', done: 10, total: 25, phase: 'checking' };

function listen(): { heard: Progress[]; path: string } {
  const heard: Progress[] = [];
  listener = listenForProgress((progress) => heard.push(progress));
  return { heard, path: process.env[progressVariable] ?? '' };
}

async function send(path: string, ...pieces: readonly string[]): Promise<void> {
  const socket = connect(path);
  for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
  await new Promise((closed) => socket.once('close', closed).end());
}

test('what a worker reports reaches the terminal', async () => {
  const { heard } = listen();
  reportProgress(step);
  reportProgress({ ...step, done: 20 });
  await vi.waitFor(() => expect(heard).toEqual([step, { ...step, done: 20 }]));
});

test('lines that come in pieces are put together', async () => {
  const { heard, path } = listen();
  const line = `${JSON.stringify(step)}\n`;
  await send(path, line.slice(0, 9), line.slice(9) + line.slice(0, 4), line.slice(4));
  await vi.waitFor(() => expect(heard).toEqual([step, step]));
});

test('garbage and half a line are passed over', async () => {
  const { heard, path } = listen();
  await send(path, 'no json\n{"test":1}\n[]\nnull\n', `${JSON.stringify(step)}\n`, '{"test":"cut');
  await vi.waitFor(() => expect(heard).toEqual([step]));
});

test('a closed listener leaves neither socket nor variable', () => {
  const { path } = listen();
  listener?.close();
  expect(existsSync(path)).toBe(false);
  expect(process.env[progressVariable]).toBeUndefined();
  expect(() => reportProgress(step)).not.toThrow();
});
