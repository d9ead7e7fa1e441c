import { expect, test } from 'vitest';
import { describeDiff, diffStatements } from '../../reports/diff.ts';
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
  expect(diffStatements(before, before)).toMatchObject({ isWorse: false, verdicts: [], observed: [] });
  expect(describeDiff(diffStatements(before, before))).toEqual([
    'Result: conformant (partial: declared absent: payout; only refund), as before.',
    'No difference.',
  ]);
});

const gone = 'no longer seen  7.8/error-body  refund  http-422 json';
const appeared = 'new behaviour  7.8/error-body  refund  http-200 html';

test('names verdicts and behaviour that changed', () => {
  expect(diffStatements(before, after)).toMatchObject({
    isWorse: true,
    result: { from: 'conformant', to: 'non-conformant' },
    verdicts: [
      { clause: '2.9/amount/decimal', operation: 'refund', from: 'pass', to: 'fail', direction: 'worse' },
    ],
    observed: [appeared, gone],
  });
});

test('a repaired deviation is better, and nothing is worse', () => {
  const repaired = diffStatements(after, before);
  expect(repaired).toMatchObject({
    isWorse: false,
    verdicts: [{ from: 'fail', to: 'pass', direction: 'better' }],
  });
  expect(describeDiff(repaired)).toContain('Better (1)');
});

test('new behaviour alone is not worse', () => {
  const otherwise = statementOf(evidenceOf({ judgement: { observations: [seen('http-200 html')] } }));
  const diff = diffStatements(before, otherwise);
  expect(describeDiff(diff)).toEqual(expect.arrayContaining(['Other (2)', `  ${appeared}`, `  ${gone}`]));
  expect(diff.isWorse).toBe(false);
});

test('a deviation that became known is not worse', () => {
  const known = {
    ...after,
    clauses: after.clauses.map((row) => (row.verdict === 'fail' ? { ...row, deviation: 'D-1' } : row)),
  };
  const diff = diffStatements(before, known);
  expect(diff.isWorse).toBe(false);
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
  expect(diff).toMatchObject({ isWorse: false, verdicts: [], observed: [] });
  expect(diff.leftOut).toBeGreaterThan(0);
  expect(describeDiff(diff).slice(1)).toEqual([
    expect.stringMatching(
      /^Scope: compared on no operation; only one run has refund; \d+ clauses that only one of the runs could show not counted; observed facts not compared\.$/,
    ),
    'No difference.',
  ]);
});

test('another target, profile or contract is named in one line', () => {
  const other = {
    ...after,
    target: { ...after.target, name: 'Elsewhere' },
    profile: 'certification',
    suite: { ...after.suite, contractSha256: 'f'.repeat(64) },
  } as const;
  expect(describeDiff(diffStatements(before, other)).at(1)).toMatch(
    `Scope: target ${before.target.name}, now Elsewhere; profile ci, now certification; contract of suite ${before.suite.version}, now another of ${before.suite.version}; `,
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
  expect(lines).toContain(`  ${appeared}`);
});

const ofSeed = (seed: number, exchanges: Parameters<typeof statementOf>[0]) =>
  statementOf(exchanges, { seed });
const html = evidenceOf({ judgement: { observations: [seen('http-200 html')] } });

test.each([
  [
    'another part',
    statementOf(html, {
      choices: { allow: ['reads'], notify: true, secondAccount: true, only: 'tests that match "x"' },
    }),
  ],
  ['another depth', statementOf(html, { runsPerProperty: 3 })],
  ['another seed', ofSeed(6, html)],
])('observed facts are compared where both runs were to send the same, not with %s', (_what, other) => {
  const diff = diffStatements(before, other);
  expect(diff.observed).toEqual([]);
  expect(describeDiff(diff).at(1)).toMatch(/observed facts not compared\.$/);
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
    expect([worse.isWorse, better.isWorse]).toEqual([counted === 1, false]);
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
