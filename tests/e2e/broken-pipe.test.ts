import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, smallRun, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('a run whose output nobody takes any more writes its reports all the same', async () => {
  const out = join(makeFolder(), 'out');
  const started = startConformance(
    smallRun(out, '--skip-allure', '--workers', '1', '--grep', 'boundary|shape'),
  );
  await started.says(/payment-acquiring-conformance/);
  started.process.stdout?.destroy();
  const { status, stderr } = await started.ended;
  expect(stderr).not.toContain('EPIPE');
  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')).result).toMatch(/^conformant/);
  expect(existsSync(join(out, 'certificate.html'))).toBe(true);
});

test('a pattern that matches no title is wrong use, and no fault of the suite', async () => {
  const out = join(makeFolder(), 'out');
  const ended = await conformance(smallRun(out, '--skip-allure', '--grep', 'nothing is called like this'));
  expect(ended.status).toBe(2);
  expect(ended.text).toContain('No test was selected: the choice of operations and titles matches nothing.');
  expect(existsSync(join(out, 'conformance.json'))).toBe(false);
});
