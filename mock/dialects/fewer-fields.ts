import { answerSchema, postedFormSchema, staticInputsSchema } from '../../schemas/contract.ts';
import { listOf, objectOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { onPage, without } from '../faults/alter.ts';
import { allOf } from '../manner.ts';
import type { Input } from '../reply.ts';
import { onEveryAnswer, onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

// Whose account an answer is about, and its signature, are the matter of other variants.
const kept: ReadonlySet<JsonValue> = new Set(['merchant_id', 'account_id', 'encryption_data']);

/** The names that the schema of an object lists and no sentence states, but those that depend on the request. */
function listedNames(schema: JsonObject): string[] {
  return [schema, objectOf(schema.then)]
    .flatMap(({ listed }) => listOf(objectOf(listed).names))
    .filter((name): name is string => typeof name === 'string' && !kept.has(name));
}

/** The schema of the entries that an operation answers with. */
function entrySchema(operation: DocumentedOperationId): JsonObject {
  const { batch, lists } = operationOf(operation);
  const list = objectOf(objectOf(answerSchema(operation).properties)[batch?.field ?? lists?.field ?? '']);
  return objectOf(list.items);
}

function leavingOut(inputs: readonly Input[], schema: JsonObject): readonly Input[] {
  const names = listedNames(schema);
  return inputs.filter(([name]) => !names.includes(name));
}

/** Documented fields whose presence no sentence states are left out. */
export const fewerFields: Dialect = {
  name: 'fewer-fields',
  reason:
    '2.14: which fields are required is not shown. Only fields whose presence is stated nowhere are left out, which warns and no more.',
  declares: {
    warns: [
      '2.6/respon/listed',
      '2.8/static-inputs/listed',
      '2.8/added-inputs/listed',
      '2.9/capture_orders/listed',
      '2.9/review_orders/listed',
      '2.9/cancel_orders/listed',
      '2.9/refund_orders/listed',
      '2.10/orders_list/listed',
      '2.11/refund_orders/listed',
      '2.13/result/listed',
    ],
  },
  change: allOf(
    onEveryAnswer((value, { operation }) => without(value, ...listedNames(answerSchema(operation)))),
    onEveryList((entries, { operation }) => {
      const names = listedNames(entrySchema(operation));
      return entries.map((entry) => without(entry, ...names));
    }),
    onPage((page) => ({
      ...page,
      form: { ...page.form, inputs: leavingOut(page.form.inputs, staticInputsSchema()) },
      added: leavingOut(page.added, postedFormSchema()),
    })),
  ),
};
