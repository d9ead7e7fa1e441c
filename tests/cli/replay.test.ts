import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { replay } from '../../cli/replay.ts';
import { type RunOptions, runSuite } from '../../cli/run-suite.ts';
import { emptyFolder, runCommand } from './command.ts';

vi.mock('../../cli/run-suite.ts', () => ({ runSuite: vi.fn() }));
const suite = vi.mocked(runSuite);

const fail = { clause: '2.9/amount/decimal', verdict: 'fail', path: 'refund_orders[0].amount' };
const exchange = (id: string, findings: readonly object[] = [fail]) => ({
  kind: 'exchange',
  id,
  origin: { file: 'refund.spec.ts', test: 'answers (all) entries › for one order', ordinal: 0, seed: 7 },
  judgement: { findings },
});

function writeRun(dir: string, ...lines: readonly object[]): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'exchanges.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Lets the repetition leave these exchanges, and keeps the options that it was started with. */
function repeatsWith(status: number, ...lines: readonly object[]): RunOptions[] {
  const started: RunOptions[] = [];
  suite.mockImplementation(async (options) => {
    started.push(options);
    if (options.out !== undefined) writeRun(options.out, ...lines);
    return status;
  });
  return started;
}

beforeEach(() => {
  suite.mockReset();
});

test('a finding that comes back is reproduced, with the status of the repetition', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'), exchange('8000000000', []));
  repeatsWith(1, exchange('7f3a000000'));
  expect(await runCommand(replay, ['replay', '7f3a', '--from', from])).toEqual({
    status: 1,
    lines: ['Reproduced: fail 2.9/amount/decimal refund_orders[0].amount.'],
  });
});

test('only the test of the exchange runs again, with the options of its run', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  writeFileSync(join(from, 'run.json'), '{"seed":"7","runs":"3","fault":"x"}');
  const started = repeatsWith(1, exchange('7f3a000000'));
  await runCommand(replay, ['replay', '7f3a', '--from', from, '--target', 'other.json']);
  const [options] = started;
  expect(options).toMatchObject({ seed: '7', runs: '3', fault: 'x', target: 'other.json' });
  expect(options?.out).toBe(`${from}.replay`);
  const pattern = new RegExp(options?.grep ?? '$^');
  expect(pattern.test('refund.spec.ts answers (all) entries for one order @refund')).toBe(true);
  expect(pattern.test('refund.spec.js answers (all) entries for one order @refund')).toBe(true);
  expect(pattern.test('capture.spec.ts answers (all) entries for one order @capture')).toBe(false);
  expect(pattern.test('refund.spec.ts answers (all) entries for one orderly @refund')).toBe(false);
});

test('another finding than before is told as a change', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  repeatsWith(0, exchange('7f3a000000', []));
  const { lines } = await runCommand(replay, ['replay', '7f3a', '--from', from]);
  expect(lines).toEqual([
    'Changed. Before: fail 2.9/amount/decimal refund_orders[0].amount. Now: no finding.',
  ]);
});

test('an exchange that is not reached again is told', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  repeatsWith(0);
  const { lines } = await runCommand(replay, ['replay', '7f3a', '--from', from]);
  expect(lines).toEqual(['Exchange 7f3a000000 was not reached again.']);
});

test.each([
  ['ffff', 'No exchange begins with "ffff"'],
  ['7f3a', '2 exchanges begin with "7f3a"'],
])('the id %s is wrong use', async (id, complaint) => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'), exchange('7f3a111111'));
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await runCommand(replay, ['replay', id, '--from', from])).toMatchObject({ status: 2 });
  expect(said.mock.calls.join()).toContain(complaint);
  said.mockRestore();
  expect(suite).not.toHaveBeenCalled();
});
