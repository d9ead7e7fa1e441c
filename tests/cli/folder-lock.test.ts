import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder, lockReports } from '../../cli/run/folder-lock.ts';
import { gatherEvidence } from '../../reports/evidence.ts';
import { claimFolder } from '../../reports/run/own-files.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { keyPair } from '../reports/signing/keys.ts';
import { paymentEntry } from '../targets/ledger-of.ts';
import { emptyFolder } from './command.ts';

/** A process that lives until the test ends it, or its own end. */
function startProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('a folder is taken by one command at a time', () => {
  const folder = emptyFolder();
  const lock = lockReports(folder);
  const inUse = `${folder} is in use by process ${process.pid}; wait for its end`;
  expect(() => lockFolder(folder)).toThrow(`${inUse}.`);
  expect(() => lockReports(folder)).toThrow(`${inUse}, or choose another folder with --out.`);
  lock.release();
  lockFolder(folder).release();
});

test('the scratch folder is for its owner alone and goes with the lock', () => {
  const lock = lockFolder(emptyFolder());
  expect(statSync(lock.scratch).mode & 0o077).toBe(0);
  expect(lock.scratch.length).toBeLessThanOrEqual(Math.max(60, tmpdir().length + 48));
  lock.release();
  expect(existsSync(lock.scratch)).toBe(false);
});

test('a folder with a long path gets a scratch folder that sockets fit into', () => {
  const folder = join(emptyFolder(), 'x'.repeat(80));
  const lock = lockFolder(folder);
  expect(lock.scratch.startsWith(folder)).toBe(false);
  lock.release();
  expect(existsSync(lock.scratch)).toBe(false);
});

test('the lock of a dead process is taken over, with what it left', async () => {
  const folder = emptyFolder();
  const { pid, end } = startProcess();
  const dead = lockFolder(folder);
  writeFileSync(join(dead.scratch, 'profile'), '');
  writeFileSync(join(folder, 'runner', 'lock'), JSON.stringify({ holders: [{ pid }] }));
  expect(() => lockFolder(folder)).toThrow(`in use by process ${pid}`);
  await end();
  const next = lockFolder(folder);
  expect(existsSync(join(dead.scratch, 'profile'))).toBe(false);
  next.release();
});

test('a process that the lock was extended to keeps the folder', async () => {
  const folder = emptyFolder();
  const { pid, end } = startProcess();
  lockFolder(folder).add(pid);
  const file = join(folder, 'runner', 'lock');
  const { holders } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ holders: [{ pid: 4_000_000 }, ...holders.slice(1)] }));
  expect(() => lockFolder(folder)).toThrow(`in use by process ${pid}`);
  await end();
  lockFolder(folder).release();
});

test('a number that another process has now does not hold the folder', () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'runner'));
  const holders = [{ pid: process.pid, started: '1' }];
  writeFileSync(join(folder, 'runner', 'lock'), JSON.stringify({ holders }));
  lockFolder(folder).release();
});

test('reports are not written over what the user has', () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'runner'));
  writeFileSync(join(folder, 'runner', 'mine'), 'mine');
  expect(() => lockReports(folder)).toThrow('holds runner, and no run');
  expect(readFileSync(join(folder, 'runner', 'mine'), 'utf8')).toBe('mine');
});

test.each([
  [3, 'left', true, '3 payments of the run before can no longer be undone by clean-up'],
  [1, 'left', true, '1 payment of the run before can no longer be undone'],
  [2, 'left', false, undefined],
  [2, 'another', true, undefined],
])('%i payments of run %s are told when their evidence goes: %s', (count, run, isReplaced, says) => {
  const out = join(emptyFolder(), 'out');
  claimFolder(out);
  gatherEvidence(out, [out], { runId: 'left' } as never);
  const entries = Array.from({ length: count }, (_, at) =>
    paymentEntry(`T${at}`, { run, order_no: `${run}-${at}` }),
  );
  writeFileSync(join(out, 'ledger.ndjson'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const lock = lockReports(out);
  if (isReplaced) writeFileSync(join(out, 'exchanges.ndjson'), '');
  lock.release();
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  expect(lines.filter((line) => line.includes('can no longer')).length).toBe(says === undefined ? 0 : 1);
  expect(lines.join('')).toContain(says ?? '');
});

test('signed reports are not replaced, whoever asks for the folder', () => {
  const signed = writeEvidenceFolder(undefined, keyPair().secret);
  onTestFinished(() => rmSync(signed, { recursive: true }));
  claimFolder(join(signed, 'other'));
  cpSync(join(signed, 'other', '.conformance'), join(signed, '.conformance'));
  rmSync(join(signed, 'other'), { recursive: true });
  const before = readdirSync(signed);
  expect(() => lockReports(signed)).toThrow(
    /holds reports that are signed by [0-9a-f]{16}\. Nothing was changed/,
  );
  expect(readdirSync(signed)).toEqual(before);
  rmSync(join(signed, 'conformance.dsse.json'));
  lockReports(signed).release();
});

test.each(['inner', join('allure-report', 'deeper', 'inner'), '../link/inner'])(
  'a folder of reports takes no other reports, as in %s',
  (below) => {
    const folder = emptyFolder();
    claimFolder(join(folder, 'out'));
    symlinkSync(join(folder, 'out'), join(folder, 'link'));
    const before = readdirSync(join(folder, 'out'));
    expect(() => lockReports(join(folder, 'out', below))).toThrow('which holds reports: every file there');
    expect(readdirSync(join(folder, 'out'))).toEqual(before);
  },
);

test('a folder whose own link leads nowhere is refused', () => {
  const folder = emptyFolder();
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'out'));
  expect(() => lockReports(join(folder, 'out'))).toThrow(ConfigurationError);
  mkdirSync(join(folder, 'old'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'old', 'conformance.json'));
  expect(() => lockFolder(join(folder, 'old'))).toThrow('old holds the link conformance.json');
  expect(readdirSync(folder)).toEqual(['old', 'out']);
  expect(readdirSync(join(folder, 'old'))).toEqual(['conformance.json']);
});

test('a folder that cannot be had is told in one line', () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'file'), 'mine');
  for (const out of [join(folder, 'file'), join(folder, 'file', 'below')]) {
    expect(() => lockReports(out)).toThrow(ConfigurationError);
    expect(() => lockReports(out)).toThrow(
      `${out} cannot take the reports: expected a folder, found a file. Choose another folder with --out.`,
    );
  }
});

test('a home folder is refused, and so is a folder around the command', () => {
  const home = emptyFolder();
  writeFileSync(join(home, 'notes'), 'mine');
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const out of ['/', dirname(process.cwd()), process.cwd(), home])
    expect(() => lockReports(out)).toThrow(`${out} is not a folder for reports: all its files`);
  expect(readdirSync(home)).toEqual(['notes']);
  const inside = join(home, 'reports');
  lockReports(inside).release();
  // Nothing came of it.
  expect(existsSync(inside)).toBe(false);
});
