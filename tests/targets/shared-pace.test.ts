import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Clock } from '../../targets/clock.ts';
import { shareAmongWorkers, sharedPace } from '../../targets/sending/shared-pace.ts';
import { openSimultaneousGroup } from '../../targets/sending/together.ts';
import { loadTarget } from '../../targets/target.ts';
import { stillClock } from './still-clock.ts';
import { environment, folderWith, sandbox } from './target-folder.ts';
import { listenRaw } from './transports.ts';

const variable = 'CONFORMANCE_SENDING';
let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  vi.unstubAllEnvs();
  delete process.env[variable];
});

/** So many workers of a runner whose target allows so many requests at a time. */
async function workersOf(count: number, concurrent: number, clock?: Clock) {
  const limits = { concurrent, requestsPerSecond: 1_000_000 };
  const folder = folderWith({ 't.json': { ...sandbox, limits } });
  end = await shareAmongWorkers(loadTarget(`${folder}/t.json`, environment), clock);
  return Array.from({ length: count }, () => opened());
}

function opened(stopped?: AbortSignal) {
  const pace = sharedPace(stopped);
  if (pace === undefined) throw new Error('nothing is shared here');
  return pace;
}

const soon = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)));

test('whoever does not know the token of the runner gets no place', async () => {
  await workersOf(0, 1);
  const [port] = process.env[variable]?.split(' ') ?? [];
  const stranger = connect(Number(port), '127.0.0.1').on('error', () => {});
  const heard = vi.fn();
  stranger.on('data', heard).write('["take",1,1]\n["take",1,1]\n');
  await once(stranger, 'close');
  expect(heard).not.toHaveBeenCalled();
  expect(await opened().run(async () => 'sent')).toBe('sent');
});

test('workers share the places of a target', async () => {
  const workers = await workersOf(3, 2);
  let running = 0;
  let most = 0;
  const send = async () => {
    running += 1;
    most = Math.max(most, running);
    await soon();
    running -= 1;
  };
  await Promise.all(workers.flatMap((pace) => Array.from({ length: 8 }, () => pace.run(send))));
  expect(most).toBe(2);
});

test('a worker that goes step by step does not wait for all of another one', async () => {
  const [wide, narrow] = await workersOf(2, 2, stillClock());
  let [done, doneBefore] = [0, 0];
  const many = Array.from({ length: 200 }, () =>
    wide?.run(async () => {
      await soon();
      done += 1;
    }),
  );
  for (let step = 0; step < 3; step += 1)
    await narrow?.run(async () => {
      doneBefore = done;
    });
  await Promise.all(many);
  expect(doneBefore).toBeLessThan(200);
});

test('one worker has all places where no other one needs them', async () => {
  const [pace] = await workersOf(4, 3);
  let running = 0;
  const all = Array.from({ length: 3 }, () =>
    pace?.run(async () => {
      running += 1;
      await vi.waitFor(() => expect(running).toBe(3));
    }),
  );
  await Promise.all(all);
});

test('a worker that was killed gives its places back', async () => {
  const [pace] = await workersOf(1, 1);
  const script = `const [port, token] = process.env.${variable}.split(' ');
  require('node:net').connect(port, '127.0.0.1', function () {
    this.write(token + '\\n["take",1,1]\\n');
    this.on('data', () => process.stdout.write('in place'));
  })`;
  const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  let isSent = false;
  const sent = pace?.run(async () => {
    isSent = true;
  });
  await soon();
  expect(isSent).toBe(false);
  other.kill('SIGKILL');
  await sent;
  expect(isSent).toBe(true);
});

test('a service that asks to wait is left alone by all workers', async () => {
  const clock = stillClock();
  const [one, other] = await workersOf(2, 2, clock);
  await one?.run(async () => one.hold(3000));
  await one?.run(async () => {});
  const before = clock.now();
  await other?.run(async () => {});
  expect(before).toBe(3000);
  expect(clock.now()).toBe(3005);
});

test('requests that belong together have their places in one step', async () => {
  const workers = await workersOf(2, 2);
  const two = workers.map((pace) => {
    const inPlace = openSimultaneousGroup(2).inPlaceOf(pace);
    let inside = 0;
    return [0, 1].map(() =>
      inPlace(async () => {
        inside += 1;
        await vi.waitFor(() => expect(inside).toBe(2));
      }),
    );
  });
  await Promise.all(two.flat());
});

test('nothing waits once a sender is stopped, and what it waited for is free again', async () => {
  await workersOf(0, 1);
  const stopping = new AbortController();
  const stopped = opened(stopping.signal);
  const other = opened();
  let finish = () => {};
  let held: Promise<void> | undefined;
  await new Promise<void>((isHeld) => {
    held = other.run(() => {
      isHeld();
      return new Promise((done) => {
        finish = done;
      });
    });
  });
  const waiting = stopped.run(async () => 'went on');
  stopping.abort();
  expect(await waiting).toBe('went on');
  expect(await stopped.run(async () => 'went on')).toBe('went on');
  finish();
  await held;
  expect(await other.run(async () => 'sent')).toBe('sent');
});

test('nothing is sent once the runner is gone', async () => {
  process.env[variable] = String(await listenRaw(createServer((connection) => connection.resetAndDestroy())));
  const pace = opened();
  await expect(pace.run(async () => {})).rejects.toThrow('the end of the runner');
  await expect(pace.run(async () => {})).rejects.toThrow('the end of the runner');
});
