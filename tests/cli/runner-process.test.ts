import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { endOfRunner } from '../../cli/end-of-runner.ts';
import { startRunner } from '../../cli/runner-process.ts';
import { emptyFolder } from './command.ts';

const waiting = fileURLToPath(new URL('../../cli/waiting-runner.mjs', import.meta.url));

/** A script that stands in for the runner: writes what it was told into a file. */
function standIn(): { readonly script: string; readonly said: string } {
  const folder = emptyFolder();
  const said = join(folder, 'said.json');
  const script = join(folder, 'runner.cjs');
  writeFileSync(join(folder, 'loaded.cjs'), '');
  writeFileSync(
    script,
    `require('node:fs').writeFileSync(${JSON.stringify(said)}, JSON.stringify({ words: process.argv, told: process.env.TOLD, connected: process.connected, heard: process.listenerCount('SIGINT') }));`,
  );
  return { script, said };
}

function waitingFor(script: string) {
  const child = fork(waiting, [script, './loaded.cjs'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a waiting runner becomes the runner with the words that it is told', async () => {
  const { script, said } = standIn();
  const child = waitingFor(script);
  child.send({ words: ['test', '--grep', 'x'], environment: { TOLD: 'yes' } });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(JSON.parse(readFileSync(said, 'utf8'))).toEqual({
    words: [process.execPath, script, 'test', '--grep', 'x'],
    told: 'yes',
    connected: false,
    heard: 0,
  });
});

test('a waiting runner runs nothing and ends when its command has gone', async () => {
  const { script, said } = standIn();
  const child = waitingFor(script);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(said)).toBe(false);
});

const children = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

test('a runner that is not needed leaves no process and holds no folder', async () => {
  const held: number[] = [];
  const lock = { scratch: emptyFolder(), add: (pid: number) => void held.push(pid), release: () => {} };
  const before = children();
  const runner = startRunner(process.env, lock, { quiet: true });
  expect(children()).toBe(before + 1);
  await runner.giveUp();
  expect(children()).toBe(before);
  expect(held).toEqual([]);
});

test('the end of a runner that ended before anybody waited for it is known', async () => {
  const child = spawn(process.execPath, ['-e', 'process.exit(5)'], { stdio: 'ignore' });
  await once(child, 'exit');
  expect(await endOfRunner(child)).toEqual({ code: 5, isStopped: false });
});
