import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clauseOf, clauses, clausesOfRequests, hasClause } from '../../schemas/clauses.ts';
import { changeAt, objectOf } from '../../schemas/json.ts';
import { rawSchemas } from '../../schemas/message-schemas.ts';
import type { Clause, JsonObject } from '../../schemas/types.ts';
import { permanentIds } from './permanent-ids.ts';

const file = new URL('../../schemas/clauses.json', import.meta.url);
const written = new Set((JSON.parse(readFileSync(file, 'utf8')) as { id: string }[]).map(({ id }) => id));
const rows = clauses.filter(({ id }) => written.has(id));
const schemas = rawSchemas();
const derived = clausesOfRequests(schemas, (id) => written.has(id));

/** What the register takes from the schemas once one place of a request schema holds something else. */
function derivedWith(file: string, steps: readonly string[], put: JsonObject): Clause[] {
  const name = `${file}.schema.json`;
  const changed = changeAt(schemas[name] ?? {}, steps, (old) => ({ ...objectOf(old), ...put }));
  return clausesOfRequests({ ...schemas, [name]: objectOf(changed) }, (id) => written.has(id));
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

  test('follow a new field in the operations of its group', () => {
    const clause = '2.2/loyalty_number/string';
    const field = { $ref: 'fields.schema.json#/$defs/identifier', clause };
    const made = derivedWith('payment-order', ['$defs', 'orderDC', 'properties'], {
      loyalty_number: field,
    });
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
    const note = { $ref: 'fields.schema.json#/$defs/freeText', clause: '2.2/custom/string' };
    expect(() => derivedWith('payment-order', ['$defs', 'orderDCA', 'properties'], { note })).toThrow(
      'clause "2.2/custom/string" says "note of a payment request is a string" (stated) and, in direct-payment',
    );
  });

  test('miss the id of a field that goes by another one', () => {
    const note = { $ref: 'fields.schema.json#/$defs/freeText', clause: '2.2/remark/string' };
    const made = derivedWith('payment-order', ['$defs', 'orderDCA', 'properties'], { note });
    expect(made.map(({ id }) => id)).not.toContain('2.2/note/string');
  });
});

describe('the rows of the register', () => {
  test.each(rows.filter(({ obliged }) => obliged === 'caller'))(
    'say in $id what no schema says alone',
    (row) => {
      const alone = () => clausesOfRequests(schemas, (id) => id !== row.id && written.has(id));
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
