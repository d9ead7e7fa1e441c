import { expect, it } from 'vitest';
import { waiting } from '../../specs/support/own-time.ts';

/** A test with a limit, a clock that stands still until it is moved, and waits that end when they are told to. */
function limited(timeout: number) {
  const info = {
    timeout,
    setTimeout(milliseconds: number) {
      info.timeout = milliseconds;
    },
  };
  let at = 0;
  const waits = (work: () => Promise<unknown>) => waiting(info, work, () => at);
  return {
    info,
    pass(milliseconds: number) {
      at += milliseconds;
    },
    wait: () => waits(async () => {}),
    open() {
      let end = () => {};
      const ended = waits(() => new Promise<void>((resolve) => (end = resolve)));
      return async () => {
        end();
        await ended;
      };
    },
    fails: () => waits(() => Promise.reject(new Error('refused'))),
  };
}

it('gives a test back the time that it waited, and no other', async () => {
  const { info, pass, open } = limited(1000);
  pass(300);
  const end = open();
  pass(5000);
  await end();
  expect(info.timeout).toBe(6000);
  pass(400);
  const endAgain = open();
  pass(20);
  await endAgain();
  expect(info.timeout).toBe(6020);
});

it('counts once what several requests wait for at a time', async () => {
  const { info, pass, open } = limited(1000);
  const [endFirst, endSecond] = [open(), open()];
  pass(100);
  await endFirst();
  pass(50);
  await endSecond();
  expect(info.timeout).toBe(1150);
});

it('ends what waits for a quarter of an hour', () => {
  const { info, pass, open } = limited(1000);
  open();
  expect(info.timeout).toBe(901_000);
  pass(800_000);
  open();
  expect(info.timeout).toBe(1_701_000);
});

it('stops counting when the wait ends with an error', async () => {
  const { info, pass, fails, wait } = limited(1000);
  await expect(fails()).rejects.toThrow('refused');
  pass(700);
  await wait();
  expect(info.timeout).toBe(1000);
});

it('leaves a test without a limit as it is', async () => {
  const { info, pass, open } = limited(0);
  const end = open();
  pass(100);
  await end();
  expect(info.timeout).toBe(0);
});
