import { amountParts } from '../amount-parts.ts';
import { postedFormSchema, requestSchema, staticInputsSchema } from '../contract.ts';
import { isObject, objectOf } from '../json.ts';

let unbound: ReadonlySet<string> | undefined;
let alternates: ReadonlyMap<string, readonly string[]> | undefined;

/** The names under which the posted form may repeat a request field: its own, then its alternates (2.8, C-10). */
export function namesOf(field: string): readonly string[] {
  alternates ??= readAlternates();
  return [field, ...(alternates.get(field) ?? [])];
}

/** Tells a name of the posted form that holds an amount or a total: such values are compared as numbers. */
export function holdsAmount(name: string): boolean {
  return amountParts.some((field) => namesOf(field).includes(name));
}

/** Alternate names of 2.8 that repeat no field of the request. */
export function unboundNames(): ReadonlySet<string> {
  unbound ??= readUnbound();
  return unbound;
}

function readUnbound(): ReadonlySet<string> {
  const schema = postedFormSchema();
  const request = objectOf(requestSchema('redirect-payment').properties);
  const statics = objectOf(staticInputsSchema().properties);
  const added = isObject(schema.listed) && Array.isArray(schema.listed.names) ? schema.listed.names : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return new Set(
    Object.entries(objectOf(schema.properties))
      .filter(
        ([name, property]) =>
          !(name in request || name in statics || (isObject(property) && '$comment' in property)),
      )
      .map(([name]) => name)
      .filter((name) => !added.includes(name) && !required.includes(name)),
  );
}

// The schema of the posted form says beside each alternate name which field it repeats.
function readAlternates(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const { properties } = postedFormSchema();
  for (const [name, property] of Object.entries(objectOf(properties))) {
    const comment = isObject(property) && typeof property.$comment === 'string' ? property.$comment : '';
    const field = /^alternate name of (\w+)/.exec(comment)?.[1];
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), name]);
  }
  return found;
}
