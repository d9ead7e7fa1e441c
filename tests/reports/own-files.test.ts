import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearReports, settleReports, whatIsInTheWay } from '../../reports/run/own-files.ts';
import { folderWith } from '../targets/target-folder.ts';

test.each(['runner', 'parts', 'allure-report', 'certificate.html', 'ledger.ndjson', 'run.json'])(
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
  for (const name of ['certificate.html', 'ledger.ndjson', 'mine.txt']) writeFileSync(join(out, name), 'x');
  clearReports(out);
  expect(
    ['certificate.html', 'ledger.ndjson', 'mine.txt'].filter((name) => existsSync(join(out, name))),
  ).toEqual(['ledger.ndjson', 'mine.txt']);
});

test('a mark that says nothing takes nothing', () => {
  const out = folderWith({});
  writeFileSync(join(out, '.conformance'), '{"made":"certificate.html"}');
  writeFileSync(join(out, 'certificate.html'), 'mine');
  expect(whatIsInTheWay(out)).toContain('certificate.html');
});

/** A folder that a run has locked, with the results of the run before cleared for it. */
function clearedFor(): string {
  const out = join(folderWith({}), 'out');
  clearReports(out);
  mkdirSync(join(out, 'runner'));
  mkdirSync(join(out, 'allure-report'));
  for (const name of ['conformance.json', 'run.json', 'ledger.ndjson', 'allure-report/index.html'])
    writeFileSync(join(out, name), 'before');
  clearReports(out);
  expect(existsSync(join(out, 'conformance.json'))).toBe(false);
  return out;
}

test.each([
  ['nothing', []],
  ['its options alone', ['run.json', 'parts/run.json']],
  ['the status of wrong use', ['exit-code', 'run.json']],
])('old results stand in their place again where a run left %s', (_, names) => {
  const out = clearedFor();
  mkdirSync(join(out, 'parts'));
  for (const name of names) writeFileSync(join(out, name), 'now');
  expect(settleReports(out)).toBe(true);
  for (const name of ['conformance.json', 'run.json', 'ledger.ndjson', 'allure-report/index.html'])
    expect(readFileSync(join(out, name), 'utf8'), name).toBe('before');
  expect(['parts', 'exit-code', 'runner/before'].filter((name) => existsSync(join(out, name)))).toEqual([]);
});

test.each(['parts/worker-0.ndjson', 'exchanges.ndjson', 'conformance.json'])(
  'old results go where a run left %s',
  (name) => {
    const out = clearedFor();
    mkdirSync(join(out, 'parts'));
    writeFileSync(join(out, name), 'now');
    expect(settleReports(out)).toBe(false);
    expect(readFileSync(join(out, name), 'utf8')).toBe('now');
    expect(existsSync(join(out, 'allure-report'))).toBe(false);
    expect(settleReports(out)).toBe(false);
  },
);

test.each(['ledger.ndjson', '.conformance', 'evidence.sha256.json.tmp', 'parts/worker-0.ndjson', 'latest'])(
  'no run writes through a link %s that leads nowhere',
  (name) => {
    const folder = folderWith({});
    const out = join(folder, 'out');
    clearReports(out);
    mkdirSync(join(out, 'parts'));
    rmSync(join(out, name), { force: true });
    symlinkSync(join(folder, 'elsewhere'), join(out, name));
    expect(whatIsInTheWay(out)).toContain(`${out} holds the link ${name}`);
    expect(() => clearReports(out)).toThrow('Nothing was changed');
    expect(readdirSync(folder)).toEqual(['out']);
  },
);
