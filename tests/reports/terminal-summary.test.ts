import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { SkippedNote } from '../../reports/evidence/lines.ts';

import type { StatementInput } from '../../reports/statement.ts';
import { renderHeader } from '../../reports/terminal/heading.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import { say } from '../../schemas/findings/say.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const context = { out: '/home/user/shop/results/run', from: '/home/user/shop' };

function summaryOf(
  exchanges = evidenceOf({}),
  parts: Partial<StatementInput> = {},
  notes: readonly SkippedNote[] = [],
): readonly string[] {
  return renderSummary(statementOf(exchanges, parts, notes), context).map((line) =>
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
  expect(lines.slice(at, at + 7)).toEqual([
    '✗ 2.9/amount/decimal  fail  refund, 3 times in 2 exchanges',
    '    must      be a decimal string such as "12.34"',
    '    found     12.34 (number)',
    '    at        refund_orders[0].amount',
    '    clause    An amount must be a decimal string',
    expect.stringMatching(/^ {4}again {5}SEED=7 npx playwright test -g 0{9}[ab]$/),
    '',
  ]);
  expect(lines.filter((line) => line.startsWith('✗ '))).toHaveLength(1);
});

test('a failed run ends with its result, and says once how to repeat its failure', () => {
  const lines = summaryOf(failing);
  expect(lines.filter((line) => line.includes('npx playwright test'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('non-conformant  Sandbox, profile ci, seed 7, exit status 1');
  expect(lines.at(-2)).toBe('3 of 3 stated requirements exercised in 2 exchanges');
});

test('the certificate is named relative to where the user is', () => {
  expect(summaryOf()).toContain('certificate  results/run/certificate.html');
});

test('one narrow table has verdicts and answers, without empty columns', () => {
  const at = (lines: readonly string[]) => lines.findIndex((line) => line.startsWith('requirements'));
  const [green, red] = [summaryOf(), summaryOf(failing)];
  expect(green[at(green)]).toMatch(/^requirements +met +undecided +accepted +refused$/);
  expect(red[at(red)]).toMatch(/^requirements +met +fail +undecided +accepted +refused$/);
  expect(red[at(red) + 1]).toMatch(/^refund +\S+ +1 +\d+ +2 +·$/);
  for (const line of red.slice(at(red), at(red) + 4)) expect(line.length).toBeLessThan(80);
});

test('skips stand by reason, once for all tests of an operation', () => {
  const skip: SkippedNote = { kind: 'skipped', operation: 'refund', reason: 'no payment was accepted' };
  const lines = summaryOf(evidenceOf({}), {}, [skip, skip]);
  expect(lines.filter((line) => line.includes('no payment was accepted'))).toEqual([
    '– not tested: refund (no payment was accepted)',
  ]);
});

test('the worst cause is told in full, four in short, the others are counted', () => {
  const findings = Array.from({ length: 20 }, (_, at) =>
    finding({ expected: say('described', [], `the ${'x'.repeat(at + 1)}`) }),
  );
  const exchanges = evidenceOf({ judgement: { findings } });
  const lines = summaryOf(exchanges);
  expect(lines.filter((line) => line.startsWith('    again'))).toHaveLength(1);
  expect(lines).toContain('  + 15 more: see the certificate');
});

test('an interrupted run says so among its reasons', () => {
  const lines = summaryOf(evidenceOf({}), { interruptions: ['the run was interrupted'] });
  expect(lines).toContain('incomplete  Sandbox, profile ci, seed 7, exit status 3');
  expect(lines).toContain('  the run was interrupted');
});

test('the header names target, operations, profile, seed and size', () => {
  const facts = {
    suite: { version: '1.2.3', commit: 'abc', contractSha256: '' },
    target: { name: 'Sandbox', environment: 'sandbox', baseUrl: 'https://sandbox.example' },
    profile: 'certification',
    seed: 9,
    runId: 'nightly-7',
    runsPerProperty: 40,
    startedAt: '2026-01-31T12:00:00.000Z',
    selected: ['refund', 'query'],
    capabilities: {},
    again: '',
  } as const;
  const header = renderHeader({ facts });
  expect(header.map((line) => stripVTControlCharacters(line))).toEqual([
    'payment-acquiring-conformance 1.2.3',
    'Sandbox (https://sandbox.example), refund, query',
    'profile certification, seed 9, 40 cases per property',
    'partial: only query, refund',
    'every order_no begins with nightly-7-',
    '',
  ]);
  const [, , one = ''] = renderHeader({ facts: { ...facts, runsPerProperty: 1 } });
  expect(one).toMatch(/, seed 9, 1 case per property$/);
});
