import { describe, expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { singleFaults } from '../../generators/faults.ts';
import { clauses } from '../../schemas/clauses.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';

const operations = documentedOperations.map(({ id }) => id);

/** Clauses on the caller that no unsigned body can break: they are about the signature, the method, the path or the network. */
const beyondBodies = /encryption_data|^1\/operations\/|^4\/request\/one-object$|ip-registered/;

for (const operation of operations) {
  test(`every clause on the caller of a ${operation} has a fault that breaks it`, () => {
    const broken = new Set(singleFaults(operation, defaultContext, 1).map(({ breaks }) => breaks));
    const wanted = clauses.filter(
      ({ id, obliged, operations: of, evidence }) =>
        obliged === 'caller' && evidence !== 'silent' && of.includes(operation) && !beyondBodies.test(id),
    );
    expect(wanted.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([]);
  });
}

describe('kinds of fault', () => {
  const names = (operation: DocumentedOperationId) =>
    singleFaults(operation, defaultContext, 1).map(({ name }) => name);

  test('each misfit of a shape is a fault of every field that has the shape', () => {
    expect(names('capture')).toContain('amount/wrong shape "12,34"');
    expect(names('refund')).toContain('refund_amount/wrong shape "１２.３４"');
  });

  test('card data in an APM payment breaks the clause that forbids it', () => {
    const made = singleFaults('apm-payment', defaultContext, 1).find(({ name }) => name === 'card/forbidden');
    expect(made?.breaks).toBe('4.2/request/card-data/absent');
    expect(made?.body.card).toBe(defaultContext.cards[0]?.card);
  });

  test('a member that no clause names breaks the closed list of its object', () => {
    const made = singleFaults('payout', defaultContext, 1).find(
      ({ name }) => name === 'beneficiary.address/unknown-member',
    );
    expect(made?.breaks).toBe('2.13/request/beneficiary/address/closed');
  });

  test('one entry over the limit is a fault', () => {
    expect(names('review')).toContain('review_orders/101-entries');
  });
});
