import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import { expect, onTestFinished, test, vi } from 'vitest';
import { planRun } from '../../cli/run/run-plan.ts';
import { endOfRunner, endWithoutResults } from '../../cli/run/runner-process.ts';
import ConformanceReporter from '../../reports/run/conformance-reporter.ts';
import { whyNoDiskSpace } from '../../reports/run/disk-space.ts';
import { readSettings } from '../../targets/settings.ts';
import { stopSending } from '../../targets/stop.ts';
import { environment, folderWith, sandbox } from '../targets/target-folder.ts';
import { emptyFolder } from './command.ts';

const patient =
  "process.on('message', ({ stop }) => process.exit(stop === 'SIGHUP' ? 7 : 8)); console.log('ready')";

vi.mock('../../reports/run/disk-space.ts', async (load) => {
  const room = await load<typeof import('../../reports/run/disk-space.ts')>();
  return { ...room, whyNoDiskSpace: vi.fn(room.whyNoDiskSpace) };
});

function planIn(out: string) {
  const target = join(folderWith({ 'target.json': sandbox }), 'target.json');
  return planRun(
    readSettings({ ...environment, CONFORMANCE_TARGET: target, CONFORMANCE_OUT: out, CONFORMANCE_SEED: '7' }),
  );
}

function heard(): () => string {
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  return () => said;
}

test('a runner is told what stopped the command', async () => {
  const child = spawn(process.execPath, ['-e', patient], { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout !== null) await once(child.stdout, 'data');
  const before = process.listenerCount('exit');
  const end = endOfRunner(child);
  stopSending('SIGHUP', 'SIGHUP');
  expect(await end).toEqual({ code: 7, stoppedBy: 'SIGHUP', isKilled: false });
  expect(process.listenerCount('exit')).toBe(before);
});

test('a runner that a signal ended before it could hear it was stopped by that', async () => {
  vi.resetModules();
  const { endOfRunner: endOf } = await import('../../cli/run/runner-process.ts');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  child.kill('SIGTERM');
  expect(await endOf(child)).toEqual({ code: 130, stoppedBy: 'SIGTERM', isKilled: false });
});

test('the end of a runner that ended before anybody waited for it is known', async () => {
  const child = spawn(process.execPath, ['-e', 'process.exit(5)'], { stdio: 'ignore' });
  await once(child, 'exit');
  vi.resetModules();
  const { endOfRunner: endOf } = await import('../../cli/run/runner-process.ts');
  expect(await endOf(child)).toEqual({ code: 5, stoppedBy: undefined, isKilled: false });
});

test('a run that was stopped before its first test has reports that say so', async () => {
  const out = join(emptyFolder(), 'out');
  const said = heard();
  expect(await endWithoutResults(planIn(out), { code: 130, stoppedBy: 'SIGINT' })).toBe(3);
  expect(said()).toBe('incomplete: the run was stopped by SIGINT before its first test.\n');
  const statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(statement).toMatchObject({ result: 'incomplete', exitCode: 3 });
  expect(statement.reasons).toContain('the run was stopped by SIGINT before its first test');
});

test('a runner that ends by itself on a full disk has the reason named', async () => {
  const out = emptyFolder();
  const said = heard();
  vi.mocked(whyNoDiskSpace).mockReturnValueOnce('The disk is full.');
  expect(await endWithoutResults(planIn(out), { code: 130 })).toBe(4);
  expect(said()).toBe('The runner ended (130) without results. The disk is full.\n');
});

test('reports that cannot be finished on a full disk have the reason named', async () => {
  const plan = planIn(emptyFolder());
  let said = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  const reporter = new ConformanceReporter(plan);
  reporter.onError({ message: 'a spec threw' });
  rmSync(join(plan.out, 'parts'), { recursive: true, force: true });
  writeFileSync(join(plan.out, 'parts'), 'in the way');
  vi.mocked(whyNoDiskSpace).mockReturnValueOnce('The disk is full.');
  await reporter.onEnd({ status: 'failed', startTime: new Date(), duration: 0 });
  expect(said).toMatch(/^The reports could not be finished: .*\nThe disk is full\.\n/);
  expect(readFileSync(join(plan.out, 'exit-code'), 'utf8')).toBe('4');
});

test.each([
  ['embedded', 20, undefined, 1],
  ['embedded', 21, undefined, 3],
  ['embedded', 20, '3', 3],
  ['sandbox', 20, undefined, 3],
] as const)('workers of a run: %s, %i tests, asked for %s', async (environment, tests, asked, workers) => {
  const made = planIn(emptyFolder());
  const target = { ...made.facts.target, environment };
  vi.stubEnv('CONFORMANCE_WORKERS', asked);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    write.mockRestore();
    vi.unstubAllEnvs();
  });
  const reporter = new ConformanceReporter({ ...made, facts: { ...made.facts, target } });
  const config = { workers: 3, maxFailures: 0 };
  const suite = { allTests: () => Array.from({ length: tests }) };
  reporter.onBegin(config as FullConfig, suite as unknown as Suite);
  await reporter.onEnd({ status: 'interrupted', startTime: new Date(), duration: 0 });
  expect(config.workers).toBe(workers);
});

test('a runner that ends by itself without results is a fault of the suite', async () => {
  const out = emptyFolder();
  const said = heard();
  expect(await endWithoutResults(planIn(out), { code: 1 })).toBe(4);
  expect(said()).toBe('The runner ended (1) without results. Its messages above say why.\n');
  expect(existsSync(join(out, 'conformance.json'))).toBe(false);
});

test('the parts of a run have the workers of the part that has all tests', async () => {
  const testOf = (part: string, title: string) => ({
    id: `${part} ${title}`,
    _projectId: part,
    _workerHash: `worker of ${part}`,
    titlePath: () => ['', part, 'a.spec.ts', title],
  });
  const of = (part: string, titles: readonly string[]) => {
    const tests = titles.map((title) => testOf(part, title));
    return { tests, allTests: () => tests };
  };
  const parts = [of('1', ['a']), of('2', ['c']), of('all', ['a', 'b', 'c'])];
  const excluded: unknown[] = [];
  await new ConformanceReporter(planIn(emptyFolder())).preprocess({
    suite: { suites: parts },
    testRun: { exclude: (one: unknown) => excluded.push(one) },
  } as never);
  const left = parts.flatMap(({ tests }) => tests).filter((one) => !excluded.includes(one));
  expect(left.map(({ id }) => id)).toEqual(['all a', 'all c', 'all b']);
  expect(new Set(left.map((one) => one._workerHash))).toEqual(new Set(['worker of all']));
  expect(new Set(left.map((one) => one._projectId))).toEqual(new Set(['all']));
});
