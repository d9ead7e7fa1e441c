import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clauseOf, clauses, clausesOfRequests, hasClause } from '../../schemas/clauses.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { objectOf } from '../../schemas/json.ts';
import type { Clause, DocumentedOperationId, JsonObject, OperationId } from '../../schemas/types.ts';
import { permanentIds } from './permanent-ids.ts';

const file = new URL('../../schemas/clauses.json', import.meta.url);
const written = new Set((JSON.parse(readFileSync(file, 'utf8')) as { id: string }[]).map(({ id }) => id));
const rows = clauses.filter(({ id }) => written.has(id));
const derived = clausesOfRequests(requestSchema, (id) => written.has(id));

/** What the register takes from the schemas once some of them have one field more or another field. */
function derivedWith(operations: readonly OperationId[], field: JsonObject): Clause[] {
  const schemaOf = (operation: DocumentedOperationId) => {
    const schema = requestSchema(operation);
    return operations.includes(operation)
      ? { ...schema, properties: { ...objectOf(schema.properties), ...field } }
      : schema;
  };
  return clausesOfRequests(schemaOf, (id) => written.has(id));
}

describe('the clauses that the request schemas say', () => {
  test('keep every id that reports have named', () => {
    const ids = Object.entries(permanentIds).flatMap(([section, rest]) =>
      rest
        .trim()
        .split(/\s+/)
        .map((id) => `${section}/${id}`),
    );
    expect(ids.length).toBe(286);
    const known = new Set(derived.map(({ id }) => id));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });

  test('stand in the register beside the rows, each once', () => {
    expect(derived.filter(({ id }) => !hasClause(id) || written.has(id))).toEqual([]);
    expect(derived.map(({ id }) => clauseOf(id))).toEqual(derived);
  });

  test('are worded with the name of the field and of what holds it', () => {
    expect(clauseOf('2.2/amount/decimal')).toEqual({
      id: '2.2/amount/decimal',
      section: '2.2',
      statement: 'amount of a payment request is a decimal string without sign, exponent or separator',
      evidence: 'stated',
      obliged: 'caller',
      operations: ['direct-payment', 'apm-payment', 'redirect-payment'],
    });
    expect(clauseOf('2.13/request/payer/address/country_code/shape')).toMatchObject({
      statement: 'country_code in address of payer of a payout is a 2-letter country code',
      evidence: 'implied',
      operations: ['payout'],
    });
    expect(clauseOf('2.3/cart_items/closed').statement).toBe(
      'An entry of cart_items holds no member beyond those documented',
    );
    expect(clauseOf('2.5/bank_account/bank/object').statement).toBe('bank in bank_account is an object');
  });

  test('name in their id the field that they are about', () => {
    const odd = derived.filter(({ id, statement }) => {
      const [subject = ''] = id.split('/').slice(-2);
      return !statement.split(/\W+/).includes(subject);
    });
    expect(odd).toEqual([]);
  });

  test('follow a new field in its operations', () => {
    const clause = '2.2/loyalty_number/string';
    const field = { type: 'string', description: 'an identifier as a string', clause };
    const made = derivedWith(['direct-payment', 'redirect-payment'], { loyalty_number: field });
    expect(made.length).toBe(derived.length + 1);
    expect(made.find(({ id }) => id === clause)).toEqual({
      id: clause,
      section: '2.2',
      statement: 'loyalty_number of a payment request is a string',
      evidence: 'stated',
      obliged: 'caller',
      operations: ['direct-payment', 'redirect-payment'],
    });
  });

  test('refuse one id for two statements', () => {
    const note = { type: 'string', clause: '2.2/custom/string' };
    expect(() => derivedWith(['direct-payment'], { note })).toThrow(
      'clause "2.2/custom/string" says "note of a payment request is a string" (stated) and, in direct-payment',
    );
  });

  test('miss the id of a field that goes by another one', () => {
    const note = { type: 'string', clause: '2.2/remark/string' };
    const made = derivedWith(['direct-payment', 'apm-payment', 'redirect-payment'], { note });
    expect(made.map(({ id }) => id)).not.toContain('2.2/note/string');
  });
});

describe('the rows of the register', () => {
  test.each(rows.filter(({ obliged }) => obliged === 'caller'))(
    'say in $id what no schema says alone',
    (row) => {
      const alone = () => clausesOfRequests(requestSchema, (id) => id !== row.id && written.has(id));
      let said: Clause | undefined;
      try {
        said = alone().find(({ id }) => id === row.id);
      } catch {
        // Several fields share the clause, and each would word it for itself.
      }
      expect(said).not.toEqual(row);
    },
  );
});
