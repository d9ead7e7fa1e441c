import type { Statement } from '../../reports/statement/format.ts';
import type { Change } from './forging.ts';

/** What a forger says of result, target, suite and run instead of what the evidence gives. */
export const forgedFacts: readonly Change<Statement>[] = [
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
        services: { drawn: 9, falseAlarms: 0 },
      };
    },
  ],
];
