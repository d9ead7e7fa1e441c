import { describe, expect, test } from 'vitest';
import { jsonLines, readable } from '../../cli/explore/sent-case.ts';
import { sideBySide, widthOf, wrap } from '../../reports/terminal/on-screen.ts';
import { plainText } from '../../schemas/plain-text.ts';

describe('plainText', () => {
  test('disarms what would move the cursor or turn the text', () => {
    const [bell, clear, right] = ['\u0007', '\u001b[2J', '\u202e'];
    expect(plainText(`a${bell}b${clear}c${right}d\ne`)).toBe('a\\u0007b\\u001b[2Jc\\u202ed\ne');
  });
});

describe('columns', () => {
  test('counts wide signs as two cells and colours as none', () => {
    expect([widthOf('abc'), widthOf('日本'), widthOf('é'), widthOf('\u001b[31mab\u001b[39m')]).toEqual([
      3, 4, 1, 2,
    ]);
  });
  test('never makes a line wider than asked', () => {
    const text = `  expected  ${'several words and '.repeat(9)}${'x'.repeat(90)} 日本語日本語日本語日本語日本語日本語`;
    const lines = wrap(text, 40);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => widthOf(line) > 40)).toEqual([]);
    expect(lines[1]).toMatch(/^ {12}\S/);
  });
  test('keeps the colour of a wrapped line on each of its parts', () => {
    const red = `\u001b[31m${'word '.repeat(20)}\u001b[39m`;
    const lines = wrap(red, 30);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.every((line) => line.startsWith('\u001b[31m'))).toBe(true);
    expect(lines.every((line) => line.endsWith('\u001b[0m') || line.endsWith('\u001b[39m'))).toBe(true);
  });
  test('sets two texts beside each other in straight columns', () => {
    const lines = sideBySide('one\ntwo 日本', 'three\nfour\nfive', 41).split('\n');
    expect(lines.map((line) => widthOf(line.slice(0, line.indexOf('│'))))).toEqual([20, 20, 20]);
    expect(lines[2]).toMatch(/│ five$/);
  });
});

describe('body lines', () => {
  const long = { list: Array.from({ length: 51 }, (_none, at) => ({ at })), text: 'y'.repeat(5000) };
  test('shortens long arrays and texts unless all is wanted', () => {
    const short = jsonLines(long, false);
    expect(short).toContain('… 48 more entries');
    expect(short).toContain('(5000 characters)');
    expect(short.length).toBeLessThan(1000);
    expect(JSON.parse(jsonLines(long, true))).toEqual(long);
    expect(jsonLines(['(all), or none', 1], false)).toBe('[\n  "(all), or none",\n  1\n]');
  });
  test('indents JSON and XML and leaves other answers as they came', () => {
    expect(readable('{"a":1}', false)).toBe('{\n  "a": 1\n}');
    expect(readable('<respon><a>1</a><b><c/></b></respon>', false)).toBe(
      '<respon>\n  <a>1</a>\n  <b>\n    <c/>\n  </b>\n</respon>',
    );
    expect(readable('plain', false)).toBe('plain');
    expect(readable(' ', false)).toBe('(empty body)');
  });
});
