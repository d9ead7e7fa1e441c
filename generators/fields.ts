import type { JsonObject } from '../schemas/types.ts';
import { propertiesOf, subschema } from './schema-view.ts';

/** One documented part of a request: a leaf, an object, an array, or an entry of an array. */
export interface Field {
  /** Member names from the top; `[]` is the last entry of an array. */
  readonly steps: readonly string[];
  /** Label of case names: dotted, without the batch that all entry fields share. */
  readonly label: string;
  readonly schema: JsonObject;
  readonly kind: 'leaf' | 'object' | 'array';
}

function kindOf(schema: JsonObject): Field['kind'] {
  if (schema.type === 'array') return 'array';
  return schema.properties === undefined ? 'leaf' : 'object';
}

function labelOf(steps: readonly string[], batch: string | undefined): string {
  const [first, second, ...rest] = steps;
  const own = first === batch && second === '[]' && rest.length > 0 ? rest : steps;
  const entry = own.at(-1) === '[]' ? '.entry' : '';
  return own.filter((step) => step !== '[]').join('.') + entry;
}

/** Lists every documented part of a request at any depth, in document order, the signature left out. */
export function fieldsOf(schema: JsonObject, batch?: string, steps: readonly string[] = []): Field[] {
  const inner = propertiesOf(schema)
    .filter(([name]) => name !== 'encryption_data')
    .flatMap(([name, member]) => fieldsOf(member, batch, [...steps, name]));
  const items = subschema(schema, 'items');
  const entries = items === undefined ? [] : fieldsOf(items, batch, [...steps, '[]']);
  const own: Field = { steps, label: labelOf(steps, batch), schema, kind: kindOf(schema) };
  return [...(steps.length === 0 ? [] : [own]), ...inner, ...entries];
}
