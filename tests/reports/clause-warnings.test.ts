import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { renderCertificate } from '../../reports/certificate.ts';
import { clauseWarnings } from '../../reports/statement/grouping.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const clause = '2.9/amount/two-digits';
const warn = { clause, verdict: 'warn' } as const;
const missing = { verdict: 'warn', clause: '2.9/listed', kind: 'absent', received: say('none') } as const;
const long = `start \u0007${'-'.repeat(4000)} end`;

const statement = statementOf(
  evidenceOf({
    judgement: {
      findings: [
        finding({ ...warn, path: 'refund_orders[0].amount', received: sayValue('1.5 ') }),
        finding({ ...warn, path: 'refund_orders[1].amount', received: sayValue('1.5 ') }),
        finding({
          ...warn,
          path: 'capture_orders[0].amount',
          operation: 'capture',
          received: sayValue(long),
        }),
        ...['a', 'b', 'c', 'd', 'e'].map((name) => finding({ ...missing, path: `refund_orders[0].${name}` })),
        finding({ clause: '2.9/amount/decimal' }),
      ],
    },
  }),
);

test('one line tells clause, operations, count, and what was received', () => {
  expect(clauseWarnings(statement).map(({ groups: _, ...line }) => line)).toEqual([
    {
      clause: '2.9/listed',
      verdict: 'warn',
      operations: ['refund'],
      count: 5,
      received: 'no a, b, c, and 2 more',
    },
    {
      clause,
      verdict: 'warn',
      operations: ['refund', 'capture'],
      count: 3,
      received: expect.stringMatching(
        /^"1\.5\\u0020" \(string\); "start .+…-+ end" \(string of 4011 characters\)$/,
      ),
    },
  ]);
});

test.each([
  [
    'the terminal',
    () =>
      renderSummary(statement, { out: '/x/out', from: '/x' })
        .map((line) => stripVTControlCharacters(line))
        .join('\n'),
  ],
  ['the certificate', () => renderCertificate(statement).replaceAll('<wbr>', '')],
])('%s has a line for each clause that warns, without signs that nobody sees', (_where, render) => {
  const text = render();
  const lines = text.split('\n').filter((line) => line.includes(clause));
  expect(lines.some((line) => /refund[^<|]*, capture/i.test(line))).toBe(true);
  expect(text).toContain('u0007');
  expect(text).not.toContain('\u0007');
  expect(text).not.toContain('-'.repeat(200));
});
