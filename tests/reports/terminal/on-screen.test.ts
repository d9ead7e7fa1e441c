import { expect, test } from 'vitest';
import { onScreen, widthOf, wrap } from '../../../reports/terminal/on-screen.ts';

const long = `    received  ${'word '.repeat(30).trim()}`;

test('a terminal gets lines that fit, indented like what they continue', () => {
  const lines = onScreen([long], { isTTY: true, columns: 80 }, {});
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.at(1)).toMatch(/^ {14}word/);
});

test('a pipe gets every line as it is', () => {
  expect(onScreen([long], { isTTY: false, columns: 80 }, {})).toEqual([long]);
});

test('a CI log gets every line as it is', () => {
  expect(onScreen([long], { isTTY: true, columns: 80 }, { CI: 'true' })).toEqual([long]);
});

test('what a command reads stays as it is, and what follows is broken again', () => {
  const signature = `"encryption_data":"${'0a1b'.repeat(16)}"}`;
  const command = [
    'npx payment-acquiring-conformance generate refund --body - <<BODY |',
    '{"a":"b c",',
    signature,
    'BODY',
    'curl -sS http://a',
  ];
  const lines = onScreen([...command, long], { isTTY: true, columns: 60 }, {});
  expect(lines.slice(0, 5)).toEqual(command);
  expect(lines.length).toBeGreaterThan(7);
});

test('a command stays in one piece, so that it can be copied', () => {
  const command = `  npx payment-acquiring-conformance verify ${'folder/'.repeat(12)}`;
  expect(onScreen([command], { isTTY: true, columns: 80 }, {})).toEqual([command]);
});

test('wide signs count as two cells and colours as none', () => {
  expect([widthOf('abc'), widthOf('日本'), widthOf('é'), widthOf('\u001b[31mab\u001b[39m')]).toEqual([
    3, 4, 1, 2,
  ]);
});

test('a wrapped line is never wider than asked', () => {
  const text = `  expected  ${'several words and '.repeat(9)}${'x'.repeat(90)} 日本語日本語日本語日本語日本語日本語`;
  const lines = wrap(text, 40);
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.filter((line) => widthOf(line) > 40)).toEqual([]);
  expect(lines[1]).toMatch(/^ {12}\S/);
});

test('the colour of a wrapped line stays on each of its parts', () => {
  const red = `\u001b[31m${'word '.repeat(20)}\u001b[39m`;
  const lines = wrap(red, 30);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.every((line) => line.startsWith('\u001b[31m'))).toBe(true);
  expect(lines.every((line) => line.endsWith('\u001b[0m') || line.endsWith('\u001b[39m'))).toBe(true);
});
