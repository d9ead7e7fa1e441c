import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { withText } from '../../generators/covering.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { listOf } from '../../schemas/json.ts';
import { documentedOperations, operationOf, operationsOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';

const text = 'A & B';
const drawn = (operation: DocumentedOperationId): JsonObject =>
  sampleOne(validRequest(operation, defaultContext, 'full', 1), 5).body;

const asked: readonly (readonly [DocumentedOperationId, JsonObject])[] = documentedOperations.map(
  ({ id }) => [id, drawn(id)],
);

test.each(asked.filter(([id]) => operationOf(id).family === 'payment'))(
  'the text stands in one free text of a %s, and nothing else changes',
  (operation, body) => {
    const made = withText(operation, defaultContext, body, text) ?? {};
    const changed = Object.keys(made).filter((name) => made[name] !== body[name]);
    expect(changed.map((name) => made[name])).toEqual([text]);
    expect(Object.keys(made)).toEqual(Object.keys(body));
  },
);

test.each(['capture', 'review', 'cancel'] as const)(
  'the text stands in the number of one more order of a %s, which nobody has',
  (operation) => {
    const field = operationOf(operation).batch?.field ?? '';
    const body = drawn(operation);
    const made = withText(operation, defaultContext, body, text) ?? {};
    const [before, after] = [listOf(body[field]), listOf(made[field])];
    expect(made).toEqual({ ...body, [field]: after });
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ order_no: expect.stringMatching(/^A & B .*unknown-/) });
  },
);

test('the text is the reason of a refund', () => {
  const { refund_orders } = withText('refund', defaultContext, drawn('refund'), text) ?? {};
  expect(listOf(refund_orders)[0]).toMatchObject({ refund_reason: text });
});

test.each(operationsOf('search'))('a %s has no place for a text', (operation) => {
  expect(withText(operation, defaultContext, drawn(operation), text)).toBeUndefined();
});
