import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { replay } from '../../cli/investigate/replay.ts';
import { run } from '../../cli/run/run.ts';
import type { RunOptions } from '../../cli/run/run-options.ts';
import { runSuite } from '../../cli/run/run-suite.ts';
import { evidenceBounds } from '../../reports/evidence/exchange-lines.ts';
import { gatherEvidence, openEvidence } from '../../reports/evidence.ts';
import { longestBody } from '../../reports/redact/exchange.ts';
import { testPattern, titlesOf } from '../../schemas/source-name.ts';
import type { Finding } from '../../schemas/types.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { answer, finding, judged, type Parts } from '../reports/hand-made.ts';
import { emptyFolder, runCommand } from './command.ts';

vi.mock('../../cli/run/run-suite.ts', async (load) => ({
  ...(await load<typeof import('../../cli/run/run-suite.ts')>()),
  runSuite: vi.fn(),
}));
const suite = vi.mocked(runSuite);

const fail = finding({ path: 'refund_orders[0].amount' });
const exchange = (id: string, findings: readonly Finding[] = [fail]): Parts => ({
  id,
  origin: { file: 'refund.spec.ts', test: 'answers (all) entries › for one order' },
  judgement: { findings },
});

function writeRun(dir: string, ...all: readonly Parts[]): void {
  const writer = openEvidence(dir, 0);
  for (const parts of all) writer.record(judged(parts));
  writer.close();
  gatherEvidence(dir);
}

/** Lets the repetition leave these exchanges, and keeps the options that it was started with. */
function repeatsWith(status: number, ...lines: readonly Parts[]): RunOptions[] {
  const started: RunOptions[] = [];
  suite.mockImplementation(async (options) => {
    started.push(options);
    if (options.out !== undefined) writeRun(options.out, ...lines);
    return status;
  });
  return started;
}

beforeEach(() => {
  suite.mockReset();
});

test('a finding that comes back is reproduced, with the status of the repetition', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'), exchange('8000000000', []));
  repeatsWith(1, exchange('7f3a000000'));
  expect(await runCommand(replay, ['replay', '7f3a', '--from', from])).toEqual({
    status: 1,
    lines: ['Reproduced: fail 2.9/amount/decimal refund_orders[0].amount.'],
  });
});

test('only the test of the exchange runs again, with the options of its run', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  writeFileSync(join(from, 'run.json'), '{"seed":"7","runs":"3","fault":"x"}');
  const started = repeatsWith(1, exchange('7f3a000000'));
  await runCommand(replay, ['replay', '7f3a', '--from', from, '--target', 'other.json']);
  const [options] = started;
  expect(options).toMatchObject({ seed: '7', runs: '3', fault: 'x', target: 'other.json' });
  expect(options?.out).toBe(`${from}.replay`);
  const pattern = new RegExp(options?.grep ?? '$^');
  expect(pattern.test('refund.spec.ts answers (all) entries for one order @refund')).toBe(true);
  expect(pattern.test('refund.spec.js answers (all) entries for one order @refund')).toBe(true);
  expect(pattern.test('capture.spec.ts answers (all) entries for one order @capture')).toBe(false);
  expect(pattern.test('refund.spec.ts answers (all) entries for one orderly @refund')).toBe(false);
});

test('run --last-failed repeats what failed or was not decided, as its run had it', async () => {
  const out = emptyFolder();
  const of = (id: string, test: string, ...findings: readonly Finding[]): Parts => ({
    id,
    origin: { file: 'refund.spec.js', test: `refund › ${test}` },
    judgement: { findings },
  });
  writeRun(
    out,
    of('1000000000', 'one', finding({ exchange: '1000000000' })),
    of('2000000000', 'two', finding({ exchange: '2000000000', verdict: 'warn' })),
    of('3000000000', 'three', finding({ exchange: '3000000000', verdict: 'inconclusive' })),
    of('4000000000', 'four'),
  );
  const record = { seed: '7', day: '2030-01-31', profile: 'certification', operation: 'refund' };
  writeFileSync(join(out, 'run.json'), JSON.stringify(record));
  const started = repeatsWith(1);
  const ran = await runCommand(run, ['run', '--last-failed', '--embedded', '--out', out]);
  expect([ran.status, started[0]]).toMatchObject([1, { ...record, profile: 'ci', skipOpening: false, out }]);
  const pattern = new RegExp(started[0]?.grep ?? '$^');
  const chosen = ['one', 'two', 'three', 'four'].filter((title) =>
    pattern.test(`refund.spec.ts refund ${title} @refund`),
  );
  expect(chosen).toEqual(['one', 'three']);
});

test('run --last-failed sends nothing where nothing failed', async () => {
  const out = emptyFolder();
  writeRun(out, exchange('7f3a000000', []));
  writeFileSync(join(out, 'run.json'), '{"seed":"7"}');
  const ran = await runCommand(run, ['run', '--last-failed', '--out', out]);
  expect([ran.status, suite.mock.calls, ran.lines[0]]).toEqual([
    0,
    [],
    expect.stringContaining('Nothing failed'),
  ]);
  await expect(runCommand(run, ['run', '--last-failed', '--out', emptyFolder()])).rejects.toThrow(
    'holds no run',
  );
});

test('the reports of a repetition go where --out says, and never over its evidence', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  const [started, out] = [repeatsWith(1, exchange('7f3a000000')), join(emptyFolder(), 'again')];
  const words = ['replay', '7f3a', '--from', from, '--out'];
  expect((await runCommand(replay, [...words, out])).lines[0]).toMatch(/^Reproduced: /);
  for (const same of [from, `${from}/`, join(from, 'x', '..')])
    await expect(runCommand(replay, [...words, same])).rejects.toThrow('its repetition needs another folder');
  expect(started.map((options) => options.out)).toEqual([out]);
});

test('another finding than before is told as a change', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  repeatsWith(0, exchange('7f3a000000', []));
  const { lines } = await runCommand(replay, ['replay', '7f3a', '--from', from]);
  expect(lines).toEqual([
    'Changed. Before: fail 2.9/amount/decimal refund_orders[0].amount. Now: no finding.',
  ]);
});

test('an exchange that is not reached again is told', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  repeatsWith(0);
  const { lines } = await runCommand(replay, ['replay', '7f3a', '--from', from]);
  expect(lines).toEqual(['Exchange 7f3a000000 was not sent again.']);
});

describe('evidence beyond the bound of plain lines', () => {
  const from = mkdtempSync(join(tmpdir(), 'packed-'));
  const idOf = (number: number) => number.toString(16).padStart(10, '0');
  const last = Math.ceil(evidenceBounds.plain / longestBody) + 5;
  const isPlain = (number: number) =>
    readFileSync(join(from, 'exchanges.ndjson'), 'utf8').includes(`"kind":"exchange","id":"${idOf(number)}"`);

  beforeAll(() => {
    const note = 'a body '.repeat(longestBody / 8);
    const received = answer(JSON.stringify({ note }));
    writeRun(
      from,
      ...Array.from({ length: last + 1 }, (_, number) => ({ ...exchange(idOf(number)), received })),
    );
  });
  afterAll(() => rmSync(from, { recursive: true, force: true }));

  test.each([
    ['plain', 0],
    ['packed', last],
  ])('holds a %s exchange that is repeated', async (form, number) => {
    expect(isPlain(number)).toBe(form === 'plain');
    repeatsWith(1, exchange(idOf(number)));
    const { lines } = await runCommand(replay, ['replay', idOf(number), '--from', from]);
    rmSync(`${from}.replay`, { recursive: true });
    expect(lines).toEqual(['Reproduced: fail 2.9/amount/decimal refund_orders[0].amount.']);
  });
});

test.each([
  ['ffff', 'No exchange begins with "ffff"'],
  ['7f3a', '2 exchanges begin with "7f3a"'],
])('the id %s is wrong use', async (id, complaint) => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'), exchange('7f3a111111'));
  await expect(runCommand(replay, ['replay', id, '--from', from])).rejects.toThrow(complaint);
  expect(suite).not.toHaveBeenCalled();
});

test('an exchange that no test sent is not repeated', async () => {
  const from = emptyFolder();
  const writer = openEvidence(from, 0);
  const { exchange: sent, judgement } = judged(exchange('7f3a000000'));
  const { file: _, ...origin } = sent.origin;
  writer.record({ exchange: { ...sent, origin }, judgement });
  writer.close();
  await expect(runCommand(replay, ['replay', '7f3a', '--from', from])).rejects.toThrow(
    'exchange 7f3a000000 was not sent by a test of the suite.',
  );
});

test('the request is printed as a command and nothing is sent', async () => {
  const from = emptyFolder();
  writeRun(from, exchange('7f3a000000'));
  const started = repeatsWith(0);
  const { status, lines } = await runCommand(replay, ['replay', '7f3a', '--from', from, '--curl']);
  expect(status).toBe(0);
  expect(lines.join('\n')).toMatch(/^(?:# .*\n)*curl -sS -X POST /);
  expect(started).toEqual([]);
});

test.each([
  ['of the run', 'https://a.example', '100001', 'https://a.example/v1/refund'],
  ['of another service', 'https://b.example/api', '100001', 'https://b.example/api/v1/refund'],
  ['of a service at another port', 'http://127.0.0.1:9', '100001', 'http://127.0.0.1:9/v1/refund'],
  ['of another merchant', 'https://b.example', '200002', undefined],
])('--curl with the target file %s calls what it names', async (_what, baseUrl, merchant_id, url) => {
  const from = emptyFolder();
  const writer = openEvidence(from, 0);
  writer.record(judged({ ...exchange('7f3a000000'), sent: { url: 'https://a.example/v1/refund' } }));
  writer.close();
  gatherEvidence(from, [from], { target: { baseUrl: 'https://a.example' } } as never);
  const target = { baseUrl, merchant: { merchant_id, account_id: '1' } };
  const more = { name: 'b', environment: 'sandbox', signing: { recipe: 'none' }, allow: ['reads'] };
  writeFileSync(join(from, 'b.json'), JSON.stringify({ ...more, ...target }));
  const words = ['replay', '7f3a', '--from', from, '--target', join(from, 'b.json'), '--curl'];
  const ran = runCommand(replay, words);
  if (url === undefined) await expect(ran).rejects.toThrow('of merchant 200002, cannot take it as it was');
  else expect((await ran).lines.join('\n')).toContain(`curl -sS -X POST ${url} `);
});

test('--curl names no target file that comes with the suite', async () => {
  const from = emptyFolder();
  writeRun(from, { ...exchange('7f3a000000'), sent: { signed: true } });
  const linesFor = async (target: string) => {
    writeFileSync(join(from, 'run.json'), JSON.stringify({ target }));
    return (await runCommand(replay, ['replay', '7f3a', '--from', from, '--curl'])).lines.join('\n');
  };
  expect(await linesFor('/my/own.json')).toMatch(/--target \S*my\/own\.json/);
  expect(await linesFor(embeddedTargetFile())).not.toContain('mock.json');
});

test('a folder without a run is told from a run without the exchange', async () => {
  const from = emptyFolder();
  await expect(runCommand(replay, ['replay', '7f3a', '--from', from])).rejects.toThrow(
    `${from} holds no exchanges of a run; --from names the folder of its reports.`,
  );
});

test.each([
  [['refund.spec.ts › refund › keeps the limit of 50 orders'], ['refund keeps the limit of 50 orders']],
  [
    ['a.spec.ts › b (c|d)', 'e-f.spec.js › [1.5] $?'],
    ['b (c|d)', '[1.5] $?'],
  ],
  [['a.spec.ts › says "(?= @|$)" | more'], ['says "(?= @|$)" | more']],
])('the titles of chosen tests are read from their pattern: %j', (names, titles) => {
  expect(titlesOf(names.map(testPattern).join('|'))).toEqual(titles);
});

test.each(['refund', '', 'a|b', 'a\\.[jt]s b'])('a pattern of the user names no titles: %j', (pattern) => {
  expect(titlesOf(pattern)).toBeUndefined();
});
