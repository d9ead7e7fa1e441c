import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { readLedger } from '../../targets/ledger.ts';
import { cleanUpHere } from '../cli/clean-up-here.ts';
import { forgetSignals } from '../cli/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { type RecordingService, startRecording } from '../e2e/recording-service.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { runInside } from './run-inside.ts';

removeFolders();

const secret = 'a-secret-of-the-user';

interface Genuine {
  readonly folder: string;
  readonly out: string;
  readonly target: string;
  readonly service: RecordingService;
}
let genuine: Genuine;
const strangers = { asked: 0, url: '' };
const stranger = createServer((_, answer) => {
  strangers.asked += 1;
  answer.end();
});

beforeAll(async () => {
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
  strangers.url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const folder = makeFolder();
  const service = await startRecording();
  const target = writeTarget(folder, service.url);
  const out = join(folder, 'out');
  const some = {
    operations: ['cancel-subscription'],
    grep: 'inactive|a second|between',
    skipOpening: true,
  } as const;
  const { exitCode, reasons } = await runInside({ ...some, target, out });
  expect(exitCode, reasons.join()).toBe(0);
  genuine = { folder, out, target, service };
});

afterAll(async () => {
  stranger.close();
  await genuine.service.close();
});

/** A copy of a genuine folder with what somebody put into it: a target file, a module, a line of the ledger and the record of the run. */
function attacked() {
  const folder = join(makeFolder(), 'out');
  cpSync(genuine.out, folder, { recursive: true });
  const mark = join(folder, 'loaded');
  const module = join(folder, 'evil.mjs');
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, '');`;
  writeFileSync(module, `${code} export const sign = () => '0'.repeat(64);`);
  writeTarget(folder, strangers.url, {
    signing: { recipe: 'module', module: 'evil.mjs' },
    headers: { 'X-Note': { env: 'A_SECRET_OF_THE_USER' } },
  });
  const [own] = readLedger(join(folder, 'ledger.ndjson'));
  const customer = { ...own, order_no: `${own?.run}-100234`, transaction_id: 'CUSTOMER-TX-77' };
  appendFileSync(join(folder, 'ledger.ndjson'), `${JSON.stringify(customer)}\n`);
  return { folder, mark };
}
type Attacked = ReturnType<typeof attacked>;

const environment = { A_SECRET_OF_THE_USER: secret };

/** Runs a command in this process, where a module that it loaded would leave its mark as well; returns all that it printed. */
async function textOf(words: readonly string[]): Promise<string> {
  forgetSignals();
  const texts: string[] = [];
  const take = (text: unknown) => texts.push(String(text)) > 0;
  vi.spyOn(console, 'log').mockImplementation(take);
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    await main(words);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
  expect(texts).not.toEqual([]);
  return texts.join('\n');
}

describe('a folder of reports is data: nothing in it is loaded, and nothing is sent for it', () => {
  test.each<[string, (made: Attacked) => readonly string[]]>([
    ['verify', ({ folder }) => ['verify', folder]],
    ['diff', ({ folder }) => ['diff', genuine.out, folder]],
  ])('%s', async (_, wordsOf) => {
    const made = attacked();
    const before = [strangers.asked, genuine.service.requests.length];
    const target = readFileSync(join(made.folder, 'target.json'), 'utf8');
    const text = await textOf(wordsOf(made));
    expect(existsSync(made.mark), text).toBe(false);
    expect([strangers.asked, genuine.service.requests.length], text).toEqual(before);
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect(readFileSync(join(made.folder, 'target.json'), 'utf8')).toBe(target);
  });

  test.each<[string, (made: Attacked) => Parameters<typeof cleanUpHere>[1]]>([
    ['that lists', () => ({})],
    ['without a target', () => ({ sends: true })],
    ['of the genuine target', () => ({ sends: true, target: genuine.target })],
    ['of its own target', ({ folder }) => ({ sends: true, target: join(folder, 'target.json') })],
  ])('a clean-up %s', async (_name, optionsOf) => {
    const made = attacked();
    const before = [strangers.asked, genuine.service.requests.length];
    vi.stubEnv('A_SECRET_OF_THE_USER', secret);
    const told = await cleanUpHere(made.folder, optionsOf(made)).catch((error: Error) => error.message);
    vi.unstubAllEnvs();
    expect([existsSync(made.mark), JSON.stringify(told).includes(secret)]).toEqual([false, false]);
    expect([strangers.asked, genuine.service.requests.length], JSON.stringify(told)).toEqual(before);
  });
});
