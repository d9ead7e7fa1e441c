import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { validateStatement } from '../../reports/statement/validate.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { conformance, smallRun, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { hostileWays, startHostile } from './hostile-service.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

const stackTrace = /^\s+at .*[(/].*:\d+:\d+\)?$/m;

function expectWholeReports(out: string): { result: string; exitCode: number; reasons: string[] } {
  const statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(validateStatement(statement)).toEqual([]);
  expect(verifyEvidence(out).problems).toEqual([]);
  expect(readEvidence(out).problems).toEqual([]);
  for (const name of ['certificate.html', 'junit.xml', 'allure-report/index.html'])
    expect(readFileSync(join(out, name), 'utf8').length, name).toBeGreaterThan(100);
  return statement;
}

test('a service that answers with garbage, resets and silence gets a clear result', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startHostile();
  const ended = await conformance(smallRun(out, '--target', writeTarget(folder, service.url)));
  service.close();
  expect(service.asked()).toBeGreaterThan(Object.keys(hostileWays).length);
  const { result, exitCode } = expectWholeReports(out);
  expect(result).not.toMatch(/^conformant/);
  expect(result).not.toBe('void');
  expect(ended).toMatchObject({ status: exitCode, stderr: '' });
  expect(ended.stdout).toContain(`${result}  loopback service`);
  expect(ended.stdout).not.toMatch(stackTrace);
}, 240_000);

test('a target that ends in the middle of a run gets a clear result', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  service.after(30, () => void service.close());
  const ended = await conformance(smallRun(out, '--target', writeTarget(folder, service.url)));
  const { result, exitCode, reasons } = expectWholeReports(out);
  expect(['incomplete', 'non-conformant']).toContain(result);
  expect(reasons.join('\n')).toContain('4.1/status-200');
  expect(ended).toMatchObject({ status: exitCode, stderr: '' });
  expect(ended.stdout).not.toMatch(stackTrace);
}, 240_000);

test('Ctrl-C stops sending and still writes every report', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  const words = ['run', '--seed', '7', '--runs', '2000', '--operation', 'refund', '--out', out];
  const started = startConformance([...words, '--target', writeTarget(folder, service.url)]);
  let before = 0;
  service.after(40, () => {
    before = service.requests.length;
    started.interrupt();
  });
  const ended = await started.ended;
  await service.close();
  expect(before).toBe(40);
  const { result, reasons } = expectWholeReports(out);
  expect(result).toBe('incomplete');
  expect(reasons).toContain('the run was interrupted');
  expect(ended.status).toBe(3);
  expect(ended.stdout).toContain('incomplete  loopback service, profile ci, seed 7, exit status 3');
  expect(ended.text).not.toMatch(stackTrace);
}, 240_000);
