import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { noReportFile, startAllure } from '../../reports/allure/generate.ts';
import { emptyFolder } from '../cli/command.ts';
import { evidenceOf, statementOf } from './small-register.ts';

afterEach(() => vi.restoreAllMocks());

// It stands for the generator, which passes over a result that it cannot read.
const generator = `const fs = require('node:fs'), out = process.argv.at(-1);
for (const page of ['', 'matrix', 'sent']) fs.mkdirSync(out + '/' + page, { recursive: true });
fs.writeFileSync(out + '/index.html', '');`;

async function finished(result: string): Promise<{ out: string; isMade: boolean; said: string }> {
  const out = emptyFolder();
  mkdirSync(join(out, 'allure-results'));
  writeFileSync(join(out, 'allure-results', 'a-result.json'), result);
  const script = join(out, 'generator.cjs');
  writeFileSync(script, generator);
  let said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    said += String(part);
    return true;
  });
  const place = { out, history: false, skipAllure: false };
  const statement = statementOf(evidenceOf({}));
  const facts = { target: statement.target, selected: [] };
  const isMade = await startAllure(place, facts, () => script).finish(statement);
  return { out, isMade, said };
}

test('the pages of the statement are added to the report', async () => {
  const { out, isMade, said } = await finished('{ "labels": [{ "name": "tag", "value": "refund" }] }');
  expect([isMade, said]).toEqual([true, '']);
  expect(readFileSync(join(out, 'allure-report', 'index.html'), 'utf8')).toContain('<h1');
});

test('a result that a full disk cut short ends the Allure report alone', async () => {
  const { out, isMade, said } = await finished('{ "labels": [');
  expect(isMade).toBe(false);
  expect(said).toBe(
    'The Allure report could not be made (the result of a test was not written whole: a-result.json); the other reports are complete.\n',
  );
  expect(existsSync(join(out, 'allure-report'))).toBe(false);
  expect(existsSync(join(out, noReportFile))).toBe(true);
});
