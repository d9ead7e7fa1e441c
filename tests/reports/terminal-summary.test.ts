import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { SkippedNote } from '../../reports/evidence/lines.ts';
import { wholeChoices } from '../../reports/run/choices.ts';
import type { StatementInput } from '../../reports/statement.ts';
import { renderHeader } from '../../reports/terminal/header.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import { say } from '../../schemas/findings/say.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const context = { out: '/home/user/shop/reports/out', from: '/home/user/shop', allure: true };

function summaryOf(
  exchanges = evidenceOf({}),
  parts: Partial<StatementInput> = {},
  notes: readonly SkippedNote[] = [],
  allure = true,
): readonly string[] {
  return renderSummary(statementOf(exchanges, parts, notes), { ...context, allure }).map((line) =>
    stripVTControlCharacters(line),
  );
}

const failing = evidenceOf(
  { id: '000000000a', judgement: { findings: [finding(), finding({ path: 'refund_orders[1].amount' })] } },
  { id: '000000000b', judgement: { findings: [finding({ exchange: '000000000b' })] } },
);

test('one cause is one block with its count and its smallest example', () => {
  const lines = summaryOf(failing);
  const at = lines.findIndex((line) => line.startsWith('✗ '));
  expect(lines.slice(at, at + 8)).toEqual([
    '✗ 2.9/amount/decimal  fail  refund, 3 times in 2 exchanges',
    '    must      be a decimal string such as "12.34"',
    '    found     12.34 (number)',
    '    at        refund_orders[0].amount',
    '    clause    An amount is a decimal string',
    expect.stringMatching(/^ {4}replay {4}npx payment-acquiring-conformance replay 0{9}[ab]$/),
    expect.stringMatching(/^ {4}curl {6}npx payment-acquiring-conformance replay 0{9}[ab] --curl$/),
    '',
  ]);
  expect(lines.filter((line) => line.startsWith('✗ '))).toHaveLength(1);
});

test('a failed run ends with the commands that repeat and send the first failure', () => {
  const lines = summaryOf(failing);
  expect(lines).toContain('non-conformant  Sandbox, profile ci, seed 7, exit status 1');
  const at = lines.indexOf('Repeat the first one:');
  expect(lines.slice(at, at + 5)).toEqual([
    'Repeat the first one:',
    expect.stringMatching(/^ {2}npx payment-acquiring-conformance replay 0{9}[ab]$/),
    '',
    'Or send its request by hand:',
    '',
  ]);
  expect(lines.slice(at + 5).join('\n')).toMatch(/^(?:# .*\n)*curl -sS -X POST .*\n {2}-H '/);
});

test('reports are named relative to where the user is', () => {
  expect(summaryOf()).toEqual(
    expect.arrayContaining([
      'certificate reports/out/certificate.html',
      'statement   reports/out/conformance.json',
      'report      npx payment-acquiring-conformance report reports/out',
    ]),
  );
});

test('a report that could not be made is not offered', () => {
  expect(summaryOf(evidenceOf({}), {}, [], false).join('\n')).not.toContain(
    'npx payment-acquiring-conformance report',
  );
});

test('totals count clauses by verdict and evidence in less than 80 columns', () => {
  const lines = summaryOf();
  const at = lines.findIndex((line) => line.startsWith('clauses'));
  const head = lines[at]?.split(/\s+/);
  const passed = lines.find((line) => line.startsWith('pass '))?.split(/\s+/);
  expect(head).toEqual(['clauses', 'stated', 'sampled', 'implied', 'conflicting', 'silent']);
  expect(passed).toHaveLength(head?.length ?? 0);
  expect(Number(passed?.[1])).toBeGreaterThan(0);
  for (const line of lines.slice(at, at + 8)) expect(line.length).toBeLessThan(80);
});

test('the slowest tests are named with their times', () => {
  const timed = [
    { title: 'refund › quick', took: 900 },
    { title: 'refund › slow', took: 12_340 },
    { title: 'query › slower', took: 61_000 },
  ];
  const lines = renderSummary(statementOf(failing), { ...context, timed });
  const at = lines.indexOf('Slowest tests');
  expect(lines.slice(at + 1, at + 4)).toEqual(['  61.0 s  query › slower', '  12.3 s  refund › slow', '']);
});

test('skips stand by reason, once for all tests of an operation', () => {
  const skip: SkippedNote = { kind: 'skipped', operation: 'refund', reason: 'no payment was accepted' };
  const lines = summaryOf(evidenceOf({}), {}, [skip, skip]);
  expect(lines.filter((line) => line.includes('no payment was accepted'))).toEqual([
    '– no payment was accepted: refund',
  ]);
});

test('more than five causes are shortened to lines, and more lines counted', () => {
  const findings = Array.from({ length: 20 }, (_, at) =>
    finding({ expected: say('described', [], `the ${'x'.repeat(at + 1)}`) }),
  );
  const lines = summaryOf(evidenceOf({ judgement: { findings } }));
  expect(lines.filter((line) => line.startsWith('    replay'))).toHaveLength(5);
  expect(lines).toContain('  ... and 7 more causes of failure');
});

test('an interrupted run says so among its reasons', () => {
  const lines = summaryOf(evidenceOf({}), { interruptions: ['the run was interrupted'] });
  expect(lines).toContain('incomplete  Sandbox, profile ci, seed 7, exit status 3');
  expect(lines).toContain('  the run was interrupted');
});

test('the header names target, operations, profile, seed and size', () => {
  const header = renderHeader({
    suite: { version: '1.2.3', commit: 'abc' },
    target: { name: 'Sandbox', environment: 'sandbox', baseUrl: 'https://sandbox.example' },
    profile: 'strict',
    seed: 9,
    runId: 'nightly-7',
    runs: 40,
    out: '/x',
    operations: ['refund', 'query'],
    capabilities: {},
    choices: wholeChoices,
    history: '/x',
    proof: '/x',
  });
  expect(header.map((line) => stripVTControlCharacters(line))).toEqual([
    'payment-acquiring-conformance 1.2.3',
    'Sandbox (https://sandbox.example), refund, query, profile strict, seed 9, 40 cases per property',
    'partial: only query, refund',
    'every order_no begins with nightly-7-',
    '',
  ]);
});

test('a narrow terminal gets words in place of columns', () => {
  const lines = renderSummary(statementOf(failing), { ...context, columns: 40 }).map((line) =>
    stripVTControlCharacters(line),
  );
  expect(lines.find((line) => line.startsWith('fail '))).toMatch(/^fail {12}\d+ stated$/);
  expect(lines.find((line) => line.startsWith('refund '))).toMatch(/^refund +\d+ accepted/);
  const wide = renderSummary(statementOf(failing), { ...context, columns: 80 });
  expect(wide.join('\n')).toBe(renderSummary(statementOf(failing), context).join('\n'));
});
