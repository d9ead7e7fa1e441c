import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerChecks } from '../../schemas/judge/answer-checks.ts';
import { documentedOperations, operationsOf } from '../../schemas/operations.ts';
import { operationIds } from '../../schemas/types.ts';

const schemaIn = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

describe('the operation table', () => {
  test('gives entries to batches and a list to searches only', () => {
    for (const { id, family, batch, lists } of documentedOperations) {
      expect(batch !== undefined, id).toBe(family === 'batch');
      expect(lists !== undefined, id).toBe(family === 'search');
    }
  });

  test('names the operations of a family in the order of section 1', () => {
    expect(operationsOf('batch')).toEqual(['capture', 'review', 'cancel', 'refund']);
    expect(operationsOf('payment', 'payout')).toEqual([
      'direct-payment',
      'apm-payment',
      'redirect-payment',
      'payout',
    ]);
  });

  test('takes an answer without members for no success of any operation', () => {
    for (const { id } of documentedOperations) {
      expect(answerChecks[id].succeeded({}), id).toBe(false);
      expect(answerChecks[id].isResult({}), id).toBe(false);
    }
  });
});

describe('the JSON Schemas of files', () => {
  const sorted = [...operationIds].sort();

  test('let a target file name every operation and no other', () => {
    const { capabilities, encodings } = schemaIn('targets/target.schema.json').properties;
    expect(Object.keys(capabilities.properties).sort()).toEqual(sorted);
    expect(Object.keys(encodings.properties).sort()).toEqual(sorted);
  });

  test('let known deviations name every operation and no other', () => {
    const { operation } = schemaIn('reports/deviations.schema.json').properties.deviations.items.properties;
    expect([...operation.enum].sort()).toEqual(sorted);
  });

  test('let a statement name every operation and no other', () => {
    const { properties, $defs } = schemaIn('reports/statement.schema.json');
    expect([...$defs.operation.enum].sort()).toEqual(sorted);
    expect([...properties.capabilities.required].sort()).toEqual(sorted);
  });
});
