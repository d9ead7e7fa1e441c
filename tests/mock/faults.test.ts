import { describe, expect, test } from 'vitest';
import { faults } from '../../mock/faults/registry.ts';
import { cap, clauseOf, clauses } from '../../schemas/clauses.ts';
import { exempt } from '../schemas/corpus/exempt.ts';

describe('the catalogue of faults', () => {
  test('holds at least 250 faults with ids of their own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(250);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  test('claims no worse verdict than the evidence of the clause allows', () => {
    const beyond = faults.filter(
      ({ clause, verdict }) => cap(clauseOf(clause).evidence, verdict) !== verdict,
    );
    expect(beyond.map(({ id }) => id)).toEqual([]);
  });

  test('names operations that can exercise the clause', () => {
    const astray = faults.filter(({ clause, operation }) => !clauseOf(clause).operations.includes(operation));
    expect(astray.map(({ id, clause }) => `${id} ${clause}`)).toEqual([]);
  });

  test('breaks every clause on the service that is not silent', () => {
    const broken = new Set(faults.map(({ clause }) => clause));
    const unbroken = clauses.filter(
      ({ id, obliged, evidence }) => obliged === 'service' && evidence !== 'silent' && !broken.has(id),
    );
    expect(unbroken.map(({ id }) => id)).toEqual(Object.keys(exempt));
  });
});
