import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  BrowserEnded,
  type BrowserProcess,
  startBrowserProcess,
} from '../../specs/support/browser-process.ts';

// Where the system tells no words of a process, ours is not found.
const told = process.platform === 'linux';

function holderOf(folder: string): number {
  const pids = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  const found = pids.find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`process.mjs\0${folder}`);
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error('it is not running yet');
  return Number(found);
}

/** The environment of a process; empty where it has ended. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function end(pid: string): void {
  if (environmentOf(pid) === '') return;
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It ended in between.
  }
}

/** Writes files into a folder while it is there, as a browser does that has not noticed that nobody talks to it any more. */
function writeUntilTold(folder: string): Worker {
  const source = `
    const { writeFileSync } = require('node:fs');
    const { parentPort } = require('node:worker_threads');
    let told = false;
    parentPort.once('message', () => { told = true; });
    const write = () => {
      for (let at = 0; at < 20; at += 1) {
        try { writeFileSync(${JSON.stringify(folder)} + '/' + Math.random(), 'x'); } catch {}
      }
      if (told) parentPort.close(); else setImmediate(write);
    };
    write();`;
  return new Worker(source, { eval: true });
}

test.runIf(told)('tells at once that it was killed, though its browser still writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-process-'));
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  for (let at = 0; at < 2000; at += 1) writeFileSync(join(profile, `${at}`), 'x');
  const holder = startBrowserProcess(folder);
  const pid = await vi.waitFor(() => holderOf(folder), { timeout: 60_000, interval: 5 });
  // Whatever it is asked, it answers nothing before it is killed.
  process.kill(pid, 'SIGSTOP');
  const asked = holder.ask('visit', {}, 250_000).then(
    () => undefined,
    (error: unknown) => error,
  );
  const writing = writeUntilTold(profile);
  await new Promise((started) => writing.once('online', started));
  process.kill(pid, 'SIGKILL');
  expect(await asked).toBeInstanceOf(BrowserEnded);
  expect(holder.ended).toBe(true);
  writing.postMessage('enough');
  await holder.close();
  expect(existsSync(folder)).toBe(false);
});

test.runIf(told).each([
  ['is closed', async (holder: BrowserProcess) => holder.close()],
  ['is killed', async (_: BrowserProcess, folder: string) => void process.kill(holderOf(folder), 'SIGKILL')],
  ['is given up', async () => {}],
])('leaves no browser behind that is still starting when it %s', async (_, ends) => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-process-'));
  const holder = startBrowserProcess(folder);
  // Never ready, and busy in its folder until it is ended.
  const program = join(folder, 'browser');
  const source = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require('node:fs');
setInterval(() => { mkdirSync(process.env.TMPDIR, { recursive: true }); writeFileSync(process.env.TMPDIR + '/started', String(process.pid)); }, 5);`;
  writeFileSync(program, source, { mode: 0o700 });
  const options = { executablePath: program, env: { TMPDIR: folder }, timeout: 0 };
  const asked = holder.ask('launch', options, ends.length === 0 ? 10_000 : 250_000).catch(() => {});
  const started = () => existsSync(join(folder, 'started')) && readFileSync(join(folder, 'started'), 'utf8');
  const pid = await vi.waitUntil(started, { timeout: 60_000, interval: 5 });
  onTestFinished(() => end(pid));
  await ends(holder, folder);
  await asked;
  await holder.close();
  expect(environmentOf(pid)).toBe('');
  expect(existsSync(folder)).toBe(false);
});

test.runIf(told)('tells that it ended for want of memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-process-'));
  const holder = startBrowserProcess(folder);
  const pid = await vi.waitFor(() => holderOf(folder), { timeout: 60_000, interval: 5 });
  // Whatever it is asked, it answers nothing before it is killed.
  process.kill(pid, 'SIGSTOP');
  const asked = holder.ask('visit', {}, 250_000).catch((error: unknown) => error);
  process.kill(pid, 'SIGABRT');
  process.kill(pid, 'SIGCONT');
  expect(await asked).toMatchObject({ name: 'BrowserEnded', excess: true });
  await holder.close();
});
