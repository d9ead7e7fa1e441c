import { expect, test } from 'vitest';
import { onScreen } from '../../../reports/terminal/on-screen.ts';

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
  const command = `  npx payment-acquiring-conformance replay 7f3a --from ${'folder/'.repeat(12)}`;
  expect(onScreen([command], { isTTY: true, columns: 80 }, {})).toEqual([command]);
});
