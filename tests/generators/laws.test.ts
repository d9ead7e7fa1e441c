import { type Arbitrary, constant } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { singleFaults } from '../../generators/faults.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { breaksOneClause, dependsOnSeedAlone, fitsOwnSchema, namesAreStable, reachesLimits } from './laws.ts';

const operations = documentedOperations.map(({ id }) => id);
const seed = 20_250_131;
const any = (operation: DocumentedOperationId) => validRequest(operation, defaultContext);

for (const operation of operations) {
  describe(operation, () => {
    test(`${operation} fits its own schema in 300 cases`, () => {
      expect(fitsOwnSchema(any(operation), seed, 300)).toEqual([]);
    });

    test(`${operation} fits its own schema in every shape`, () => {
      const { shapes } = generatorOf(operation);
      const drawn = shapes.map((shape) =>
        fitsOwnSchema(validRequest(operation, defaultContext, shape), seed, 50),
      );
      expect(drawn.flat()).toEqual([]);
    });

    test(`${operation} depends on the seed alone`, () => {
      expect(dependsOnSeedAlone(() => any(operation), seed, 100)).toEqual([]);
    });

    test(`${operation} reaches both ends of its limit`, () => {
      expect(reachesLimits(any(operation), operation, seed)).toEqual([]);
    });

    test(`${operation} faults break exactly the clause they name`, () => {
      const faults = singleFaults(operation, defaultContext, seed);
      expect(faults.length).toBeGreaterThan(0);
      expect(breaksOneClause(faults)).toEqual([]);
    });

    test(`${operation} names its cases alike for every seed`, () => {
      expect(namesAreStable((from) => boundaries(operation, defaultContext, from))).toEqual([]);
      expect(namesAreStable((from) => singleFaults(operation, defaultContext, from))).toEqual([]);
    });
  });
}

describe('the laws against broken generators', () => {
  const refund = sampleOne(validRequest('refund', defaultContext, 'minimal'), seed);
  const always = (made: RequestCase): Arbitrary<RequestCase> => constant(made);

  test('a body off its schema is complained about', () => {
    const body = { ...refund.body, refund_orders: [{ amount: '12,34' }] };
    expect(fitsOwnSchema(always({ ...refund, body }), seed, 1)).toEqual([
      '2.9/request/amount/decimal at refund_orders[0].amount: "12,34" (string)',
    ]);
  });

  test('a body off a sampled shape is complained about', () => {
    const body = { ...refund.body, refund_orders: [{ amount: '12.345' }] };
    expect(fitsOwnSchema(always({ ...refund, body }), seed, 1)).toEqual([
      '1.1/request/two-fraction-digits (sampled)',
    ]);
  });

  test('a generator that remembers is complained about', () => {
    let drawn = 0;
    const counting = () => any('query').map((made) => ({ ...made, body: { account_id: String(drawn++) } }));
    expect(dependsOnSeedAlone(counting, seed, 2)).toHaveLength(2);
  });

  test('a generator that never fills a batch is complained about', () => {
    expect(reachesLimits(validRequest('refund', defaultContext, 'full', 2), 'refund', seed)).toEqual([
      'no batch of one entry',
      'no batch of 50 entries',
    ]);
  });

  test('a batch beyond the limit is complained about', () => {
    const beyond = validRequest('refund', defaultContext, 'full', 51);
    expect(reachesLimits(beyond, 'refund', seed)).toContain('a batch of 51 entries');
  });

  test('a fault that breaks two clauses is complained about', () => {
    const body = { ...refund.body, refund_orders: 'none', merchant_id: 1 };
    expect(breaksOneClause([{ ...refund, body, breaks: '4.9/request/refund_orders/array' }])).toHaveLength(1);
  });

  test('a fault that breaks nothing, or another clause, is complained about', () => {
    expect(breaksOneClause([{ ...refund, breaks: '8/refund/limit' }])).toEqual([
      'minimal names 8/refund/limit and breaks none',
    ]);
    const body = { ...refund.body, merchant_id: 1 };
    expect(breaksOneClause([{ ...refund, body, breaks: '8/refund/limit' }])).toHaveLength(1);
  });

  test('names that come twice or change with the seed are complained about', () => {
    const made = (from: number) => [refund, refund, { ...refund, name: `seed ${from}` }];
    expect(namesAreStable(made)).toEqual([
      'minimal comes twice',
      'seed 1 only with seed 1',
      'seed 2 only with seed 2',
    ]);
  });
});
