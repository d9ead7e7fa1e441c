import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { factsAtEnd, type RunPlan } from '../../reports/run/run-facts.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { countVerdicts } from '../../reports/statement/summaries.ts';
import { statementText, validateStatement } from '../../reports/statement.ts';
import { clauses } from '../../schemas/clauses.ts';
import { causeKinds } from '../../schemas/opening.ts';
import {
  type ClauseId,
  type DocumentedOperationId,
  type OperationId,
  operationIds,
} from '../../schemas/types.ts';
import { finding, knownDeviation } from './hand-made.ts';
import { evidenceOf, exercised, smallRegister, statementOf } from './small-register.ts';

function verdictOf(statement: Statement, id: string, operation = 'refund'): string {
  const row = statement.clauses.find((one) => one.id === id && (one.operation ?? operation) === operation);
  return row === undefined
    ? 'no row'
    : `${row.verdict} ${row.exchanges}${row.why === undefined ? '' : `: ${row.why}`}`;
}

describe('rows', () => {
  test('are one per clause and operation, and one for the whole interface', () => {
    const rows = statementOf().clauses.map(({ id, operation }) => `${id} ${operation ?? ''}`);
    expect(rows.slice(0, 3)).toEqual([
      '1.3/return_status/present capture',
      '1.3/return_status/present refund',
      '2.9/amount/decimal refund',
    ]);
    expect(rows.at(-1)).toBe('1/versions ');
  });

  test('pass when exercised, with the number of exchanges', () => {
    expect(verdictOf(statementOf(evidenceOf({}, { id: '000000000b' })), '2.9/amount/decimal')).toBe('pass 2');
  });

  test('have the worst verdict of their findings', () => {
    const warn = { judgement: { findings: [finding({ verdict: 'warn' })] } };
    const fail = { id: '000000000b', judgement: { findings: [finding({ exchange: '000000000b' })] } };
    expect(verdictOf(statementOf(evidenceOf(warn)), '2.9/amount/decimal')).toBe('warn 1');
    expect(verdictOf(statementOf(evidenceOf(fail, warn)), '2.9/amount/decimal')).toBe('fail 2');
  });

  test('are never green without an exchange', () => {
    const statement = statementOf(evidenceOf({ judgement: { exercised: [] } }));
    expect(verdictOf(statement, '2.9/amount/decimal')).toBe(
      'not-tested 0: no exchange of this run could have shown a deviation: About 2.9/amount/decimal',
    );
    expect(verdictOf(statement, '7.8/error-body')).toBe(
      'not-tested 0: no exchange of this run showed the form of a refusal',
    );
  });

  test('of a contradiction are observed where a reading showed and nothing else', () => {
    const clause = '5.1/encryption_data/echo';
    const seen = { clause, operation: 'refund', fingerprint: 'with', detail: 'with' } as const;
    const shown = statementOf(evidenceOf({ judgement: { exercised: [], observations: [seen] } }));
    expect(verdictOf(shown, clause)).toBe('observed 0');
    expect(verdictOf(statementOf(evidenceOf({ judgement: { observations: [seen] } })), clause)).toBe(
      'pass 1',
    );
  });

  const lacking = (
    operation: OperationId,
    clause: ClauseId,
    path: string,
    exercised: readonly ClauseId[] = [],
  ) => {
    const absent = finding({ operation, clause, path, kind: 'absent', verdict: 'warn' });
    const one = { operation, judgement: { operation, exercised, findings: [absent] } };
    return statementOf(evidenceOf(one), { clauses, capabilities: {}, selected: operationIds });
  };

  test.each<[ClauseId, OperationId, ClauseId, string]>([
    ['2.6/risk_score/digits', 'direct-payment', '2.6/respon/listed', 'respon.risk_score'],
    [
      '2.6/recurring_deduction_time/calendar',
      'direct-payment',
      '2.6/respon/listed',
      'respon.recurring_deduction_time',
    ],
    ['2.13/bank_details/strings', 'payout', '2.13/result/listed', 'beneficiary'],
    [
      '2.10/subscription_result/object',
      'query',
      '2.10/orders_list/listed',
      'orders_list[3].subscription_result',
    ],
  ])('are not applicable when nothing was returned: %s of %s', (id, operation, clause, path) => {
    const name = path.split('.').at(-1);
    expect(verdictOf(lacking(operation, clause, path), id, operation)).toBe(
      `not-applicable 0: never returned: ${name}`,
    );
    expect(verdictOf(lacking(operation, clause, path, [id]), id, operation)).toBe('pass 1');
    expect(verdictOf(lacking(operation, clause, 'another_member'), id, operation)).toMatch(/^not-tested/);
  });

  test.each<[ClauseId, DocumentedOperationId, ClauseId, ClauseId, string]>([
    [
      '2.6/risk_reasons/text',
      'direct-payment',
      '2.6/respon/listed',
      '2.6/risk_reasons/children',
      'risk_reasons',
    ],
    [
      '2.10/fraud_check_result/strings',
      'query',
      '2.10/orders_list/listed',
      '2.10/fraud_check_result/array',
      'fraud_check_result',
    ],
    [
      '2.10/delivery_information/object',
      'query',
      '2.10/orders_list/listed',
      '2.10/delivery_information/object',
      'delivery_information',
    ],
    [
      '2.10/recurring_deduction_time/shape',
      'query',
      '2.10/orders_list/listed',
      '2.10/subscription_result/object',
      'subscription_result',
    ],
  ])('are not applicable when always left out or empty: %s of %s', (id, operation, listed, own, name) => {
    const why = 'a payment with token_flag YES returned no token_id';
    const verdict = (outcome: 'accepted' | 'refused', ...exercised: readonly ClauseId[]) => {
      const one = { operation, judgement: { operation, outcome, exercised } } as const;
      const notes = [{ kind: 'skipped', operation, reason: why }] as const;
      const scope = { clauses, capabilities: {}, selected: operationIds };
      return verdictOf(statementOf(evidenceOf(one), scope, [...notes]), id, operation);
    };
    expect(verdict('accepted', listed)).toBe(`not-applicable 0: never returned: ${name}`);
    expect(verdict('accepted')).toBe(`not-tested 0: ${why}`);
    expect(verdict('refused', listed)).toBe(`not-tested 0: ${why}`);
    expect(verdict('accepted', listed, own)).not.toContain('never returned');
  });

  test('say why an operation was left out', () => {
    const statement = statementOf(evidenceOf({}), { capabilities: { 'redirect-payment': false } });
    expect(verdictOf(statement, '1.3/return_status/present', 'capture')).toBe(
      'not-tested 0: the run was limited to other operations',
    );
    expect(verdictOf(statement, '2.8/theForm/automatic-post', 'redirect-payment')).toMatch(
      /^not-applicable 0: the target declares/,
    );
  });

  test('give the reason of the note that fits best', () => {
    const notes = [
      { kind: 'skipped', reason: 'no payment was accepted' },
      { kind: 'skipped', operation: 'redirect-payment', reason: 'payments are not allowed' },
      { kind: 'skipped', clauses: ['2.8/theForm/automatic-post'], reason: 'no form' },
    ] as const;
    const selected = ['refund', 'redirect-payment'] as const;
    const why = (some: readonly (typeof notes)[number][]) =>
      verdictOf(
        statementOf(evidenceOf({}), { selected }, some),
        '2.8/theForm/automatic-post',
        'redirect-payment',
      );
    expect(why(notes)).toBe('not-tested 0: no form');
    expect(why(notes.slice(0, 2))).toBe('not-tested 0: payments are not allowed');
    expect(why(notes.slice(0, 1))).toBe('not-tested 0: no payment was accepted');
    expect(statementOf(evidenceOf({}), {}, notes).skipped.map(({ reason }) => reason)).toEqual([
      'no form',
      'no payment was accepted',
      'payments are not allowed',
    ]);
  });

  test('give what hindered the run before what its caller left out', () => {
    const note = { kind: 'skipped', operation: 'refund', clauses: ['2.9/amount/decimal'] } as const;
    const notes = ['limit of the target reached: limits.requests is 3', 'no payment was accepted'].map(
      (reason) => ({ ...note, reason }),
    );
    for (const some of [notes, notes.toReversed()])
      expect(
        verdictOf(statementOf(evidenceOf({ judgement: { exercised: [] } }), {}, some), '2.9/amount/decimal'),
      ).toBe('not-tested 0: no payment was accepted');
  });

  test.each([
    ['the target names no second account (merchant.otherAccountId)', true],
    ['no browser was wanted (CONFORMANCE_BROWSER=none)', true],
    ['prerequisite not met: a payment with token_flag YES returned no token_id', true],
    ['limit of the target reached: limits.requests is 3', false],
  ])('give what one test lacked for its own clauses alone: %s', (reason, isOfOneTest) => {
    const id = '2.9/amount/decimal';
    const why = (judgement: object, clauses?: readonly ClauseId[]) => {
      const notes = [{ kind: 'skipped', operation: 'refund', reason, ...(clauses && { clauses }) }] as const;
      return verdictOf(
        statementOf(evidenceOf({ judgement: { exercised: [], ...judgement } }), {}, notes),
        id,
      );
    };
    expect(why({}).startsWith('not-tested 0: no exchange of this run could have shown a deviation')).toBe(
      isOfOneTest,
    );
    expect(why({}, [id])).toBe(`not-tested 0: ${reason}`);
    // Where the operation was never met, it is the reason for all of it.
    expect(why({ outcome: 'refused' })).toBe(`not-tested 0: ${reason}`);
  });

  test('give no reason of another operation', () => {
    const note = { kind: 'skipped', clauses: ['1.3/return_status/present'], operation: 'capture' } as const;
    const statement = statementOf(evidenceOf({}), { selected: ['refund', 'capture'] }, [
      { ...note, operation: 'refund', reason: 'no refund' },
      { ...note, reason: 'no capture' },
    ]);
    expect(verdictOf(statement, '1.3/return_status/present', 'capture')).toBe('not-tested 0: no capture');
    expect(statement.skipped).toContainEqual({
      reason: 'no capture',
      operations: ['capture'],
      clauses: ['1.3/return_status/present'],
    });
  });

  test('say that the run ended before them, and leave it incomplete', () => {
    const exchanges = evidenceOf({ judgement: { exercised: [] } });
    const statement = statementOf(exchanges, { interruptions: ['interrupted by the user'] });
    expect(verdictOf(statement, '2.9/amount/decimal')).toBe('not-tested 0: the run ended before it');
    expect([statement.exitCode, statement.reasons[0]]).toEqual([3, 'interrupted by the user']);
  });

  test('pass for no operation of which nothing was accepted', () => {
    const refused = { operation: 'capture', judgement: { outcome: 'refused' } } as const;
    const statement = statementOf(evidenceOf({}, refused), { selected: ['refund', 'capture'] });
    expect(verdictOf(statement, '1.3/return_status/present')).toBe('pass 1');
    expect(verdictOf(statement, '1.3/return_status/present', 'capture')).toBe(
      'not-tested 1: the service accepted no request of this operation',
    );
  });

  test('are there for a finding in an operation that its clause does not name', () => {
    const odd = finding({ operation: 'capture' });
    const statement = statementOf(evidenceOf({}, { operation: 'capture', judgement: { findings: [odd] } }), {
      selected: ['refund', 'capture'],
    });
    expect(verdictOf(statement, '2.9/amount/decimal', 'capture')).toBe('fail 1');
    expect(statement.exitCode).toBe(1);
  });

  test('of silent clauses are observed or not tested, never judged', () => {
    const seen = {
      clause: '7.8/error-body',
      operation: 'refund',
      fingerprint: 'http-422 json',
      detail: 'a JSON body',
    } as const;
    const statement = statementOf(
      evidenceOf({ judgement: { observations: [seen], exercised: [seen.clause] } }),
    );
    expect(verdictOf(statement, '7.8/error-body')).toBe('observed 1');
    expect(verdictOf(statementOf(), '7.8/error-body')).toMatch(/^not-tested 0/);
    expect(statement.observations).toEqual([{ ...seen, exchanges: 1 }]);
  });

  test('of gaps that nothing can show are not testable', () => {
    const statement = statementOf();
    expect(verdictOf(statement, '1.5/portal')).toBe('not-testable 0: it is outside the interface');
    expect(statement.notTestable).toEqual([{ clause: '1.5/portal', why: 'it is outside the interface' }]);
  });

  test('on the caller count only traffic that was meant to be right', () => {
    const odd = { id: '000000000b', sent: { intent: 'odd' } } as const;
    expect(verdictOf(statementOf(evidenceOf({}, odd)), '2.9/refund_amount/request')).toBe('pass 1');
    expect(verdictOf(statementOf(evidenceOf(odd)), '2.9/refund_amount/request')).toMatch(/^not-tested/);
  });

  test('count twins and rules across exchanges', () => {
    const twin = {
      kind: 'twin',
      clause: '2.9/amount/decimal',
      wants: 'refusal',
      control: '000000000a',
      probe: '000000000b',
      operation: 'refund',
      findings: [finding({ verdict: 'inconclusive', exchange: '000000000b' })],
      exercised: ['2.9/amount/decimal'],
      observations: [],
    } as const;
    const statement = statementOf(evidenceOf({}), {}, [twin]);
    expect(verdictOf(statement, '2.9/amount/decimal')).toBe('inconclusive 2');
    expect(statement.clauses.find(({ id }) => id === '2.9/amount/decimal')?.held).toBe(1);
    expect(statement.exitCode).toBe(0);
    expect(statementOf(evidenceOf({ judgement: { exercised: [] } }), {}, [twin]).exitCode).toBe(3);
    expect(verdictOf(statement, '1/versions')).toBe('pass 1');
  });
});

test('observations beside exchanges are kept, a hundred of a clause', () => {
  const seen = (fingerprint: string) =>
    ({ clause: '7.8/error-body', operation: 'refund', fingerprint, detail: 'd' }) as const;
  const observations = Array.from({ length: 99 }, (_, at) => seen(`b${String(at).padStart(3, '0')}`));
  const conflict = { ...seen('with'), clause: '5.1/encryption_data/echo' };
  const statement = statementOf(
    evidenceOf({ judgement: { observations } }),
    { acrossRun: { findings: [], exercised: [], observations: [seen('a'), seen('z'), conflict] } },
    [{ kind: 'observed', observations: [seen('a'), seen('c')] }],
  );
  const own = statement.observations.filter(({ clause }) => clause === '7.8/error-body');
  expect([own[0]?.exchanges, own.length, own.at(-1)?.fingerprint]).toEqual([2, 100, 'b098']);
  expect(statement.documentIssues).toMatchObject([{ id: 'C-02', seen: ['with'] }]);
});

describe('findings', () => {
  const many = evidenceOf(
    ...Array.from({ length: 30 }, (_, index) => {
      const id = index.toString(16).padStart(10, '0');
      const paths = Array.from({ length: 30 - index }, (_, entry) => `refund_orders[${entry}].amount`);
      return {
        id,
        sent: { value: { refund_orders: paths } },
        judgement: { findings: paths.map((path) => finding({ path, exchange: id })) },
      };
    }),
  );

  test('are listed by cause with the smallest example first', () => {
    const { findingGroups, findings } = statementOf(many);
    expect(findingGroups).toEqual([
      {
        clause: '2.9/amount/decimal',
        operation: 'refund',
        verdict: 'fail',
        kind: 'number instead of a decimal string such as "12.34"',
        count: 465,
        exchanges: 30,
        paths: ['refund_orders[].amount'],
        example: 0,
      },
    ]);
    expect(findings).toHaveLength(5);
    expect(findings[0]).toMatchObject({
      exchange: '000000001d',
      seed: 7,
      again: 'SEED=7 npx playwright test -g 000000001d',
    });
    expect(findings[0]?.curl).toContain('curl -sS -X POST https://sandbox.example/v1/refund');
  });

  test('across exchanges need no exchange at hand', () => {
    const acrossRun = { findings: [finding({ exchange: 'ffffffffff' })], exercised: [], observations: [] };
    expect(statementOf(evidenceOf({}), { acrossRun }).findings).toMatchObject([
      { exchange: 'ffffffffff', curl: '', seed: 7 },
    ]);
  });
});

test('the schema of a statement lists every cause', () => {
  const schema = readFileSync(new URL('../../reports/statement.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(schema).$defs.cause.properties.kind.enum.toSorted()).toEqual(causeKinds.toSorted());
});

describe('statement', () => {
  test('counts operations, clauses and conflicts', () => {
    const statement = statementOf(evidenceOf({}, { id: '000000000b', judgement: { findings: [finding()] } }));
    expect(statement.run.operations).toMatchObject({
      refund: { exchanges: 2, pass: 1, warn: 0, fail: 1, inconclusive: 0, suiteError: 0 },
    });
    const stated = statement.clauses.filter(
      ({ obliged, evidence }) => obliged === 'service' && evidence === 'stated',
    );
    expect(countVerdicts(stated)).toMatchObject({ fail: 1, 'not-tested': 2, pass: 2 });
    expect(statement.documentIssues).toEqual([
      {
        id: 'C-02',
        clauses: ['5.1/encryption_data/echo'],
        readings: ['with', 'without'],
        seen: [],
        exchanges: 2,
      },
    ]);
  });

  test('is valid by its schema, whatever it holds', () => {
    const proof = {
      faults: { planted: 260, caught: 258, caughtByAnother: 0, equivalent: 2, survived: [] },
      services: { drawn: 14, falseAlarms: 0 },
    };
    const deviations = [knownDeviation];
    const problems = [{ file: 'parts/worker-0.ndjson', problem: 'line 3 is cut short' }];
    const exchanges = evidenceOf({ judgement: { findings: [finding()] } });
    const full = statementOf(exchanges, { proof, deviations, evidence: { exchanges, notes: [], problems } });
    expect(validateStatement(JSON.parse(statementText(full)))).toEqual([]);
    expect(validateStatement(JSON.parse(statementText(statementOf())))).toEqual([]);
  });

  test('is refused by its schema when a value is wrong', () => {
    const wrong = { ...statementOf(), result: 'fine', extra: 1, run: {} };
    expect(validateStatement(wrong)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"extra"'),
        expect.stringMatching(/^\/result must be/),
      ]),
    );
    expect(validateStatement('nothing')).toEqual(['the statement must be object']);
  });

  test('is the same for the same input', () => {
    expect(statementText(statementOf())).toBe(statementText(statementOf()));
  });

  test('masks what the reporter hands over', () => {
    const facts = factsAtEnd({ out: 'nowhere', facts: {} } as RunPlan, {
      suiteErrors: ['refund.spec.ts threw for card=4000056655665556'],
      interruptions: ['stopped at card=4000056655665556'],
    });
    expect(JSON.stringify(facts)).not.toContain('4000056655665556');
  });

  test('leaves no clause of the register without a row', () => {
    const ids = new Set(statementOf().clauses.map(({ id }) => id));
    expect([...ids].sort()).toEqual(smallRegister.map(({ id }) => id).sort());
    expect(exercised.every((id) => ids.has(id))).toBe(true);
  });
});
