import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyEvidence } from '../../reports/verify.ts';
import { conformance, root, smallRun, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

const NODE_OPTIONS = `--require=${JSON.stringify(join(root, 'tests/e2e/without-allure.cjs'))}`;
const few = ['--workers', '1', '--grep', 'refund.spec.ts .*one result entry'] as const;
const missing = 'Allure is not installed: npm install --include=optional brings it';

test('a run without Allure makes every other report, and says how to get it', async () => {
  const out = join(makeFolder(), 'out');
  const { status, text } = await conformance(smallRun(out, ...few), { NODE_OPTIONS });
  expect([status, text]).toEqual([0, expect.stringContaining(missing)]);
  expect(readFileSync(join(out, 'no-allure-report.txt'), 'utf8')).toContain(missing);
  for (const name of ['conformance.json', 'certificate.html', 'junit.xml'])
    expect(existsSync(join(out, name)), name).toBe(true);
  expect(existsSync(join(out, 'allure-results'))).toBe(false);
  expect(verifyEvidence(out).problems).toEqual([]);
});

test('a run without the Allure report needs neither it nor a reader of its output', async () => {
  const out = join(makeFolder(), 'out');
  const started = startConformance(smallRun(out, ...few, '--skip-allure'), { NODE_OPTIONS });
  await started.says(/payment-acquiring-conformance/);
  started.process.stdout?.destroy();
  const { status, stderr } = await started.ended;
  expect(stderr).not.toMatch(/EPIPE|Allure/);
  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')).result).toMatch(/^conformant/);
  expect(existsSync(join(out, 'certificate.html'))).toBe(true);
  expect(existsSync(join(out, 'no-allure-report.txt'))).toBe(false);
});
