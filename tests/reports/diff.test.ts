import { expect, test } from 'vitest';
import { describeDiff, diffStatements, isDrift } from '../../reports/diff.ts';
import { answer, finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const seen = (fingerprint: string) =>
  ({ clause: '7.8/error-body', operation: 'refund', fingerprint, detail: 'd' }) as const;
const before = statementOf(evidenceOf({ judgement: { observations: [seen('http-422 json')] } }));
const after = statementOf(
  evidenceOf({
    received: answer('{"return_status":"1","refund_orders":[{"amount":1}],"trace":"x"}'),
    judgement: { observations: [seen('http-200 html')], findings: [finding()] },
  }),
);

test('finds nothing between equal statements', () => {
  expect(diffStatements(before, before)).toMatchObject({ same: true, verdicts: [] });
  expect(describeDiff(diffStatements(before, before))).toEqual([
    'No difference: conformant (partial: declared absent: payout; only refund).',
  ]);
});

test('names verdicts, behaviour and fields that changed', () => {
  const diff = diffStatements(before, after);
  expect(diff).toMatchObject({
    same: false,
    result: { from: 'conformant', to: 'non-conformant' },
    verdicts: [
      { clause: '2.9/amount/decimal', operation: 'refund', from: 'pass', to: 'fail', direction: 'worse' },
    ],
    observations: {
      appeared: [{ fingerprint: 'http-200 html' }],
      vanished: [{ fingerprint: 'http-422 json' }],
    },
    fields: { appeared: [{ operation: 'refund', field: 'trace' }] },
  });
  expect(diff.fields.vanished.map(({ field }) => field)).toContain('refund_orders[].currency');
});

test('a repaired deviation is better and fails only where any change does', () => {
  const repaired = diffStatements(after, before);
  expect(repaired.verdicts).toMatchObject([{ from: 'fail', to: 'pass', direction: 'better' }]);
  expect(describeDiff(repaired)).toContain('Better (1)');
  expect([isDrift(repaired, 'worse'), isDrift(repaired, 'any')]).toEqual([false, true]);
  expect([isDrift(diffStatements(before, after), 'worse')]).toEqual([true]);
});

test('new behaviour alone fails only where any change does', () => {
  const otherwise = statementOf(evidenceOf({ judgement: { observations: [seen('http-200 html')] } }));
  const diff = diffStatements(before, otherwise);
  expect(describeDiff(diff)).toContain('Other (2)');
  expect([isDrift(diff, 'worse'), isDrift(diff, 'any')]).toEqual([false, true]);
});

test('a deviation that became known is not worse', () => {
  const known = {
    ...after,
    clauses: after.clauses.map((row) => (row.verdict === 'fail' ? { ...row, deviation: 'D-1' } : row)),
  };
  const diff = diffStatements(before, known);
  expect(isDrift(diff, 'worse')).toBe(false);
  expect(describeDiff(diff)).toContain('  2.9/amount/decimal  refund  pass -> fail (known: D-1)');
});

test('shows rows that are new or gone', () => {
  const smaller = { ...before, clauses: before.clauses.slice(1) };
  expect(diffStatements(before, smaller).verdicts).toEqual([
    { clause: '1.3/return_status/present', operation: 'capture', from: 'not-tested', direction: 'other' },
  ]);
});

test('runs of different scope are compared on what they share', () => {
  const nothing = statementOf([], { selected: [] });
  const diff = diffStatements(after, nothing);
  expect(diff).toMatchObject({
    same: true,
    verdicts: [],
    observations: { appeared: [], vanished: [] },
    fields: { appeared: [], vanished: [] },
  });
  expect(diff.leftOut).toBeGreaterThan(0);
  expect(describeDiff(diff).at(1)).toMatch(
    /^The runs exercised no operation in common; \d+ clauses of one run not counted\.$/,
  );
});

test('a baseline of another target, profile or contract is named in one line', () => {
  const other = {
    ...after,
    target: { ...after.target, name: 'Elsewhere' },
    profile: 'strict',
    suite: { ...after.suite, contractSha256: 'f'.repeat(64) },
  } as const;
  expect(describeDiff(diffStatements(before, other)).at(1)).toBe(
    `Compared on what both runs tested; target ${before.target.name}, now Elsewhere; profile ci, now strict; contract of suite ${before.suite.version}, now another of ${before.suite.version}.`,
  );
});

test('reads as lines, what is worse first', () => {
  const lines = describeDiff(diffStatements(before, after));
  expect(lines.slice(0, 4)).toEqual([
    'Result: conformant (partial: declared absent: payout; only refund) -> non-conformant.',
    '',
    'Worse (1)',
    '  2.9/amount/decimal  refund  pass -> fail',
  ]);
  expect(lines).toContain('  new field  refund  trace');
});

test.each([
  [
    'another part',
    { choices: { allow: ['reads'], notify: true, secondAccount: true, only: 'tests that match "x"' } },
  ],
  ['another depth', { runsPerProperty: 3 }],
] as const)(
  'what a narrower run could not see is counted, and what it saw anew is listed: %s',
  (_, parts) => {
    const wide = statementOf(
      evidenceOf(
        { judgement: { observations: [seen('http-422 json')] } },
        { id: '000000000b', received: answer('{"return_status":"1","wug":"x"}') },
      ),
    );
    const narrow = statementOf(evidenceOf({ judgement: { observations: [seen('http-200 html')] } }), parts);
    const diff = diffStatements(wide, narrow);
    expect(diff).toMatchObject({
      unseen: 2,
      observations: { appeared: [{ fingerprint: 'http-200 html' }], vanished: [] },
      fields: { appeared: [], vanished: [] },
    });
    expect(describeDiff(diff).join('\n')).toContain(
      '2 behaviours and fields that only one of the runs could show not counted.',
    );
    // The other way round the wider run sees what the narrower one could not.
    expect(diffStatements(narrow, wide)).toMatchObject({ unseen: 2, observations: { appeared: [] } });
  },
);

test.each([
  ['GET: http-405 json', 'PUT: http-405 json', 2, []],
  ['custom empty: accepted', 'billing_city over 255 characters: accepted', 2, []],
  ['refused without open3d', 'accepted without items', 2, []],
  ['refused without items', 'accepted without items', 0, ['accepted without items']],
  ['GET: http-405 json', 'GET: http-200 json', 0, ['GET: http-200 json']],
  ['http-422 json', 'http-200 html', 0, ['http-200 html']],
  ['http-422 json', 'deviates: another type', 0, ['deviates: another type']],
])('of another seed only what both could try is compared: %s, %s', (one, other, unseen, appeared) => {
  const [first, second] = [one, other].map((words, seed) => {
    const statement = statementOf(evidenceOf({ judgement: { observations: [seen(words)] } }));
    return { ...statement, run: { ...statement.run, seed } };
  }) as [typeof before, typeof before];
  const diff = diffStatements(first, second);
  expect(diff).toMatchObject({ unseen, same: unseen > 0 });
  expect(diff.observations.appeared.map(({ fingerprint }) => fingerprint)).toEqual(appeared);
});

test.each([
  ['{"wug":"x"}', []],
  ['<a><wug>x</wug></a>', []],
  ['wug=x', []],
  ['{"note":"a wug"}', ['wug']],
])('a name that the suite sent is no field of the service: %s', (body, fields) => {
  const { fields: seenFields } = statementOf(
    evidenceOf({ sent: { body }, received: answer('{"return_status":"1","wug":"x"}') }),
  );
  expect(seenFields.map(({ field }) => field).filter((field) => field === 'wug')).toEqual(fields);
});
