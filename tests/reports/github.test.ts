import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { annotateGithub, githubAnnotations, githubSummary } from '../../reports/github.ts';
import { sayValue } from '../../schemas/findings/say.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const failing = (...received: readonly JsonValue[]) =>
  statementOf(
    evidenceOf({ judgement: { findings: received.map((value) => finding({ received: sayValue(value) })) } }),
  );

test('a cause of failure is one error with its clause', () => {
  expect(githubAnnotations(failing(12.34, 0.1))).toEqual([
    '::error title=2.9/amount/decimal refund (2)::expected a decimal string such as "12.34", ' +
      'received 12.34 (number) at refund_orders[0].amount',
  ]);
});

test('signs that end a command are escaped', () => {
  const [line = ''] = githubAnnotations(failing('100%\r\n::error::mine'));
  expect(line).not.toMatch(/[\r\n]/);
  expect(line).toContain('"100%25\\r\\n\\u003a:error\\u003a:mine" (string)');
});

test('colons and commas of a title are escaped', () => {
  const statement = failing(1);
  const groups = statement.findingGroups.map((group) => ({ ...group, clause: '2.9/a:b,c' }));
  expect(githubAnnotations({ ...statement, findingGroups: groups })[0]).toContain(
    'title=2.9/a%3Ab%2Cc refund (1)::',
  );
});

test('a run leaves ten annotations at most', () => {
  const statement = failing(1);
  const [group] = statement.findingGroups;
  const many = group === undefined ? [] : Array.from({ length: 40 }, () => group);
  expect(githubAnnotations({ ...statement, findingGroups: many })).toHaveLength(10);
});

test('the summary of a job is a table whose cells hold no bars', () => {
  const statement = failing(1);
  const groups = statement.findingGroups.map((group) => ({ ...group, kind: 'a|b' }));
  const text = githubSummary({ ...statement, findingGroups: groups });
  expect(text).toContain('### non-conformant: Sandbox');
  expect(text).toContain('| fail | 2.9/amount/decimal | refund | 1 | a&#124;b |');
});

test('nothing is written outside of a workflow', () => {
  const lines: string[] = [];
  annotateGithub(failing(1), {}, (line) => lines.push(line));
  expect(lines).toEqual([]);
});

test('a workflow gets annotations and a summary file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'github-'));
  const file = join(dir, 'summary.md');
  const lines: string[] = [];
  const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
  annotateGithub(failing(1), environment, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toContain('seed 7');
  rmSync(dir, { recursive: true });
});

test('a known deviation is a notice, and known in the summary', () => {
  const failing = statementOf(evidenceOf({ judgement: { findings: [finding()] } }));
  const known = {
    ...failing,
    findingGroups: failing.findingGroups.map((group) => ({ ...group, deviation: 'D-1' })),
  };
  expect(githubAnnotations(known)[0]).toMatch(
    /^::notice title=2\.9\/amount\/decimal refund \(1\)%2C known deviation D-1::/,
  );
  expect(githubSummary(known)).toContain('| known (D-1) | 2.9/amount/decimal |');
});
