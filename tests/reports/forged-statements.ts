import type { Statement } from '../../reports/statement/format.ts';
import type { Change, Loose } from './forging.ts';

const rowWith = ({ clauses }: Loose<Statement>, verdict: string) => {
  const row = clauses.find((one) => one.verdict === verdict);
  if (row === undefined) throw new Error(`the fixture has no row that is ${verdict}`);
  return row;
};

/** What a forger says in the statement instead of what the evidence gives. */
export const forgedStatements: readonly Change<Statement>[] = [
  [
    'a better result',
    (of) => {
      of.result = 'conformant-with-warnings';
    },
  ],
  [
    'a better exit status',
    (of) => {
      of.exitCode = 0;
    },
  ],
  [
    'no reasons',
    (of) => {
      of.reasons = [];
    },
  ],
  [
    'a stricter profile',
    (of) => {
      of.profile = 'certification';
    },
  ],
  [
    'another name of the target',
    (of) => {
      of.target.name = 'Real Bank production';
    },
  ],
  [
    'another environment',
    (of) => {
      of.target.environment = 'production-like';
    },
  ],
  [
    'another base address',
    (of) => {
      of.target.baseUrl = 'https://api.realbank.example';
    },
  ],
  [
    'a failure that passed',
    (of) => {
      rowWith(of, 'fail').verdict = 'pass';
    },
  ],
  [
    'a failure that warns',
    (of) => {
      rowWith(of, 'fail').verdict = 'warn';
    },
  ],
  [
    'a warning that passed',
    (of) => {
      rowWith(of, 'warn').verdict = 'pass';
    },
  ],
  [
    'what was not tested as not applicable',
    (of) => {
      rowWith(of, 'not-tested').verdict = 'not-applicable';
    },
  ],
  [
    'what was not tested as not testable',
    (of) => {
      rowWith(of, 'not-tested').verdict = 'not-testable';
    },
  ],
  [
    'what was not tested as passed',
    (of) => void Object.assign(rowWith(of, 'not-tested'), { verdict: 'pass', exchanges: 9 }),
  ],
  [
    'nothing not tested',
    (of) =>
      of.clauses.forEach((row) => {
        if (row.verdict === 'not-tested') row.verdict = 'not-applicable';
      }),
  ],
  [
    'another reason of a row',
    (of) => {
      rowWith(of, 'not-tested').why = 'the target declares that it does not have this operation';
    },
  ],
  [
    'more exchanges of a row',
    (of) => {
      rowWith(of, 'pass').exchanges += 1;
    },
  ],
  [
    'another evidence of a row',
    (of) => {
      rowWith(of, 'fail').evidence = 'sampled';
    },
  ],
  ['a row that is gone', (of) => void of.clauses.splice(3, 1)],
  ['a row of its own', (of) => void of.clauses.push({ ...rowWith(of, 'pass'), id: '9.9/invented' })],
  [
    'a row that a deviation covers',
    (of) => {
      rowWith(of, 'fail').deviation = 'known';
    },
  ],
  ['no findings', (of) => void Object.assign(of, { findings: [], findingGroups: [] })],
  ['a finding less', (of) => void of.findings.pop()],
  [
    'another value received',
    (of) => {
      (of.findings[0] ?? { received: '' }).received = '"12.34"';
    },
  ],
  [
    'another curl',
    (of) => {
      (of.findings[0] ?? { curl: '' }).curl = 'curl https://elsewhere.example';
    },
  ],
  [
    'fewer times of a cause',
    (of) => {
      (of.findingGroups[0] ?? { count: 0 }).count = 99;
    },
  ],
  [
    'no totals',
    (of) => {
      of.totals.stated = { pass: 900 };
    },
  ],
  [
    'no observations',
    (of) => {
      of.observations = [];
    },
  ],
  [
    'an observation more',
    (of) =>
      void of.observations.push({
        clause: '1.4/content-type',
        operation: 'payout',
        fingerprint: 'json',
        detail: 'json',
        exchanges: 1,
      }),
  ],
  [
    'nothing skipped',
    (of) => {
      of.skipped = [];
    },
  ],
  [
    'an invented deviation',
    (of) =>
      void of.deviations.push({
        id: 'known',
        clause: '2.9/amount/decimal',
        operation: 'refund',
        reason: 'agreed',
        owner: 'us',
        expires: '2030-01-01',
        state: 'met',
        findings: 1,
      }),
  ],
  [
    'no gaps of the document',
    (of) => {
      of.notTestable = [];
    },
  ],
  [
    'no conflicts of the document',
    (of) => {
      of.documentIssues = [];
    },
  ],
  [
    'no fields',
    (of) => {
      of.fields = [];
    },
  ],
  [
    'evidence that was not whole',
    (of) => void of.evidenceProblems.push({ file: 'exchanges.ndjson', problem: 'line 3 is no JSON' }),
  ],
  [
    'an operation declared absent',
    (of) => {
      of.capabilities.payout = false;
    },
  ],
  [
    'another version of the suite',
    (of) => {
      of.suite.version = '9.9.9';
    },
  ],
  [
    'another commit of the suite',
    (of) => {
      of.suite.commit = '0000000';
    },
  ],
  [
    'another seed',
    (of) => {
      of.run.seed = 8;
    },
  ],
  [
    'more cases per property',
    (of) => {
      of.run.runsPerProperty = 1000;
    },
  ],
  [
    'another day',
    (of) => {
      of.run.startedAt = '2026-02-01T12:00:00.000Z';
    },
  ],
  [
    'more exchanges',
    (of) => {
      of.run.exchanges += 1;
    },
  ],
  [
    'another count of an operation',
    (of) => {
      (of.run.operations.refund ?? { fail: 0 }).fail = 0;
    },
  ],
  [
    'invented figures of the proof',
    (of) => {
      of.proof = {
        faults: { planted: 9, caught: 9, caughtByAnother: 0, equivalent: 0, survived: [] },
        dialects: { run: 9, falseAlarms: 0 },
      };
    },
  ],
];
