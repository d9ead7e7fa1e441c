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
    /^The runs exercised no operation in common; \d+ clauses that only one of the runs could show not counted\.$/,
  );
});

test('a baseline of another target, profile or contract is named in one line', () => {
  const other = {
    ...after,
    target: { ...after.target, name: 'Elsewhere' },
    profile: 'certification',
    suite: { ...after.suite, contractSha256: 'f'.repeat(64) },
  } as const;
  expect(describeDiff(diffStatements(before, other)).at(1)).toMatch(
    `Compared on what both runs tested; target ${before.target.name}, now Elsewhere; profile ci, now certification; contract of suite ${before.suite.version}, now another of ${before.suite.version}; `,
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

const ofSeed = (seed: number, exchanges: Parameters<typeof statementOf>[0]) =>
  statementOf(exchanges, { seed });

test('behaviour, fields and answers to values are compared under one seed alone', () => {
  const one = evidenceOf({ judgement: { observations: [seen('GET: http-405 json')] } });
  const other = evidenceOf({
    received: answer('{"return_status":"1","trace":"x"}'),
    judgement: { observations: [seen('GET: http-200 json')] },
  });
  const diff = diffStatements(ofSeed(5, one), ofSeed(6, other));
  expect(diff).toMatchObject({ same: true, observations: { appeared: [], vanished: [] } });
  expect(diff.unseen).toBeGreaterThan(2);
  expect(describeDiff(diff)).toEqual([
    expect.stringMatching(/^No difference: /),
    expect.stringMatching(
      /^Compared on what both runs tested; seed 5, now 6; \d+ behaviours and fields that only one of the runs could show not counted\.$/,
    ),
  ]);
  expect(diffStatements(ofSeed(5, one), ofSeed(5, other)).same).toBe(false);
});

const control = { test: 'refund › meets every boundary', caseName: 'order_no/control-characters' };
const failedAt = (origin: object) => evidenceOf({ origin, judgement: { findings: [finding()] } });
const heldAt = (origin: object) => evidenceOf({}, { id: '000000000b', origin });

test.each([
  ['the case of the test', control, 1],
  ['another case of the test', { ...control, caseName: 'order_no/blank' }, 0],
  ['the case in another test', { ...control, test: 'refund › refunds a part' }, 0],
])('a verdict is better or worse where the other run made %s', (_what, origin, counted) => {
  for (const seeds of [
    [5, 5],
    [5, 6],
  ] as const) {
    const [broken, held] = [ofSeed(seeds[0], failedAt(control)), ofSeed(seeds[1], heldAt(origin))];
    const [better, worse] = [diffStatements(broken, held), diffStatements(held, broken)];
    const of = ({ verdicts }: typeof better) =>
      verdicts.filter(({ clause }) => clause === '2.9/amount/decimal');
    expect(of(better)).toHaveLength(counted);
    expect(of(worse)).toHaveLength(counted);
    expect([isDrift(worse, 'worse'), isDrift(better, 'worse')]).toEqual([counted === 1, false]);
    if (counted === 1) continue;
    expect(better.leftOut).toBeGreaterThan(0);
    expect(describeDiff(better).join(' ')).toMatch(
      /1 clause.* that only one of the runs could show not counted/,
    );
  }
});

test('a drawn case counts under its own seed alone', () => {
  const drawn = { test: 'refund › any batch', caseName: 'any', path: '3' };
  const verdictsOf = (seed: number) => {
    const held = ofSeed(seed, heldAt({ ...drawn, seed }));
    return diffStatements(ofSeed(5, failedAt({ ...drawn, seed: 5, path: '3:1' })), held).verdicts.length;
  };
  expect([verdictsOf(5), verdictsOf(6)]).toEqual([1, 0]);
});

test('a statement without trials is compared by its clauses', () => {
  const { trials: _, ...held } = ofSeed(5, heldAt({}));
  expect(diffStatements(ofSeed(5, failedAt(control)), held).verdicts).toMatchObject([
    { direction: 'better' },
  ]);
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
