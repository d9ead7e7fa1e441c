import { describe, expect, test } from 'vitest';
import { clauses } from '../../../schemas/clauses.ts';
import { answerSchema, rawSchemas } from '../../../schemas/contract.ts';
import { isObject } from '../../../schemas/json.ts';
import { judge } from '../../../schemas/judge.ts';
import { checkFiles, twins } from '../../../schemas/rules/registry.ts';
import { placesOf } from '../../../schemas/schema-places.ts';
import type { JsonValue } from '../../../schemas/types.ts';
import { answers } from './answers.ts';
import { deviations } from './deviations.ts';
import { exempt } from './exempt.ts';
import { runDeviations } from './run-deviations.ts';

const judged = deviations.map(({ exchange }) => judge(exchange));
const hit = new Set(judged.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
const ofService = clauses.filter(({ obliged }) => obliged === 'service');
const judging = ofService.filter(({ evidence }) => evidence !== 'silent');
const checks = checkFiles.flatMap(([, some]) => some);
const known = new Set(clauses.map(({ id }) => id));

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
}

describe('the corpus', () => {
  test('breaks every clause that can fail or warn', () => {
    const elsewhere = new Set([
      ...twins.clauses,
      ...runDeviations.map(({ clause }) => clause),
      ...Object.keys(exempt),
    ]);
    expect(judging.map(({ id }) => id).filter((id) => !hit.has(id) && !elsewhere.has(id))).toEqual([]);
  });

  test('exempts no clause that it breaks', () => {
    expect(Object.keys(exempt).filter((id) => hit.has(id))).toEqual([]);
  });

  test('exempts only clauses of the register, each with a reason', () => {
    const ids = new Set(judging.map(({ id }) => id));
    expect(Object.entries(exempt).filter(([id, reason]) => !ids.has(id) || reason.length < 20)).toEqual([]);
  });
});

/** Paths of the members of a value; the entries of an array by the first of them. */
function membersIn(value: JsonValue, path = ''): readonly string[] {
  if (Array.isArray(value)) return value[0] === undefined ? [] : membersIn(value[0], `${path}[]`);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${path}.${name}`,
    ...membersIn(member, `${path}.${name}`),
  ]);
}

describe('the answers of the corpus', () => {
  // Whether an APM answer carries a signature is open (5.1); 2.13 rules bank_code out.
  const open = ['apm-payment.encryption_data', 'payout.beneficiary.bank_details.bank_code'];

  test.each(Object.entries(answers))('%s: has what its schema documents, and nothing else', (id, answer) => {
    const documented = placesOf(answerSchema(id as keyof typeof answers))
      .filter(({ steps }) => steps.length > 0 && steps.at(-1) !== '[]')
      .map(({ steps }) => `.${steps.join('.').replaceAll('.[]', '[]')}`);
    const expected = documented.filter((path) => !open.includes(id + path));
    expect([...membersIn(answer)].sort()).toEqual([...new Set(expected)].sort());
  });
});

describe('the judge', () => {
  test('names only clauses of the register in its rules', () => {
    expect(checks.flatMap(({ clauses: ids }) => ids).filter((id) => !known.has(id))).toEqual([]);
  });

  test('has a keyword or a rule for every clause that can be checked', () => {
    const named = new Set([
      ...checks.flatMap(({ clauses: ids }) => ids),
      ...Object.values(rawSchemas()).flatMap(textsIn),
    ]);
    expect(clauses.filter(({ id, gap }) => gap === undefined && !named.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  test('finds, holds and observes only clauses that a rule or a schema declares', () => {
    const declared = new Set([
      ...checks.flatMap(({ clauses: ids }) => ids),
      ...Object.values(rawSchemas()).flatMap(textsIn),
    ]);
    const used = judged.flatMap(({ exercised }) => exercised);
    expect([...new Set(used)].filter((id) => !declared.has(id))).toEqual([]);
  });

  test('has a text for every gap: how it is observed, or why it cannot be', () => {
    const silent = clauses.filter(({ evidence }) => evidence === 'silent');
    expect(
      silent.filter(({ gap }) => Object.values(gap ?? {}).join('').length < 10).map(({ id }) => id),
    ).toEqual([]);
  });
});
