import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startAllure } from '../../reports/allure/generate.ts';
import { emptyFolder } from '../cli/command.ts';
import { evidenceOf, statementOf } from './small-register.ts';

afterEach(() => vi.restoreAllMocks());

// It stands for the generator, which passes over a result that it cannot read.
const generator = `const fs = require('node:fs'), out = process.argv.at(-1);
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(out + '/index.html', '<head><script async src="https://www.googletagmanager.com/gtag/js?id=G"></script></head>');`;

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
  const place = { out, skipAllure: false };
  const statement = statementOf(evidenceOf({}));
  const facts = { target: statement.target, selected: [] };
  const isMade = await startAllure(place, facts, () => script).finish();
  return { out, isMade, said };
}

test('the page asks no other host', async () => {
  const { out, isMade, said } = await finished('{ "labels": [{ "name": "tag", "value": "refund" }] }');
  expect([isMade, said]).toEqual([true, '']);
  const page = readFileSync(join(out, 'allure-report', 'index.html'), 'utf8');
  expect(page).not.toContain('googletagmanager');
  expect(page).toContain("default-src 'self'");
});
