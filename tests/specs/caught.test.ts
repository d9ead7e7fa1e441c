import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import type { Origin } from '../../schemas/types.ts';
import { isCaught, isCaughtForGood, type Met, rememberCaught } from '../../specs/support/caught.ts';
import type { Variant } from '../../specs/support/variants.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const broken = (operation: 'capture' | 'query', carries?: Origin['carries']): Met => {
  const made = exchangeOf(operation, requests[operation], { ...answers[operation], return_status: 1 });
  const exchange = carries === undefined ? made : { ...made, origin: { ...made.origin, carries } };
  const judgement = judge(exchange);
  return { exchanges: [{ exchange, judgement }], findings: judgement.findings };
};

const clauseOf = ({ findings: [first] }: Met) => first?.clause ?? '';
const milder = (met: Met): Met => ({
  ...met,
  findings: met.findings.map((finding) => ({ ...finding, verdict: 'warn' })),
});
const named = (variant: Omit<Variant, 'name'>): Variant => ({ name: 'faults/any', ...variant });
const caughtOf = (variant: Variant, met: Met): boolean => {
  const out = mkdtempSync(join(tmpdir(), 'caught-'));
  rememberCaught(out, variant, met);
  return isCaught(out, variant);
};

test('a finding that cites the clause of a variant catches it for all tests', () => {
  const met = broken('capture');
  const variant = named({ clause: clauseOf(met) });
  expect([caughtOf(variant, met), isCaughtForGood(variant, met)]).toEqual([true, true]);
  const other = named({ clause: '7.1/http-200' });
  expect([caughtOf(other, met), isCaughtForGood(other, met)]).toEqual([false, false]);
});

test('a verdict that is milder than the fault deserves leaves it uncaught', () => {
  const met = broken('capture');
  const variant = named({ clause: clauseOf(met), verdict: 'fail' });
  expect([caughtOf(variant, met), isCaughtForGood(variant, met)]).toEqual([true, true]);
  expect([caughtOf(variant, milder(met)), isCaughtForGood(variant, milder(met))]).toEqual([false, false]);
  expect(caughtOf({ ...variant, verdict: 'warn' }, milder(met))).toBe(true);
});

test('a fault of values is caught where its field and its class are named', () => {
  const carries = { field: 'note', class: 'cjk' };
  const found = broken('capture', carries);
  const variant = named({ clause: clauseOf(found), carries });
  expect(isCaughtForGood(variant, found)).toBe(true);
  for (const other of [undefined, { field: 'note', class: 'emoji' }, { field: 'city', class: 'cjk' }])
    expect(isCaughtForGood(variant, broken('capture', other))).toBe(false);
});

test('what is found in a search ends no test, since the run may take it back', () => {
  const met = broken('query');
  const variant = named({ clause: clauseOf(met) });
  expect([caughtOf(variant, met), isCaughtForGood(variant, met)]).toEqual([true, false]);
});

test('a variant without a clause meets all that a test sends', () => {
  expect(isCaughtForGood(named({}), broken('capture'))).toBe(false);
});
