import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runSettings } from '../../cli/project/run-settings.ts';
import { readLedgers, sortLedger } from '../../targets/clean-up.ts';
import { runInside } from '../runs/run-inside.ts';
import { type Ended, playwright, startPlaywright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { type RecordingService, startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

let service: RecordingService;
let [left, target] = ['', ''];

beforeAll(async () => {
  const folder = makeFolder();
  service = await startRecording();
  target = writeTarget(folder, service.url);
  left = join(folder, 'left');
  await runInside({ target, operations: ['direct-payment'], grep: 'minimal shape|as documented', out: left });
  expect(sortLedger(readLedgers(left)).open.length).toBeGreaterThan(2);
});
afterAll(() => service.close());

/** A copy of the run's folder for one test, and how a clean-up of it is started. */
function copied() {
  const folder = makeFolder();
  const run = join(folder, 'run');
  cpSync(left, run, { recursive: true });
  const started = (words: readonly string[], variables: Readonly<Record<string, string>>) =>
    startPlaywright(folder, words, { TARGET: target, CLEAN_UP: run, ...variables });
  return { folder, run, started, send: (...words: string[]) => started(words, { SEND: run }).ended };
}

const marked = ({ stdout }: Ended, mark: string) =>
  stdout.split('\n').filter((line) => line.includes(`  ${mark}  `) && line.includes('[clean-up]'));
const isUndoable = (line: string) => /: (?:cancel|refund)\b/.test(line);

test('without SEND each thing is listed, and nothing is sent', async () => {
  const { run, started } = copied();
  const before = service.requests.length;
  const ended = await started([], {}).ended;
  expect([ended.status, service.requests.length - before], ended.text).toEqual([0, 0]);
  const { open } = sortLedger(readLedgers(run));
  expect(marked(ended, '-').filter(isUndoable)).toHaveLength(open.length);
  expect(ended.stderr).toContain(`: nothing is sent without SEND=${run}.`);
  expect(existsSync(`${run}.clean-up`)).toBe(false);
});

test('with SEND each thing is undone in a test of its own, and then nothing is left', async () => {
  const { run, send } = copied();
  const ended = await send();
  expect(ended.status, ended.text).toBe(0);
  expect(marked(ended, '✓').filter(isUndoable).length).toBeGreaterThan(2);
  expect(sortLedger(readLedgers(run)).open).toEqual([]);
  expect(existsSync(join(`${run}.clean-up`, 'lock'))).toBe(false);
  const before = service.requests.length;
  const again = await send();
  expect([again.status, service.requests.length - before], again.text).toEqual([0, 0]);
});

test('two at once are refused, and Ctrl-C leaves a folder that the next one takes', async () => {
  const { run, started, send } = copied();
  const first = started([], { SEND: run });
  const before = service.requests.length;
  const lock = join(`${run}.clean-up`, 'lock');
  await vi.waitFor(() => expect(existsSync(lock)).toBe(true), { timeout: 60_000, interval: 5 });
  const second = await send();
  expect([second.status, second.stdout]).toEqual([2, '']);
  expect(second.stderr).toMatch(/ is in use by process \d+; wait for its end\.$/m);
  first.interrupt();
  await first.ended;
  const third = await send();
  expect(third.status, third.text).toBe(0);
  // What was cancelled is cancelled once.
  const orders = service.requests
    .slice(before)
    .filter(({ path }) => path.endsWith('/cancel'))
    .map(({ body }) => JSON.parse(body).cancel_orders[0].order_no);
  expect(new Set(orders).size).toBe(orders.length);
});

describe('is wrong use', () => {
  test.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['a second try', ['--retries=1'], {}, /^--retries is refused: /],
    [
      'a repetition',
      ['--repeat-each', '2'],
      {},
      /^--repeat-each is refused: a clean-up undoes each thing once/,
    ],
    ['a shard', ['--shard=1/2'], {}, /^--shard is refused: /],
    ['several at a time', ['--fully-parallel'], {}, /^--fully-parallel is refused: /],
    ['another folder in SEND', [], { SEND: 'other' }, /^SEND must be the folder of CLEAN_UP, /],
    ['an empty SEND', [], { SEND: '' }, /^SEND must be the folder of CLEAN_UP, /],
    ['an empty CLEAN_UP', [], { CLEAN_UP: ' ' }, /^CLEAN_UP is empty: /],
    ['a rehearsal', [], { REHEARSE: '1' }, /^REHEARSE and CLEAN_UP name two things/],
    ['a folder that is none', [], { CLEAN_UP: 'none' }, /^none does not exist; /],
  ])('%s', (_what, words, variables, says) => {
    const { run } = copied();
    const environment = { TARGET: target, CLEAN_UP: run, SEND: run, ...variables };
    expect(() => runSettings(words, environment)).toThrow(says);
    expect(existsSync(`${run}.clean-up`)).toBe(false);
  });

  test('SEND without CLEAN_UP', () => {
    expect(() => runSettings([], { TARGET: target, SEND: 'x' })).toThrow(
      /^SEND is for a clean-up: name the folder of a run in CLEAN_UP, too\.$/,
    );
  });
});

test('a run that was killed before it created anything left nothing behind', async () => {
  const folder = makeFolder();
  const killed = join(folder, 'killed');
  mkdirSync(join(killed, 'parts'), { recursive: true });
  const ended = await playwright(folder, [], { TARGET: target, CLEAN_UP: killed });
  expect(ended.status, ended.text).toBe(0);
  expect(ended.stdout).toContain('nothing is left behind that could be undone');
});

test('the long names win', async () => {
  const { run, started } = copied();
  const before = service.requests.length;
  const ended = await started([], { CONFORMANCE_CLEAN_UP: run, CLEAN_UP: 'none' }).ended;
  expect([ended.status, service.requests.length - before], ended.text).toEqual([0, 0]);
  expect(readFileSync(join(run, 'ledger.ndjson'), 'utf8')).toBe(
    readFileSync(join(left, 'ledger.ndjson'), 'utf8'),
  );
});
