import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { validateStatement } from '../../reports/statement.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { runInside } from '../runs/run-inside.ts';
import { playwright, runIn } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { hostileWays, startHostile } from './hostile-service.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

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
    operations: ['refund'],
    grep: 'shape|boundary|one result entry|as documented|malformed',
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
  service.after(20, () => void service.close());
  const target = writeTarget(folder, service.url);
  const statement = await runInside({
    target,
    operations: ['refund'],
    grep: 'entry|alike|currencies|any batch|apart',
    skipOpening: true,
    out,
  });
  const { result, reasons } = expectWholeReports(out);
  expect(['incomplete', 'non-conformant']).toContain(result);
  // Which operations were under way when it ended is chance.
  expect(reasons.join('\n')).toMatch(/\b4\.\d+\/status-200/);
  expect(JSON.stringify(statement)).not.toMatch(/\\n +at /);
});

const dying = (way: string, folder: string) => ({
  NODE_OPTIONS: `--require ${JSON.stringify(fileURLToPath(new URL('dying.cjs', import.meta.url)))}`,
  DYING_WAY: way,
  DYING_CHOSEN: join(folder, 'chosen'),
});

test('a disk that becomes full ends the run, and what was recorded is reported', async () => {
  const folder = makeFolder();
  const service = await startRecording();
  const variables = { TARGET: writeTarget(folder, service.url), SEED: '7', CONFORMANCE_RUNS: '25' };
  const words = ['refund.spec', '--no-deps', '-g', 'boundary|entry|alike|currencies|any batch'];
  const ended = await playwright(folder, words, { ...variables, ...dying('disk', folder) });
  await service.close();
  const cut = /^line \d+ is cut short$|^was never closed/;
  const { result, reasons } = expectWholeReports(runIn(folder), [cut]);
  expect(result).toBe('incomplete');
  expect(reasons.join('\n')).toMatch(/evidence cannot be written: .*: no space is left on the device$/m);
  expect(ended).toMatchObject({ status: 3 });
  const recorded = readEvidence(runIn(folder)).exchanges.length;
  expect(recorded).toBeGreaterThan(10);
  // Four requests at a time were under way in the worker that could not record, and in the two that were then stopped.
  expect(service.requests.length - recorded).toBeLessThanOrEqual(12);
});

test('a worker that dies takes no results of others with it', async () => {
  const folder = makeFolder();
  const service = await startRecording();
  const variables = { TARGET: writeTarget(folder, service.url), SEED: '7', CONFORMANCE_RUNS: '2' };
  const words = ['refund.spec', '--no-deps', '-g', 'boundary|shape'];
  const ended = await playwright(folder, words, { ...variables, ...dying('death', folder) });
  await service.close();
  const { result, reasons } = expectWholeReports(runIn(folder), [/^was never closed/]);
  expect(result).toBe('incomplete');
  expect(reasons.join('\n')).toContain('the process of a test died: ');
  expect(ended).toMatchObject({ status: 3 });
  // Four requests at a time were under way in it.
  const { length } = readEvidence(runIn(folder)).exchanges;
  expect(service.requests.length - length).toBeLessThanOrEqual(4);
});
