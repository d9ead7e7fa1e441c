import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { validateStatement } from '../../reports/statement.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { runInside } from '../runs/run-inside.ts';
import { conformance, smallRun, withoutFullBatches } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { hostileWays, startHostile } from './hostile-service.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

const stackTrace = /^\s+at .*[(/].*:\d+:\d+\)?$/m;

function expectWholeReports(
  out: string,
  lost: readonly RegExp[] = [],
): { result: string; exitCode: number; reasons: string[] } {
  const statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(validateStatement(statement)).toEqual([]);
  const { problems } = readEvidence(out);
  expect(problems.filter(({ problem }) => !lost.some((words) => words.test(problem)))).toEqual([]);
  if (lost.length === 0) expect(verifyEvidence(out).problems).toEqual([]);
  for (const name of ['certificate.html', 'matrix.html'])
    expect(readFileSync(join(out, name), 'utf8').length, name).toBeGreaterThan(100);
  return statement;
}

test('a service that answers with garbage, resets and silence gets a clear result', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startHostile();
  // One answer in twelve never comes; all others come in time also on a busy machine.
  const target = writeTarget(folder, service.url, { limits: { timeoutMs: 1500 } });
  const statement = await runInside({
    target,
    operation: 'refund',
    runs: '2',
    grep: withoutFullBatches,
    out,
  });
  service.close();
  expect(service.asked()).toBeGreaterThan(Object.keys(hostileWays).length);
  const { result } = expectWholeReports(out);
  expect(result).not.toMatch(/^conformant|void/);
  expect(JSON.stringify(statement)).not.toMatch(/\\n +at /);
});

test('a target that ends in the middle of a run gets a clear result', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  service.after(30, () => void service.close());
  const target = writeTarget(folder, service.url);
  const statement = await runInside({ target, operation: 'refund', runs: '2', skipOpening: true, out });
  const { result, reasons } = expectWholeReports(out);
  expect(['incomplete', 'non-conformant']).toContain(result);
  expect(reasons.join('\n')).toContain('4.1/status-200');
  expect(JSON.stringify(statement)).not.toMatch(/\\n +at /);
});

const dying = (way: string, folder: string) => ({
  NODE_OPTIONS: `--require ${JSON.stringify(fileURLToPath(new URL('dying.cjs', import.meta.url)))}`,
  DYING_WAY: way,
  DYING_CHOSEN: join(folder, 'chosen'),
});

test('a disk that becomes full ends the run, and what was recorded is reported', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  const target = writeTarget(folder, service.url);
  const words = 'run --seed 7 --runs 2000 --operation refund --skip-opening --skip-allure'.split(' ');
  const ended = await conformance([...words, '--out', out, '--target', target], dying('disk', folder));
  await service.close();
  const cut = /^line \d+ is cut short$|^was never closed/;
  const { result, reasons } = expectWholeReports(out, [cut]);
  expect(result).toBe('incomplete');
  expect(reasons[0]).toMatch(/^evidence cannot be written: .*: no space is left on the device$/);
  expect(ended).toMatchObject({ status: 3, stderr: '' });
  expect(ended.stdout).not.toMatch(stackTrace);
  const recorded = readEvidence(out).exchanges.length;
  expect(recorded).toBeGreaterThan(10);
  // Four requests at a time were under way in the worker that could not record, and in the two that were then stopped.
  expect(service.requests.length - recorded).toBeLessThanOrEqual(12);
});

test('a worker that dies takes no results of others with it', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  const target = writeTarget(folder, service.url);
  const words = ['--skip-opening', '--skip-allure', '--grep', 'boundary|shape', '--target', target];
  const ended = await conformance(smallRun(out, ...words), dying('death', folder));
  await service.close();
  const { result, reasons } = expectWholeReports(out, [/^was never closed/]);
  expect(result).toBe('incomplete');
  expect(reasons.join('\n')).toContain('the process of a test died: ');
  expect(ended).toMatchObject({ status: 3, stderr: '' });
  expect(ended.stdout).not.toMatch(stackTrace);
  // Four requests at a time were under way in it.
  expect(service.requests.length - readEvidence(out).exchanges.length).toBeLessThanOrEqual(4);
});
