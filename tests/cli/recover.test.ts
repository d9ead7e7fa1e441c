import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recover } from '../../cli/after/recover.ts';
import { sign } from '../../cli/certify/sign.ts';
import { verify } from '../../cli/certify/verify.ts';
import { lockReports } from '../../cli/run/folder-lock.ts';
import { planRun } from '../../cli/run/run-plan.ts';
import { openEvidence } from '../../reports/evidence.ts';
import { claimFolder } from '../../reports/run/own-files.ts';
import { writePlan } from '../../reports/run/run-facts.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { judge } from '../../schemas/judge.ts';
import { readSettings } from '../../targets/settings.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { judged } from '../reports/hand-made.ts';
import { emptyFolder, runCommand } from './command.ts';

/** The number of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

/** A folder as a killed run leaves it: a part without its end, and what was known when the run began. */
function killedRun(pid: number): string {
  const out = emptyFolder();
  claimFolder(out);
  const { exchange } = judged();
  openEvidence(out, 0).record({ exchange, judgement: judge(exchange) });
  const asked = {
    CONFORMANCE_SEED: '7',
    CONFORMANCE_OPERATION: 'refund',
    CONFORMANCE_OUT: out,
    CONFORMANCE_BASE_URL: 'https://sandbox.example',
  };
  writePlan({ ...planRun(readSettings(asked)), pid });
  return out;
}

test('what a killed run recorded outlives the next run in its folder', () => {
  const out = killedRun(deadPid);
  const part = join(out, 'parts', 'worker-0.ndjson');
  const before = readFileSync(part, 'utf8');
  expect(() => lockReports(out)).toThrow(/holds the evidence of a run that was killed\. Nothing was changed/);
  expect(readFileSync(part, 'utf8')).toBe(before);
  expect(existsSync(join(out, 'runner'))).toBe(false);
  rmSync(join(out, 'parts'), { recursive: true });
  lockReports(out).release();
});

test('makes the reports of a killed run, which is incomplete for that reason', async () => {
  const out = killedRun(deadPid);
  const { status } = await runCommand(recover, ['recover', out]);
  const statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Statement;
  expect([status, statement.result, statement.run.exchanges]).toEqual([3, 'incomplete', 1]);
  expect(statement.reasons.slice(0, 2)).toEqual([
    'the run was ended before its reports were written',
    'evidence is not whole: parts/worker-0.ndjson was never closed: what came last may be missing',
  ]);
  expect(existsSync(join(out, 'parts'))).toBe(false);
  expect(verifyEvidence(out).problems).toEqual([]);
  // As on a disk that was full once the evidence was whole.
  for (const name of ['evidence.sha256.json', 'junit.xml', 'certificate.html']) rmSync(join(out, name));
  expect((await runCommand(recover, ['recover', out])).status).toBe(3);
  expect(verifyEvidence(out).problems).toEqual([]);
  await expect(runCommand(recover, ['recover', out])).rejects.toThrow('holds no run that was ended');
});

test.each([
  ['verify', verify, []],
  ['sign', sign, ['--sign-key', 'own.key.pem']],
])('%s says of a folder without reports what makes them', async (name, command, words) => {
  const killed = killedRun(deadPid);
  await expect(runCommand(command, [name, killed, ...words])).rejects.toThrow(
    `The run in ${killed} was ended before its reports were written; npx payment-acquiring-conformance report recover ${killed} makes them.`,
  );
  const [going, pid] = [killedRun(process.pid), process.pid];
  await expect(runCommand(command, [name, going, ...words])).rejects.toThrow(
    `The run in ${going} is still running (process ${pid}); wait until it ends.`,
  );
});

test('a run whose first words were cut off is one that never began', async () => {
  const out = killedRun(deadPid);
  writeFileSync(join(out, 'parts', 'run.json'), '');
  await expect(runCommand(recover, ['recover', out])).rejects.toThrow('holds no run that was ended');
});

test('the reports before a run that was killed at its very start come back', async () => {
  const out = emptyFolder();
  claimFolder(out);
  cpSync(writeEvidenceFolder(), out, { recursive: true });
  // What a process leaves that is killed before its run has a plan.
  lockReports(out);
  writeFileSync(join(out, 'runner', 'lock'), JSON.stringify({ holders: [{ pid: deadPid }] }));
  expect(existsSync(join(out, 'conformance.json'))).toBe(false);
  await expect(runCommand(sign, ['sign', out, '--sign-key', 'own.key.pem'])).rejects.toThrow(
    'was ended before its reports were written',
  );
  await expect(runCommand(recover, ['recover', out])).rejects.toThrow(
    '; the reports of the run before are back.',
  );
  expect(verifyEvidence(out).problems).toEqual([]);
});

test('a killed run without a record or earlier reports brings none back', async () => {
  const out = killedRun(deadPid);
  rmSync(join(out, 'parts', 'worker-0.ndjson'));
  mkdirSync(join(out, 'runner', 'before'), { recursive: true });
  await expect(runCommand(recover, ['recover', out])).rejects.toThrow('before it recorded anything.');
});

test('refuses a run that is still going on', async () => {
  const out = killedRun(process.pid);
  await expect(runCommand(recover, ['recover', out])).rejects.toThrow(/still running \(process \d+\)/);
  expect(existsSync(join(out, 'parts'))).toBe(true);
});

test('refuses a folder whose run has its reports, or that holds none', async () => {
  await expect(runCommand(recover, ['recover', emptyFolder()])).rejects.toThrow(
    'holds no run that was ended before its reports were written',
  );
});
