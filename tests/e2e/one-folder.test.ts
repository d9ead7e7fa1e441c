import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPlan } from '../../reports/run/run-facts.ts';
import { conformance, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';
import { filesBelow } from './written-files.ts';

removeFolders();

const long = { timeout: 150_000, interval: 50 };

/** A service that answers every search with nothing, and counts. */
async function startCounting(): Promise<{ url: string; asked(): number }> {
  let asked = 0;
  const body =
    '{"merchant_id":"M","account_id":"A","return_status":"1","return_message":"OK","orders_list":[]}';
  const server = createServer((request, answer) => {
    request.resume().on('end', () => {
      asked += 1;
      answer.setHeader('content-type', 'application/json').end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('runs do not share a folder, and a killed one sends no more', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startCounting();
  const limits = { requestsPerSecond: 0.5, requests: 500 };
  const target = writeTarget(folder, service.url, { allow: ['reads'], signing: { recipe: 'none' }, limits });
  const words = ['run', '--target', target, '--operation', 'query', '--workers', '1'];
  words.push('--skip-allure', '--out', out);
  const first = startConformance(words);
  await vi.waitUntil(() => service.asked() > 0, long);
  const second = await conformance(words);
  expect([second.status, second.stdout]).toEqual([2, '']);
  expect(second.stderr).toMatch(/ is in use by process \d+; wait for its end/);

  const lock = join(out, 'runner', 'lock');
  // The command and the runner hold the folder; once the opening has ended, the run is the runner's.
  const holders = (): { pid: number }[] => JSON.parse(readFileSync(lock, 'utf8')).holders;
  await vi.waitUntil(() => holders().length > 1 && readPlan(out)?.pid === holders()[1]?.pid, long);
  const runner = holders()[1]?.pid ?? 0;
  const before = service.asked();
  first.process.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(runner), long);
  await first.ended;
  const asked = service.asked();
  // A run has hundreds; those of the seconds in which its end is noticed are few at this pace.
  expect(asked - before, `${before} before its end`).toBeLessThan(8);
  // Nothing that no digest lists stays beside what the runner still wrote, once its workers have ended, too.
  await vi.waitUntil(() => !existsSync(join(out, 'runner')), long);
  expect((await conformance(['verify', out])).stdout).toContain('the evidence holds');

  // The first run was slow so that it was still there; this one need not be.
  const quick = { ...limits, requestsPerSecond: 100 };
  writeTarget(folder, service.url, { allow: ['reads'], signing: { recipe: 'none' }, limits: quick });
  const third = await conformance([...words, '--grep', 'malformed']);
  expect(third.stderr).toBe('');
  expect(service.asked()).toBeGreaterThan(asked);
  expect(existsSync(join(out, 'runner'))).toBe(false);
  expect(filesBelow(out).filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
});
