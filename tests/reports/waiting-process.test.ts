import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startWaiting, type WaitingProcess } from '../../reports/waiting-process.ts';
import { emptyFolder } from '../cli/command.ts';

const waiting = fileURLToPath(new URL('../../reports/waiting-process.mjs', import.meta.url));

/** A script that stands in for the program: writes what it was told into a file. */
function standIn() {
  const folder = emptyFolder();
  const [script, said] = [join(folder, 'program.mjs'), join(folder, 'said.json')];
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'; import { argv } from 'node:process';
    writeFileSync(${JSON.stringify(said)}, JSON.stringify({
      words: argv, told: process.env.TOLD, before: process.env.BEFORE,
      connected: process.connected === true, heard: process.listenerCount('SIGINT') }));`,
  );
  const start = () =>
    startWaiting({
      script,
      modules: [
        'data:text/javascript,import { argv } from "node:process"',
        'data:text/javascript,throw new Error()',
      ],
      output: 'ignore',
      errors: 'ignore',
      environment: { ...process.env, BEFORE: 'yes' },
    });
  const [gate, ready] = [join(folder, 'gate'), join(folder, 'ready')];
  const waits = `import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(ready)}, '');
    while (!existsSync(${JSON.stringify(gate)})) await new Promise(setImmediate);`;
  const gated = `data:text/javascript,${encodeURIComponent(waits)}`;
  return { script, said, gate, ready, gated, start, heard: () => JSON.parse(readFileSync(said, 'utf8')) };
}

const said = (script: string) => ({
  words: [process.execPath, script, 'test', '--grep', 'x'],
  told: 'yes',
  before: 'yes',
  connected: false,
  heard: 0,
});

const become = (started: WaitingProcess) => started.become(['test', '--grep', 'x'], { TOLD: 'yes' });

const children = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

test('becomes the program with the words and the environment that it is told', async () => {
  const { script, start, heard } = standIn();
  expect(await once(become(start()), 'exit')).toEqual([0, null]);
  expect(heard()).toEqual(said(script));
});

test('runs the program all the same when the process that waited has died', async () => {
  const { script, start, heard } = standIn();
  const started = start();
  await started.giveUp();
  expect(await once(become(started), 'exit')).toEqual([0, null]);
  expect(heard()).toEqual(said(script));
});

test('runs nothing and ends when whoever started it has gone', async () => {
  const { script, said: file } = standIn();
  const child = fork(waiting, [script], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
});

test('becomes the program also when whoever told it so has gone before it was loaded', async () => {
  const { script, said: file, gate, ready, gated } = standIn();
  const child = fork(waiting, [script, gated], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitUntil(() => existsSync(ready));
  child.send({ words: [], environment: {} });
  child.disconnect();
  writeFileSync(gate, '');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(file)).toBe(true);
});

test('leaves no process when it is not needed', async () => {
  const { start, said: file } = standIn();
  const before = children();
  const started = start();
  await started.giveUp();
  expect(children()).toBe(before);
  expect(existsSync(file)).toBe(false);
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('begins nothing when %s comes', (signal) => {
  test.each(['before', 'after'])('%s it is told', async (when) => {
    const { script, said: file, gate, ready, gated } = standIn();
    const child = fork(waiting, [script, gated], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitUntil(() => existsSync(ready));
    if (when === 'before') child.kill(signal);
    child.send({ words: [], environment: {} });
    if (when === 'after') child.kill(signal);
    expect(await once(child, 'exit')).toEqual([130, null]);
    writeFileSync(gate, '');
    expect(existsSync(file)).toBe(false);
  });
});
