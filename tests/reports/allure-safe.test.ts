import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Suite } from '@playwright/test/reporter';
import { expect, onTestFinished, test, vi } from 'vitest';
import SafeAllure from '../../reports/allure-safe.ts';
import type { ReporterOptions } from '../../reports/reporter-options.ts';

// Packages of either kind call the functions of this object.
const fs = createRequire(import.meta.url)('node:fs') as typeof import('node:fs');

/** The writer of a reporter that has begun. */
function begun(out: string): { writeResult(result: object): void } {
  const target = { name: 'sandbox', environment: 'test', baseUrl: 'https://sandbox.invalid' };
  const options = { out, target, seed: 7, suite: { version: '0' }, profile: 'ci' };
  const reporter = new SafeAllure(options as unknown as ReporterOptions);
  reporter.onBegin({ allTests: () => [] } as unknown as Suite);
  return Reflect.get(Reflect.get(reporter, 'allureRuntime'), 'writer');
}

test('results are written as they are, and nothing waits for the disk', () => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-allure-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const waits = vi.spyOn(fs, 'fsyncSync');
  onTestFinished(() => waits.mockRestore());
  begun(out).writeResult({ uuid: 'one', name: 'pays' });
  const written = join(out, 'allure-results', 'one-result.json');
  expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual({ uuid: 'one', name: 'pays' });
  expect(readdirSync(join(out, 'allure-results')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(waits).not.toHaveBeenCalled();
});
