import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { practiceKey } from '../../cli/embedded.ts';
import { callerSecrets, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { hostiles } from '../../mock/hostile/proven/registry.ts';
import { eachUntilStopped } from '../../proof/interruption.ts';
import { encodings, leaksIn } from '../../proof/leaks.ts';
import { problemsOf, runHostile } from '../../proof/run-hostiles.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { hasClause } from '../../schemas/clauses.ts';

const named = (name: string) => hostiles.find((one) => one.name === name) as Hostile;

describe('the hostile services of the proof', () => {
  test('are thirty and more, each with a name of its own', () => {
    expect(hostiles.length).toBeGreaterThanOrEqual(30);
    expect(new Set(hostiles.map(({ name }) => name)).size).toBe(hostiles.length);
  });

  test('name clauses of the register, and the key of the embedded endpoint', () => {
    const clauses = hostiles.flatMap(({ expects }) => expects.fails ?? []);
    expect(clauses.filter((clause) => !hasClause(clause))).toEqual([]);
    expect(callerSecrets.key).toBe(practiceKey);
  });

  test('come out wrong where something else is expected of one', async () => {
    const expects = { end: 'clean', fails: '2.6/order_no/echo', most: 1 } as const;
    const liar = await runHostile({ ...named('one-transaction'), expects }, { seed: '1' });
    expect(liar).toMatchObject({ exit: 1, result: 'non-conformant' });
    expect(liar.problems).toEqual([
      'result is non-conformant, not conformant or conformant-with-warnings',
      '2.6/order_no/echo does not fail',
      expect.stringMatching(/^\d+ requests, more than 1$/),
    ]);
  });

  test('are not met once the end is asked for', async () => {
    const meet = (one: Hostile) => runHostile(one, { seed: '1' });
    expect(await eachUntilStopped([named('no-http')], { isAsked: () => true }, meet)).toEqual([]);
  });

  test('lose only their own score where a run breaks', async () => {
    const broken = { ...named('no-http'), operation: 'none' as never };
    const score = await runHostile(broken, { seed: '1' });
    expect(score).toMatchObject({ exit: 4, problems: [expect.stringMatching(/^the run broke: ./)] });
  });
});

describe('the score of a run against a hostile service', () => {
  const statement = { result: 'incomplete', exitCode: 3, findings: [] } as unknown as Statement;
  const right = { statement, heard: ['POST /v1/refund'], grownBytes: 0, left: [] };
  const expects = { end: 'open', most: 1 } as const;

  test('is without a problem where all came out as it must', () => {
    expect(problemsOf({ expects }, right)).toEqual([]);
  });

  test.each([
    [{ statement: { ...statement, exitCode: 0 } as Statement }, 'exit status is 0 at incomplete'],
    [{ heard: [] }, 'nothing was sent'],
    [{ heard: ['elsewhere POST'] }, 'something was sent elsewhere'],
    [{ grownBytes: 600 * 2 ** 20 }, 'the process grew by 600 MB'],
    [{ left: ['x is left in the temporary folder'] }, 'x is left in the temporary folder'],
  ])('tells what did not: case %#', (changes, problem) => {
    expect(problemsOf({ expects }, { ...right, ...changes })).toEqual([problem]);
  });
});

describe('what a run left behind', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'conformance-left-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };

  test.each(Object.entries(encodings))('is searched for a secret in %s, packed too', (writing, write) => {
    const secret = '4111111111111111';
    const text = `{"m":"x ${write(secret)} y"}`;
    const packed = JSON.stringify({ kind: 'block', packed: gzipSync(text).toString('base64') });
    const out = folder();
    writeFileSync(join(out, 'clean.json'), '{"return_status":"1"}');
    expect(leaksIn(out, [secret])).toEqual([]);
    for (const content of [text, gzipSync(text), packed]) {
      writeFileSync(join(out, 'a.ndjson'), content);
      expect(leaksIn(out, [secret])).toContain(`a.ndjson holds a secret in ${writing}`);
    }
  });

  test.each([
    ['a.md', '\u009b2J', 'a.md holds a sign that a terminal obeys'],
    ['a.xml', 'x\n::error title=x::y', 'a.xml holds a command of a job log'],
    ['a.html', '<script>alert(1)', 'a.html holds a foreign script'],
  ])('is searched for what a reader would obey: %s', (name, text, problem) => {
    const out = folder();
    writeFileSync(join(out, name), text);
    expect(leaksIn(out, [])).toEqual([problem]);
  });
});
