import { placesOf, type SchemaPlace } from '../schemas/schema-places.ts';
import type { JsonObject } from '../schemas/types.ts';

/** One documented part of a request: a leaf, an object, an array, or an entry of an array. */
export interface Field extends SchemaPlace {
  /** Dotted name for case names, without the batch that all entry fields share. */
  readonly label: string;
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

/** Lists every documented part of a request at any depth in document order, without the signature. */
export function fieldsOf(schema: JsonObject, batch?: string): Field[] {
  return placesOf(schema)
    .filter(({ steps }) => steps.length > 0 && !steps.includes('encryption_data'))
    .map((place) => ({ ...place, label: labelOf(place.steps, batch), kind: kindOf(place.schema) }));
}
