import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { annotateGithub, githubAnnotations, githubSummary } from '../../reports/ci/github.ts';
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
    '::error title=2.9/amount/decimal refund (2)::must be a decimal string such as "12.34", ' +
      'found 12.34 (number) at refund_orders[0].amount',
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

const warning = (clause: string) =>
  finding({ clause, verdict: 'warn', received: sayValue('12.3\n::error::x') });

test('a clause that only warns is one warning, whatever the number of its findings', () => {
  const findings = [
    warning('2.9/amount/two-digits'),
    { ...warning('2.9/amount/two-digits'), path: 'refund_orders[1].amount' },
  ];
  const lines = githubAnnotations(statementOf(evidenceOf({ judgement: { findings } })));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^::warning title=2\.9\/amount\/two-digits \(2\)::refund: /);
  expect(lines[0]).not.toMatch(/\n|::error/);
});

test('an incomplete run is one error with its reason', () => {
  const statement = statementOf(evidenceOf({}), { interruptions: ['the run was interrupted'] });
  expect(githubAnnotations(statement)).toEqual(['::error title=incomplete::the run was interrupted']);
});

test('the last annotation says how many are left out', () => {
  const statement = failing(1);
  const [group] = statement.findingGroups;
  const many = group === undefined ? [] : Array.from({ length: 40 }, () => group);
  expect(githubAnnotations({ ...statement, findingGroups: many }).at(-1)).toMatch(
    /^::error title=and 31 more::/,
  );
});

test('the summary of a job says result, counts, exit status and where the reports are', () => {
  const environment = {
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'shop/acquiring',
    GITHUB_RUN_ID: '4711',
  };
  const text = githubSummary(failing(1), environment);
  expect(text).toContain('1 exchanges, seed 7, profile ci, exit status 1');
  expect(text).toMatch(/Clauses on the service, each once for every operation: 1 fail, /);
  expect(text).toContain('- 1 requirement failed&#58; 2.9/amount/decimal');
  expect(text).toContain('(https://github.example/shop/acquiring/actions/runs/4711#artifacts)');
  expect(githubSummary(failing(1), { ...environment, GITHUB_RUN_ID: '1) [x](javascript:' })).not.toContain(
    'javascript',
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
