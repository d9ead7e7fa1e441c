import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearReports, whatIsInTheWay } from '../../reports/own-files.ts';
import { folderWith } from '../targets/target-folder.ts';

test.each(['runner', 'parts', 'allure-report', 'junit.xml', 'ledger.ndjson', 'run.json'])(
  'a %s of the user is left alone',
  (name) => {
    const out = folderWith({});
    mkdirSync(join(out, name));
    writeFileSync(join(out, name, 'mine'), 'mine');
    expect(whatIsInTheWay(out)).toContain(`holds ${name}, and no run`);
    expect(() => clearReports(out)).toThrow('Nothing was changed');
    expect(readFileSync(join(out, name, 'mine'), 'utf8')).toBe('mine');
    expect(readdirSync(out)).toEqual([name]);
  },
);

test('what an earlier run made is cleared, and nothing else', () => {
  const out = join(folderWith({}), 'out');
  clearReports(out);
  expect(statSync(out).mode & 0o077).toBe(0);
  for (const name of ['junit.xml', 'ledger.ndjson', 'mine.txt']) writeFileSync(join(out, name), 'x');
  clearReports(out);
  expect(['junit.xml', 'ledger.ndjson', 'mine.txt'].filter((name) => existsSync(join(out, name)))).toEqual([
    'ledger.ndjson',
    'mine.txt',
  ]);
});

test('a mark that says nothing takes nothing', () => {
  const out = folderWith({});
  writeFileSync(join(out, '.conformance'), '{"made":"junit.xml"}');
  writeFileSync(join(out, 'junit.xml'), 'mine');
  expect(whatIsInTheWay(out)).toContain('junit.xml');
});
