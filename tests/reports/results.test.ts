import { describe, expect, test } from 'vitest';
import { renderCertificate } from '../../reports/certificate.ts';
import type { ClauseRow, DeviationRow, Profile } from '../../reports/statement/format.ts';
import { outcomeOfRun, worstOf } from '../../reports/statement/results.ts';
import { validateStatement } from '../../reports/statement.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import type { Evidence, Origin, Verdict } from '../../schemas/types.ts';
import { finding, type Parts } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const row = (verdict: Verdict, evidence: Evidence = 'stated', deviation?: string): ClauseRow => ({
  id: `2.9/${verdict}`,
  section: '2.9',
  evidence,
  obliged: 'service',
  operation: 'refund',
  verdict,
  exchanges: 1,
  ...(deviation !== undefined && { deviation }),
});
const run = (
  profile: Profile,
  rows: readonly ClauseRow[],
  parts: Partial<Parameters<typeof outcomeOfRun>[0]> = {},
) => {
  const { result, exitCode } = outcomeOfRun({
    profile,
    rows,
    deviations: [],
    suiteErrors: [],
    interruptions: [],
    answered: 1,
    ...parts,
  });
  return `${result} ${exitCode}`;
};
const pass = row('pass');

describe('a law of the merchant', () => {
  const told = {
    kind: 'refunded-above',
    name: 'C-1',
    currency: 'EUR',
    sum: '12.00',
    exchanges: ['aaaa000001'],
  } as const;
  const law = { law: 'refund-at-most-paid', by: 'J. Doe <ops@bank.example>', on: '2026-01-31' } as const;
  const acrossRun = {
    findings: [],
    exercised: ['1/versions'],
    observations: [],
    book: { moved: [], impossible: [told] },
  };
  const stated = (parts: Parameters<typeof statementOf>[1]) =>
    statementOf(evidenceOf({}), { acrossRun, ...parts });

  test('that is broken fails the run, and the result by the document stays', () => {
    const [without, broken] = [stated({}), stated({ laws: [law] })];
    expect([without.exitCode, without.laws]).toEqual([0, undefined]);
    expect(broken).toMatchObject({
      exitCode: 1,
      result: without.result,
      laws: { exitCodeWithout: 0, rows: [{ ...law, broken: [told] }] },
    });
    expect(validateStatement(broken)).toEqual([]);
    const page = renderCertificate(broken);
    for (const part of [
      'Laws of the merchant',
      'ops@bank.example&gt;',
      'exit status 1, without them 0',
      'C-1',
    ])
      expect(page).toContain(part);
    const lines = renderSummary(broken, { out: '/x', from: '/x' });
    expect(lines.join('\n')).toContain('law of the merchant broken once: refund-at-most-paid (J. Doe');
  });

  test('changes no exit status where it is kept, nothing is judged, or the suite failed', () => {
    const other = { ...law, law: 'one-payout-per-request-id' } as const;
    expect(stated({ laws: [other] })).toMatchObject({ exitCode: 0, laws: { rows: [{ broken: [] }] } });
    expect(stated({ laws: [law], suiteErrors: ['a spec threw'] }).exitCode).toBe(4);
  });
});

describe('result and exit status', () => {
  test.each<[string, readonly ClauseRow[], Record<Profile, string>]>([
    ['all met', [pass], { ci: 'conformant 0', certification: 'conformant 0' }],
    [
      'a warning',
      [pass, row('warn', 'sampled')],
      {
        ci: 'conformant-with-warnings 0',
        certification: 'conformant-with-warnings 0',
      },
    ],
    [
      'a stated clause that was not tested',
      [pass, { ...row('not-tested'), because: 'unmet' }, row('warn')],
      {
        ci: 'conformant-with-warnings 0',
        certification: 'incomplete 3',
      },
    ],
    [
      'a stated clause whose test was hindered',
      [pass, { ...row('not-tested'), because: 'hindered' }, row('warn')],
      { ci: 'incomplete 3', certification: 'incomplete 3' },
    ],
    [
      'a stated clause that the caller left out',
      [pass, { ...row('not-tested'), because: 'left-out' }],
      { ci: 'conformant 0', certification: 'incomplete 3' },
    ],
    [
      'a stated clause that is inconclusive here and held there',
      [pass, { ...row('inconclusive'), held: 1 }],
      { ci: 'conformant 0', certification: 'conformant 0' },
    ],
    [
      'a stated clause that is inconclusive',
      [pass, row('inconclusive')],
      { ci: 'incomplete 3', certification: 'incomplete 3' },
    ],
    [
      'a clause of a conflict that is inconclusive',
      [pass, row('inconclusive', 'conflicting')],
      { ci: 'incomplete 3', certification: 'incomplete 3' },
    ],
    [
      'an implied clause that is inconclusive',
      [pass, row('inconclusive', 'implied')],
      { ci: 'conformant 0', certification: 'conformant 0' },
    ],
    [
      'a failure among warnings and gaps',
      [row('fail'), row('warn'), row('not-tested')],
      {
        ci: 'non-conformant 1',
        certification: 'non-conformant 1',
      },
    ],
    ['a defect of the suite', [row('suite-error'), row('fail')], { ci: 'void 4', certification: 'void 4' }],
  ])('of %s', (_what, rows, expected) => {
    const profiles = ['ci', 'certification'] as const;
    expect(Object.fromEntries(profiles.map((profile) => [profile, run(profile, rows)]))).toEqual(expected);
  });

  test('ignores samples, implications and gaps that were not met', () => {
    const rows = (['sampled', 'implied', 'silent'] as const).map((evidence) => row('not-tested', evidence));
    expect(run('certification', [pass, ...rows, row('not-applicable'), row('not-testable', 'silent')])).toBe(
      'conformant 0',
    );
  });

  test('is never green when nothing was answered', () => {
    expect(run('ci', [row('inconclusive')], { answered: 0 })).toBe('incomplete 3');
    const silent = { profile: 'ci', rows: [], deviations: [], suiteErrors: [], interruptions: [] } as const;
    expect(outcomeOfRun({ ...silent, answered: 0, unanswered: 'timeout: 400 ms' }).reasons).toEqual([
      'no exchange was answered (timeout: 400 ms): nothing was tested',
    ]);
  });

  test('is never green when the run was cut short', () => {
    expect(run('ci', [pass], { interruptions: ['interrupted by the user'] })).toBe('incomplete 3');
  });

  test('is not 0 for a warning where warnings fail, unless it is known', () => {
    const warnings = 'fail' as const;
    expect(run('ci', [pass, row('warn')], { warnings })).toBe('conformant-with-warnings 1');
    expect(run('certification', [pass, row('warn')], { warnings })).toBe('conformant-with-warnings 1');
    expect(run('ci', [pass, row('warn', 'stated', 'D-1')], { warnings })).toBe('conformant-with-warnings 0');
    expect(run('ci', [row('warn'), row('fail')], { warnings })).toBe('non-conformant 1');
    expect([
      statementOf(evidenceOf({})).warnings,
      statementOf(evidenceOf({}), { warnings }).warnings,
    ]).toEqual(['note', 'fail']);
  });

  test('is void when a spec threw', () => {
    const suiteErrors = ['refund.spec.ts threw'];
    expect(run('certification', [pass], { suiteErrors })).toBe('void 4');
    expect(run('ci', [pass, row('fail')], { suiteErrors })).toBe('void 4');
  });

  test('says why, worst first', () => {
    const input = { profile: 'ci', deviations: [], suiteErrors: [], answered: 3 } as const;
    const open = { ...row('not-tested'), because: 'unmet' as const };
    const rows = [row('warn'), row('fail'), row('inconclusive'), open];
    expect(outcomeOfRun({ ...input, rows, interruptions: ['interrupted'] }).reasons).toEqual([
      '1 requirement failed: 2.9/fail',
      'interrupted',
      '1 requirement is inconclusive: 2.9/inconclusive',
      '1 stated requirement was not tested: 2.9/not-tested',
      '1 requirement has warnings: 2.9/warn',
    ]);
  });
});

test('defects of the suite are told first, and of many clauses the first five', () => {
  const failed = Array.from({ length: 7 }, (_, at) => ({ ...row('fail'), id: `2.9/${at}` }));
  const input = { profile: 'ci', deviations: [], interruptions: [], answered: 3 } as const;
  const rows = [...failed, row('suite-error')];
  expect(outcomeOfRun({ ...input, rows, suiteErrors: ['a spec threw'] }).reasons).toEqual([
    'the suite itself failed: a spec threw',
    '1 requirement met a defect of the suite: 2.9/suite-error',
    '7 requirements failed: 2.9/0, 2.9/1, 2.9/2, 2.9/3, 2.9/4, and 2 more',
  ]);
});

test('clauses that were not tested are told by why, the commonest cause first', () => {
  const untested = (why: string, id: string) => ({
    ...row('not-tested'),
    id,
    why,
    because: 'hindered' as const,
  });
  const rows = [
    untested('no form', '2.8/a'),
    untested('not chosen', '2.9/a'),
    untested('not chosen', '2.9/b'),
    ...['x', 'y'].map((why) => untested(why, `3/${why}`)),
  ];
  const input = { profile: 'ci', deviations: [], suiteErrors: [], interruptions: [], answered: 3 } as const;
  expect(outcomeOfRun({ ...input, rows }).reasons).toEqual([
    '2 stated requirements were not tested (not chosen): 2.9/a, 2.9/b',
    '1 stated requirement was not tested (no form): 2.8/a',
    '1 stated requirement was not tested (x): 3/x',
    '1 stated requirement was not tested (other reasons): 3/y',
  ]);
});

describe('known deviations', () => {
  const known = {
    id: 'D-1',
    clause: '2.9/amount/decimal',
    operation: 'refund',
    reason: 'late',
    owner: 'pay',
    expires: '2026-12-31',
    trial: { test: 'refund › answers' },
  } as const;
  const failing = evidenceOf({ judgement: { findings: [finding()] } });
  const states = (deviations: readonly Omit<DeviationRow, 'state' | 'findings'>[], exchanges = failing) => {
    const { result, exitCode, deviations: rows } = statementOf(exchanges, { deviations });
    return [result, exitCode, ...rows.map(({ state, findings }) => `${state} ${findings}`)];
  };

  test('turn the exit status to 0 and leave the result', () => {
    expect(states([known])).toEqual(['non-conformant', 0, 'met 1']);
    const statement = statementOf(failing, { deviations: [known] });
    expect(statement.findings[0]?.deviation).toBe('D-1');
    expect(statement.clauses.filter(({ deviation }) => deviation === 'D-1')).toHaveLength(1);
  });

  test('fail the run when their trial was made again and conformed', () => {
    expect(states([known], evidenceOf({}))).toEqual(['conformant', 1, 'stale 0']);
  });

  const boundary = { test: 'refund › meets every boundary', case: 'order_no/control-characters', seed: 7 };
  const meeting = (origin: Partial<Origin>, judgement: Parts['judgement'] = {}) =>
    evidenceOf({ judgement }, { origin: { test: boundary.test, ...origin }, judgement });

  test.each([
    ['another case of the test', { caseName: 'order_no/blank' }, {}],
    ['another test with the case', { test: 'capture', caseName: boundary.case }, {}],
    ['the case with values of another seed', { caseName: boundary.case, seed: 8 }, {}],
    ['no answer in the case', { caseName: boundary.case }, { exercised: [], outcome: 'none' }],
  ] as const)('rest when the run made %s', (_what, origin, judgement) => {
    const made = meeting(origin, judgement);
    expect(states([{ ...known, trial: boundary }], made).slice(-1)).toEqual(['not-met 0']);
    expect(statementOf(made, { deviations: [{ ...known, trial: boundary }] }).reasons.at(-1)).toBe(
      'known deviations not met in this run: "D-1"',
    );
  });

  test('are judged by their own case and seed, and by any where they name none', () => {
    const made = meeting({ caseName: boundary.case });
    expect(states([{ ...known, trial: boundary }], made)).toEqual(['conformant', 1, 'stale 0']);
    const { test, case: named } = boundary;
    for (const trial of [{ test }, { test, case: named }])
      expect(states([{ ...known, trial }], meeting({ caseName: named, seed: 8 })).slice(1)).toEqual([
        1,
        'stale 0',
      ]);
  });

  test('rest without a trial, whatever the run sent', () => {
    const { trial: _, ...untried } = known;
    expect(states([untried], evidenceOf({}))).toEqual(['conformant', 0, 'not-met 0']);
  });

  test('rest when their operation was not selected', () => {
    const { exitCode, deviations } = statementOf(evidenceOf({}), {
      deviations: [known],
      selected: ['query'],
    });
    expect([exitCode === 1, deviations[0]?.state]).toEqual([false, 'not-met']);
  });

  test('of a rule over all exchanges are stale once their trial was answered', () => {
    const across = { findings: [], exercised: [known.clause], observations: [] };
    const accepted = { origin: { test: 'another' }, judgement: { exercised: [] } };
    const stateOf = (judgement: Parts['judgement']) =>
      statementOf(evidenceOf({ judgement: { exercised: [], ...judgement } }, accepted), {
        deviations: [known],
        acrossRun: across,
      }).deviations[0]?.state;
    expect(stateOf({ outcome: 'refused' })).toBe('stale');
    expect(stateOf({ outcome: 'none' })).toBe('not-met');
  });

  test('of a comparison with a control are stale by the same comparison alone', () => {
    const trial = { test: 'refuses another signature', case: 'signature missing' };
    const probe = { id: '00000000bb', origin: { test: trial.test, caseName: trial.case } };
    const twin = {
      kind: 'twin',
      clause: known.clause,
      wants: 'refusal',
      control: '000000000a',
      operation: 'refund',
      findings: [],
      exercised: [known.clause],
      observations: [],
    } as const;
    const stateOf = (probeId: string) =>
      statementOf(
        evidenceOf({}, { ...probe, judgement: { exercised: [] } }),
        { deviations: [{ ...known, trial }] },
        [{ ...twin, probe: probeId }],
      ).deviations[0]?.state;
    expect(stateOf(probe.id)).toBe('stale');
    expect(stateOf('000000000a')).toBe('not-met');
  });

  test('fail the run on the day after they expire', () => {
    expect(states([{ ...known, expires: '2026-01-30' }])).toEqual(['non-conformant', 1, 'expired 1']);
    expect(states([{ ...known, expires: '2026-01-31' }])).toEqual(['non-conformant', 0, 'met 1']);
  });

  test.each([
    ['a clause that does not exist', { clause: '2.9/amount/decimals' }],
    ['an operation that the clause does not apply to', { operation: 'query' }],
  ] as const)('fail the run when they match %s', (_what, change) => {
    expect(states([{ ...known, ...change }])).toEqual(['non-conformant', 1, 'unmatched 0']);
  });

  test('fail the run when they are listed twice', () => {
    expect(states([known, { ...known, id: 'D-2' }])).toEqual(['non-conformant', 1, 'met 1', 'duplicate 1']);
  });

  test('stay open when their clause was not exercised or not decided', () => {
    expect(states([known], evidenceOf({ judgement: { exercised: [] } })).at(-1)).toBe('not-met 0');
    const undecided = evidenceOf({ judgement: { findings: [finding({ verdict: 'inconclusive' })] } });
    expect(states([known], undecided)).toEqual(['incomplete', 3, 'not-met 1']);
  });

  test.each([
    ['have expired', { expires: '2026-01-30' }, 'has expired'],
    ['match nothing', { clause: '2.9/amount/decimals' }, 'matches no clause of this operation'],
    ['no longer happen', {}, 'no longer happens: its trial was made again and conformed'],
  ])('fail a run without failures when they %s, and say so', (_what, change, told) => {
    const deviations = [{ ...known, ...change }];
    const { result, exitCode, reasons } = statementOf(evidenceOf({}), { deviations });
    expect([result, exitCode, ...reasons]).toEqual(['conformant', 1, `known deviation "D-1" ${told}`]);
  });

  test('name a second one of the same clause and operation, and no other', () => {
    const clause = '1.3/return_status/present';
    const deviations = (['refund', 'capture', 'refund'] as const).map((operation, at) => ({
      ...known,
      id: `D-${at}`,
      clause,
      operation,
    }));
    const broken = evidenceOf({ judgement: { findings: [finding({ clause })] } });
    const { reasons, deviations: rows } = statementOf(broken, { deviations });
    expect(rows.map(({ state }) => state)).toEqual(['met', 'not-met', 'duplicate']);
    expect(reasons).toContain('known deviation "D-2" is listed twice');
  });

  test('tell the reader of a green exit status what failed and who answers for it', () => {
    const all = [known, { ...known, id: 'D-2', clause: '2.9/amount/two-digits' }];
    const warned = finding({ clause: '2.9/amount/two-digits', verdict: 'warn' });
    const reasonsOf = (deviations = all) =>
      statementOf(evidenceOf({ judgement: { findings: [finding(), warned] } }), { deviations }).reasons[0];
    expect(reasonsOf()).toBe('exit status 0: all that failed is known: "D-1" until 2026-12-31 (pay)');
    expect(reasonsOf([])).toBe('1 requirement failed: 2.9/amount/decimal');
  });

  test('stay open when their operation is declared absent', () => {
    const absent = { clause: '2.8/theForm/automatic-post', operation: 'redirect-payment' } as const;
    const { exitCode, deviations } = statementOf(evidenceOf({}), {
      capabilities: { 'redirect-payment': false },
      deviations: [{ ...known, ...absent }],
    });
    expect([exitCode, deviations[0]?.state]).toEqual([0, 'not-met']);
  });

  test('cover nothing beside the clause and the operation that they name', () => {
    const other = finding({ clause: '1.3/return_status/present' });
    const { exitCode, clauses } = statementOf(
      evidenceOf(
        { judgement: { findings: [finding(), other] } },
        { operation: 'capture', judgement: { findings: [finding({ operation: 'capture' })] } },
      ),
      { deviations: [known], selected: ['refund', 'capture'] },
    );
    expect(exitCode).toBe(1);
    expect(
      clauses.flatMap(({ id, operation, deviation }) => (deviation ? [`${id} ${operation}`] : [])),
    ).toEqual(['2.9/amount/decimal refund']);
  });

  test('cover no other clause', () => {
    const other = evidenceOf({ judgement: { findings: [finding({ clause: '1.3/return_status/present' })] } });
    expect(states([known], other)).toEqual(['non-conformant', 1, 'stale 0']);
  });
});

test('worstOf follows the order of the policy', () => {
  expect(worstOf(['pass', 'warn', 'not-tested', 'observed'])).toBe('not-tested');
  expect(worstOf([])).toBeUndefined();
});
