import type { MakeContext } from '../../generators/context.ts';
import { type Field, fieldsOf } from '../../generators/fields.ts';
import { classesOf, drawOf } from '../../generators/value-classes.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { listOf, pathOf } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonValue } from '../../schemas/types.ts';

/** A value to try in a field. */
interface TriedValue {
  /** Name of its class, for example `right-to-left`. */
  readonly id: string;
  /** What is special about it. */
  readonly sentence: string;
  readonly value: JsonValue;
}

/** One value of each class that the document allows in a field, then the values that its shape does not take. */
function valuesOf(field: Field, context: MakeContext, own: string): readonly TriedValue[] {
  const { own: usual, beyond } = classesOf(field, context);
  const further = beyond.filter(({ id }) => !usual.some((one) => one.id === id));
  const allowed = [...usual, ...further].filter(({ forbidden }) => forbidden === undefined);
  return [
    ...allowed.map(({ id, sentence, make }) => ({
      id,
      sentence,
      value: make(drawOf(0, own, own, pathOf(field.steps), id)),
    })),
    ...listOf(field.schema.misfits).map((value) => ({
      id: `misfit ${JSON.stringify(value)}`,
      sentence: 'Not of the documented shape.',
      value,
    })),
  ];
}

/** Returns every documented value of a request in document order, with the values to try; `own` makes them unique. */
export function requestFields(operation: DocumentedOperationId, context: MakeContext, own: string) {
  return fieldsOf(requestSchema(operation))
    .filter(({ kind }) => kind === 'leaf')
    .map((field) => {
      const { schema, steps } = field;
      const [example = ''] = listOf(schema.examples);
      return {
        /** Path with `[]` for any entry: `refund_orders[].amount`. */
        path: pathOf(steps),
        description: typeof schema.description === 'string' ? schema.description : '',
        example,
        values: valuesOf(field, context, own),
      };
    });
}
