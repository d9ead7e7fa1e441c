import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { openLiveView, type Screen } from '../../reports/terminal/live.ts';

interface FakeScreen extends Screen {
  /** Everything written, in order. */
  readonly written: string[];
  /** Lets time pass, in milliseconds. */
  pass(milliseconds: number): void;
}

function fakeScreen(isTTY: boolean): FakeScreen {
  let time = 1_000;
  const written: string[] = [];
  return {
    isTTY,
    columns: 100,
    written,
    write: (text) => void written.push(text),
    now: () => time,
    pass(milliseconds) {
      time += milliseconds;
    },
  };
}

const plain = (texts: readonly string[]) => texts.map((text) => stripVTControlCharacters(text));
const property = (done: number) =>
  ({ id: 't', test: 'conforms for any batch', done, total: 100, phase: 'checking' }) as const;

test('a pipe gets a line every ten seconds and no control signs', () => {
  const screen = fakeScreen(false);
  const view = openLiveView(screen);
  view.tests(1, 20, 0);
  screen.pass(9_999);
  view.tests(2, 20, 0);
  expect(screen.written).toEqual([]);
  screen.pass(1);
  view.tests(3, 20, 1);
  view.tests(4, 20, 1);
  expect(plain(screen.written)).toEqual(['3 of 20 tests, 1 failed, 0:10\n']);
  expect(screen.written.join('')).not.toContain('\u001b[0J');
});

test('a pipe is told which properties are under way', () => {
  const screen = fakeScreen(false);
  const view = openLiveView(screen);
  screen.pass(10_000);
  view.property(property(30));
  expect(plain(screen.written)).toEqual(['0 of 0 tests, 0:10; conforms for any batch 30/100\n']);
});

test('a terminal is drawn again in place, at most every 120 ms', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  view.tests(1, 4, 0);
  expect(plain(screen.written).join('')).toContain('1 of 4 tests');
  const before = screen.written.length;
  screen.pass(119);
  view.tests(2, 4, 0);
  expect(screen.written).toHaveLength(before);
  screen.pass(1);
  view.tests(3, 4, 0);
  expect(screen.written[before]).toBe('\u001b[1A\u001b[0J');
  expect(plain(screen.written).at(-1)).toContain('3 of 4 tests');
});

test('a terminal shows four properties at most, each on a line that fits', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  for (let at = 0; at < 6; at += 1) {
    screen.pass(200);
    view.property({ id: `${at}`, test: `${at} ${'long '.repeat(40)}`, done: 1, total: 9, phase: 'checking' });
  }
  const lines = plain(screen.written).at(-1)?.trimEnd().split('\n') ?? [];
  expect(lines).toHaveLength(5);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('shrinking is said instead of a share of the whole', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  screen.pass(200);
  view.property({ ...property(140), phase: 'shrinking' });
  expect(plain(screen.written).at(-1)).toContain('shrinking 140');
});

test('a property that is done disappears, and the end leaves nothing drawn', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  screen.pass(200);
  view.property(property(50));
  screen.pass(200);
  view.property(property(100));
  expect(plain(screen.written).at(-1)).not.toContain('conforms for any batch');
  view.end();
  expect(screen.written.at(-1)).toBe('\u001b[1A\u001b[0J');
});

test('a view that drew nothing erases nothing', () => {
  const screen = fakeScreen(true);
  openLiveView(screen).end();
  expect(screen.written).toEqual([]);
});

test('the time that is left is told once there is something to go by', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  screen.pass(2_000);
  view.tests(4, 40, 0);
  expect(plain(screen.written).at(-1)).toMatch(/4 of 40 tests, 0:02\n$/);
  screen.pass(58_000);
  view.tests(20, 40, 0);
  expect(plain(screen.written).at(-1)).toMatch(/20 of 40 tests, 1:00, about 1 min left\n$/);
});

test('what was found stays above the bar, which is drawn again at once', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  view.tests(1, 4, 0);
  view.note(['✗ 2.9/amount/decimal  refund']);
  expect(plain(screen.written).slice(-3)).toEqual(
    ['\u001b[1A\u001b[0J', '✗ 2.9/amount/decimal  refund\n', expect.stringContaining('1 of 4 tests')].map(
      (text) => (typeof text === 'string' ? stripVTControlCharacters(text) : text),
    ),
  );
});

test('a pipe is told what was found at once', () => {
  const screen = fakeScreen(false);
  openLiveView(screen).note(['✗ 2.9/amount/decimal  refund']);
  expect(screen.written).toEqual(['✗ 2.9/amount/decimal  refund\n']);
});

test('every line fits a terminal of 80 columns', () => {
  const screen = { ...fakeScreen(true), columns: 80 };
  const view = openLiveView(screen);
  screen.pass(7_200_000);
  view.property({ id: 't', test: 'long '.repeat(40), done: 100_000, total: 1_000_000, phase: 'shrinking' });
  screen.pass(200);
  view.tests(1234, 5678, 1000);
  const lines = plain(screen.written).join('').split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80);
});

test('a pipe is told what takes long, ever less often', () => {
  const screen = fakeScreen(false);
  const view = openLiveView(screen);
  view.tests(4, 20, 0);
  view.begins('k', 'keeps the limit of 50 orders');
  for (let second = 1; second <= 180; second += 1) {
    screen.pass(1_000);
    view.tick();
  }
  const lines = plain(screen.written);
  expect(lines[1]).toBe('4 of 20 tests, 0:20; keeps the limit of 50 orders for 0:20\n');
  expect(lines).toHaveLength(5 + 4);
});

test('a terminal goes on counting a long test, and forgets it at its end', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  view.begins('k', 'keeps the limit of 50 orders');
  screen.pass(5_000);
  view.tick();
  expect(plain(screen.written).at(-1)).toMatch(/keeps the limit of 50 orders +0:05\n$/);
  view.ends('k');
  screen.pass(1_000);
  view.tick();
  expect(plain(screen.written).at(-1)).not.toContain('keeps');
});

test.each([30, 40, 59])('every line fits a terminal of %d columns', (columns) => {
  const screen = { ...fakeScreen(true), columns };
  const view = openLiveView(screen);
  view.begins('l', 'long '.repeat(40));
  screen.pass(7_200_000);
  view.property({ id: 'o', test: 'other '.repeat(40), done: 100, total: 1_000, phase: 'checking' });
  screen.pass(200);
  view.tests(1234, 5678, 1000);
  const lines = plain(screen.written).join('').split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns);
});

test('before the first test the first requests are under way', () => {
  const screen = fakeScreen(false);
  const view = openLiveView(screen);
  screen.pass(10_000);
  view.tick();
  expect(screen.written).toEqual(['first requests, 0:10\n']);
});

test('of two tests of one title the one that goes on stays in sight', () => {
  const screen = fakeScreen(true);
  const view = openLiveView(screen);
  view.begins('a', 'conforms for any batch');
  view.begins('b', 'conforms for any batch');
  view.property({ ...property(10), id: 'a' });
  view.property({ ...property(70), id: 'b' });
  view.ends('a');
  screen.pass(200);
  view.tick();
  expect(plain(screen.written).at(-1)).toMatch(/conforms for any batch .*70\/100\n$/);
});

test('all tests are counted from the first one on, before any has ended', () => {
  const screen = fakeScreen(false);
  const view = openLiveView(screen, 18);
  view.begins('a', 'answers one entry');
  screen.pass(10_000);
  view.tick();
  expect(screen.written.join('')).toMatch(/^0 of 18 tests, 0:10/);
});
