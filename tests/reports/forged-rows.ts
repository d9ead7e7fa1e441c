import type { Statement } from '../../reports/statement/format.ts';
import type { Change, Loose } from './forging.ts';

const rowWith = ({ clauses }: Loose<Statement>, verdict: string) => {
  const row = clauses.find((one) => one.verdict === verdict);
  if (row === undefined) throw new Error(`the fixture has no row that is ${verdict}`);
  return row;
};

/** What a forger says of clauses instead of what the evidence gives. */
export const forgedRows: readonly Change<Statement>[] = [
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
];
