import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './source-files.ts';

type Texts = ReadonlyMap<string, string>;
type TextsOf = Readonly<Record<string, (folder: string, places?: readonly (readonly string[])[]) => Texts>>;

interface Compare {
  readonly textsOf: TextsOf;
  differencesOf(before: Texts, after: Texts): readonly string[];
}

const { textsOf, differencesOf } = (await import(`${root}tools/equal-to/compare.mjs`)) as Compare;
const { commandsIn, linesOf } = (await import(`${root}tools/equal-to/wrong-lines.mjs`)) as {
  commandsIn(help: string): readonly string[];
  linesOf(command: string, help: string): readonly (readonly string[])[];
};

type Files = Readonly<Record<string, string>>;

/** A folder that holds these files, until the test is over. */
function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'equal-to-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const differencesIn = (part: string, before: Files, after: Files) =>
  differencesOf(...([before, after].map((files) => textsOf[part]?.(folderOf(files))) as [Texts, Texts]));

const verdict = 'A refund must be found / found: none';
const list = JSON.stringify({ kind: 'list', id: '0123456789ab', values: ['2.9/amount/decimal'] });
const exchange = (change: object) =>
  JSON.stringify({
    kind: 'exchange',
    id: '7f3a',
    operation: 'refund',
    origin: { startedAt: '2026-11-25T16:00:00Z' },
    sent: { url: 'http://127.0.0.1:4711/v1/refund' },
    received: { durationMs: 12, body: '{}' },
    judgement: { exercised: '0123456789ab', findings: [{ message: verdict }] },
    ...change,
  });

/** The reports of a small run, its exchanges in a packed block. */
function runOf({
  lines = [list, exchange({})],
  statement = {},
  certificate = '<p>conformant</p>',
} = {}): Files {
  const packed = gzipSync(lines.join('\n')).toString('base64');
  return {
    'exchanges.ndjson': `${JSON.stringify({ kind: 'run', seed: 1 })}\n${JSON.stringify({ kind: 'block', lines: lines.length, packed })}\n`,
    'conformance.json': JSON.stringify({ result: 'conformant', exitCode: 0, ...statement }),
    'certificate.html': certificate,
  };
}

test('two runs that differ in times, ports and connections alone are equal', () => {
  const later = exchange({
    origin: { startedAt: '2027-01-01T00:00:00Z' },
    sent: { url: 'http://127.0.0.1:4712/v1/refund' },
    received: { durationMs: 99, body: '{}', connection: 'close' },
  });
  const after = runOf({
    lines: [list, later],
    statement: { endedAt: '2027-01-01T00:00:01Z' },
    certificate: '<p>conformant</p>',
  });
  expect(differencesIn('run', runOf(), after)).toEqual([]);
});

test.each<[string, Parameters<typeof runOf>[0], RegExp]>([
  [
    'a word of a finding',
    {
      lines: [
        list,
        exchange({ judgement: { exercised: '0123456789ab', findings: [{ message: 'Another' }] } }),
      ],
    },
    /^exchange 7f3a, line 1:\n.*A refund must[^\n]*\n.*Another/,
  ],
  [
    'a clause in a list that is named by its digest',
    { lines: [list.replace('decimal', 'currency'), exchange({})] },
    /^exchange 7f3a, line 1:\n.*2\.9\/amount\/decimal[^\n]*\n.*2\.9\/amount\/currency/,
  ],
  ['a value that is sent', { lines: [list, exchange({ sent: { url: '/v1/capture' } })] }, /^exchange 7f3a, /],
  ['an exchange that is missing', { lines: [list] }, /^exchange 7f3a: only in the first$/],
  [
    'an exchange more',
    { lines: [list, exchange({}), exchange({ id: '80aa' })] },
    /^exchange 80aa: only in the second$/,
  ],
  [
    'a note',
    { lines: [list, exchange({}), '{"kind":"note","clause":"4.4/selection"}'] },
    /^lines of kind note: only in the second$/,
  ],
  ['the result', { statement: { result: 'incomplete' } }, /^conformance\.json, line 2:/],
  ['a word of the certificate', { certificate: '<p>incomplete</p>' }, /^certificate\.html, line 1:/],
])('two runs differ by %s', (_, change, said) => {
  expect(differencesIn('run', runOf(), runOf(change))).toEqual([expect.stringMatching(said)]);
});

test('queries that list the same records in another order are equal', () => {
  const answer = (body: string) =>
    runOf({ lines: [list, exchange({ operation: 'query', received: { body } })] });
  expect(differencesIn('run', answer('{"orders":[1,2]}'), answer('{"orders":[2,1]}'))).toEqual([]);
  expect(differencesIn('run', answer('{"orders":[1,2]}'), answer('{"orders":[1,3]}'))).toHaveLength(1);
});

const service = ({
  words = '',
  state = 'accepted',
  result = 'conformant',
  verdict: found = 'pass',
}): Files => ({
  'misfit dead/ended.txt': `exit status 3\n${words}`,
  'misfit dead/opening.json': JSON.stringify({ steps: [{ operation: 'refund', state }] }),
  'misfit dead/conformance.json': JSON.stringify({
    result,
    exitCode: 3,
    reasons: [],
    clauses: [{ id: '2.9/amount/decimal', obliged: 'service', operation: 'refund', verdict: found }],
    findingGroups: [],
  }),
});

test.each<[string, Parameters<typeof service>[0], RegExp]>([
  ['the last words', { words: 'incomplete' }, /^misfit dead, exit status and words, line 2:/],
  ['a step of the opening', { state: 'refused' }, /^misfit dead, opening, line 5:/],
  ['the result', { result: 'incomplete' }, /^misfit dead, statement, line 2:/],
  ['the verdict of a clause', { verdict: 'fail' }, /^misfit dead, verdicts, line 1:/],
])('what is said of a service differs by %s', (_, change, said) => {
  expect(differencesIn('services', service({}), service({}))).toEqual([]);
  expect(differencesIn('services', service({}), service(change))).toEqual([expect.stringMatching(said)]);
});

test('rows of a proof are compared one by one', () => {
  const proof = (state: string): Files => ({
    'seed 1.json': JSON.stringify({
      faults: [{ id: 'refund-late', clause: '2.9/refund/late', state, exchanges: 4 }],
      planted: [{ acquirer: 'quiet', id: 'refund-late', clause: '2.9/refund/late', state: 'caught' }],
      services: [{ number: 0, alarms: [] }],
      acquirers: [],
      misfits: [],
      hostile: [],
    }),
  });
  expect(differencesIn('proof', proof('caught'), proof('caught'))).toEqual([]);
  expect(differencesIn('proof', proof('caught'), proof('survived'))).toEqual([
    expect.stringMatching(/^seed 1: refund-late, line 1:\n.*caught"\n.*survived"$/),
  ]);
});

test.each([
  ['requests', 'refund-valid-1.jsonl', '{"amount":"1.00"}', '{"amount":"1.01"}'],
  [
    'lines',
    'run --seed x',
    '--seed must be a number\nexit status 2',
    '--seed must be a number\nexit status 1',
  ],
  ['verify', 'words', 'The evidence holds.', 'The evidence is incomplete.'],
])('the part %s names the file and shows both texts', (part, name, one, other) => {
  expect(differencesIn(part, { [name]: one }, { [name]: one })).toEqual([]);
  const [said, ...more] = differencesIn(part, { [name]: one }, { [name]: other });
  expect(more).toEqual([]);
  expect(said).toContain(name);
  expect(said).toContain(JSON.stringify(other).slice(1, -1));
});

test('places of this machine are no difference', () => {
  const of = (place: string) =>
    textsOf.lines?.(folderOf({ run: `${place}/targets/mock.json: not there` }), [[place, 'SUITE']]) as Texts;
  expect(differencesOf(of('/home/one'), of('/home/other'))).toEqual([]);
});

test('every option with a value is tried without one and with refused values', () => {
  const help = 'Usage\n\nOptions:\n  --seed <number>  a seed\n  --json  as JSON\n  -h, --help  help\n';
  const lines = linesOf('run', help).map((words) => words.join(' '));
  expect(lines).toEqual(expect.arrayContaining(['run --help', 'run --seed', 'run --seed x']));
  expect(lines).not.toContain('run --json');
  expect(commandsIn('Usage\n\nCommands:\n  run  Drive\n  clean-up  Undo\n  help [command]  help\n')).toEqual([
    'run',
    'clean-up',
  ]);
});

test.each([
  [[], 'One revision is needed.'],
  [['HEAD', '--only', 'request'], 'There is no part "request".'],
  [['--folders', 'one'], '--folders takes the folders of two runs.'],
  [['HEAD', '--quik'], "Unknown option '--quik'"],
])('wrong use ends with 2: %j', (words, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${root}tools/equal-to.mjs`, ...words], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(said);
});

test('two folders are compared from the command line', () => {
  const [same, again, other] = [runOf(), runOf(), runOf({ certificate: '<p>void</p>' })].map(folderOf);
  const compare = (...folders: readonly (string | undefined)[]) =>
    spawnSync(process.execPath, [`${root}tools/equal-to.mjs`, '--folders', ...folders.map(String)], {
      encoding: 'utf8',
    });
  expect(compare(same, again)).toMatchObject({ status: 0, stdout: 'run equal (4 texts)\nequal\n' });
  expect(compare(same, other)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/\n1 difference\n$/),
  });
});
