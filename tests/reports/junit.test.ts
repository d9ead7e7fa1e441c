import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { clauseTimes, renderJunit } from '../../reports/ci/junit.ts';
import { sayValue } from '../../schemas/findings/say.ts';
import { answer, finding, knownDeviation } from './hand-made.ts';
import { signingCause } from './opening-causes.ts';
import { evidenceOf, statementOf } from './small-register.ts';

interface Case {
  readonly name: string;
  readonly time?: string;
  readonly failure?: { readonly message: string; readonly '#text': string };
  readonly error?: unknown;
  readonly skipped?: { readonly message: string };
}

function casesOf(xml: string): ReadonlyMap<string, Case> {
  expect(XMLValidator.validate(xml)).toBe(true);
  const isArray = (name: string) => name === 'testcase' || name === 'testsuite';
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray }).parse(xml);
  const suites: { name: string; testcase: Case[] }[] = parsed.testsuites.testsuite;
  return new Map(
    suites.flatMap((suite) => suite.testcase.map((one) => [`${suite.name} ${one.name}`, one] as const)),
  );
}

const failing = evidenceOf({
  judgement: { findings: [finding({ message: 'A <b> & "c" \u0000 d', received: sayValue(']]>\n') })] },
});

test('has a case for the run and for every clause on the service', () => {
  const statement = statementOf();
  const onService = statement.clauses.filter(({ obliged }) => obliged === 'service');
  expect(casesOf(renderJunit(statement)).size).toBe(onService.length + 1);
});

test('reports a run that could not do what it meant to as an error, the cause first', () => {
  const opening = { steps: [], stopped: signingCause, spent: { requests: 0, amount: 0 } };
  const cases = casesOf(renderJunit(statementOf([], { opening })));
  const error = JSON.stringify(cases.get('run the run met the service')?.error);
  expect(error).toContain('signing: the signature is wrong');
  expect(error).toContain('look at   signing.key');
  expect(casesOf(renderJunit(statementOf())).get('run the run met the service')?.error).toBeUndefined();
});

test('takes a clause that held elsewhere in its operation for no error', () => {
  const undecided = finding({ verdict: 'inconclusive' });
  const exchanges = evidenceOf({ judgement: { findings: [undecided] } }, { id: '000000000b' });
  const cases = casesOf(renderJunit(statementOf(exchanges)));
  expect(cases.get('refund 2.9/amount/decimal (stated)')?.error).toBeUndefined();
});

test('reports failures with place, values and replay', () => {
  const one = casesOf(renderJunit(statementOf(failing))).get('refund 2.9/amount/decimal (stated)');
  expect(one?.failure?.message).toBe('A <b> & "c" \\u0000 d');
  expect(one?.failure?.['#text']).toContain('1 in 1 exchanges, at refund_orders[].amount');
  expect(one?.failure?.['#text']).toContain('replay    SEED=7 npx playwright test -g 000000000a');
});

test('a failure has the link to its exchange and the curl that sends it again', () => {
  const text = casesOf(renderJunit(statementOf(failing))).get('refund 2.9/amount/decimal (stated)')?.failure;
  expect(text?.['#text']).toContain('exchange  000000000a');
  expect(text?.['#text']).toContain('curl -sS -X POST https://sandbox.example/v1/refund');
});

test('the cases of a suite take as long as its exchanges, the run as long as it took', () => {
  const took = (durationMs: number) => ({ ...answer('{}'), durationMs });
  const exchanges = evidenceOf(
    { received: took(900) },
    { id: '000000000b', received: took(300), judgement: { exercised: ['2.9/amount/decimal'] } },
  );
  const xml = renderJunit(statementOf(exchanges), exchanges);
  expect(xml).toMatch(/<testsuite name="refund" [^>]*time="1\.200"/);
  const time = Number(casesOf(xml).get('refund 2.9/amount/decimal (stated)')?.time);
  // Four clauses on the service share the first exchange; the second one has no other.
  expect(time).toBeCloseTo(0.9 / 4 + 0.3, 3);
  expect(xml).toMatch(/<testsuite name="run" [^>]*time="60\.000"/);
  expect(xml).toMatch(/<testsuites name="[^"]*" time="60\.000"/);
});

test('a clause that an exchange lists twice has one share of its time', () => {
  const clauses = ['2.9/amount/decimal', '2.9/amount/string', '2.9/amount/decimal'];
  const rows = clauses.slice(0, 2).map((id) => ({ id, operation: 'refund' as const }));
  const exchanges = evidenceOf({
    received: { ...answer('{}'), durationMs: 900 },
    judgement: { exercised: clauses },
  });
  const times = clauseTimes(rows, exchanges);
  expect(rows.map((row) => times(row))).toEqual([450, 450]);
});

test('skips what was not tested and what is known', () => {
  const cases = casesOf(renderJunit(statementOf(failing, { deviations: [knownDeviation] })));
  expect(cases.get('refund 2.9/amount/decimal (stated)')?.skipped?.message).toBe('known deviation D-1: fail');
  expect(cases.get('interface 1.5/portal (silent)')?.skipped?.message).toBe(
    'not-testable: it is outside the interface',
  );
});

test.each([
  ['whose trial conformed', {}, 'no longer happens: its trial was made again and conformed'],
  ['that has expired', { expires: '2026-01-01' }, 'has expired'],
])('a known deviation %s is a failed case of the run', (_what, change, says) => {
  const deviations = [{ ...knownDeviation, ...change }];
  const cases = casesOf(renderJunit(statementOf(evidenceOf({}), { deviations })));
  expect(cases.get('run known deviation D-1')?.failure?.message).toBe(`known deviation "D-1" ${says}`);
  const resting = [{ ...knownDeviation, trial: { test: 'another' } }];
  expect([
    ...casesOf(renderJunit(statementOf(evidenceOf({}), { deviations: resting }))).keys(),
  ]).not.toContain('run known deviation D-1');
});

test('counts each suite', () => {
  const undecided = finding({ clause: '1.3/return_status/present', verdict: 'inconclusive' });
  const xml = renderJunit(statementOf(evidenceOf({ judgement: { findings: [finding(), undecided] } })));
  expect(xml).toMatch(/<testsuite name="refund" tests="5" failures="1" errors="1" skipped="1" /);
});

test('every suite says its host, its package and its place', () => {
  const xml = renderJunit(statementOf(failing));
  const suites = [...xml.matchAll(/<testsuite .*?>/g)].map(([head]) => head);
  expect(suites.every((head) => head.includes(' hostname="sandbox.example"'))).toBe(true);
  expect(suites.every((head) => head.includes(' package="conformance"'))).toBe(true);
  const ids = suites.map((head) => Number(/ id="(\d+)"/.exec(head)?.[1]));
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
});
