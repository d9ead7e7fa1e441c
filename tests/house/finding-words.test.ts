import { expect, test } from 'vitest';
import { rooms, sourceFiles } from './source-files.ts';

// The one place that words findings.
const wording = /^schemas\/findings\//;

const words = String.raw`(?:expected|received|kindInWords\([^)]*\)|wordsOf\([^)]*\))`;
const asking =
  'at|charAt|endsWith|includes|indexOf|lastIndexOf|match|matchAll|replace|replaceAll|search|slice|split|startsWith|substring|trim';
const reading = [
  // finding.received.startsWith(…), expected?.match(…)
  new RegExp(`\\b${words}\\s*\\??\\.\\s*(?:${asking})\\(`),
  // /…/.test(finding.received)
  new RegExp(`\\.(?:test|exec)\\(\\s*(?:[\\w$]+\\??\\.)*${words}\\s*\\)`),
  // received === 'none'
  /\b(?:finding|example|one|first)\.(?:expected|received)\s*[=!]==/,
];

/** The places where a text reads the words of a finding. */
function readingIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => reading.some((pattern) => pattern.test(line)));
}

test('no room parses the words of a finding', () => {
  const files = rooms
    .filter((room) => room !== 'tests')
    .flatMap(sourceFiles)
    .filter(({ path }) => !wording.test(path));
  expect(files.length).toBeGreaterThan(rooms.length);
  expect(files.flatMap(({ path, text }) => readingIn(text).map((line) => `${path}: ${line.trim()}`))).toEqual(
    [],
  );
});

test.each([
  "if (finding.expected.includes('such as')) return undefined;",
  'const type = /\\((string|number)\\)$/.exec(received)?.[1];',
  "const isAbsent = finding.received === 'none';",
  "return expected.replace(/ such as .*$/s, '');",
  "const [first] = example.received?.split(' ') ?? [];",
  'if (digits.test(wordsOf(said))) return;',
])('a line that parses them is found: %s', (line) => {
  expect(readingIn(`const before = 1;\n${line}\n`)).toEqual([line]);
});
