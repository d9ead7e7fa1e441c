import { isObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../types.ts';

/**
 * Makes a schema fit for judging: `sampled` becomes an assertion under its own clause, and every documented object
 * names the members it `knows`, so that all others can be collected.
 */
export function armSchema(schema: JsonObject): JsonObject {
  const { sampled, ...armed } = mapParts(schema);
  const all = Array.isArray(armed.allOf) ? [...armed.allOf] : [];
  const soft = softClause(schema);
  if (isObject(sampled) && soft !== undefined) all.push({ ...sampled, clause: soft, soft: true });
  if (all.length > 0) armed.allOf = all;
  const known = knownNames(schema);
  if (known.length > 0 && armed.additionalProperties !== false && armed.unevaluatedProperties !== false) {
    armed.knows = known;
  }
  return armed;
}

// Only along the parts that every message passes: branches of a choice would report members of the other branch.
function mapParts(schema: JsonObject): JsonObject {
  const mapped: JsonObject = {};
  for (const [keyword, part] of Object.entries(schema)) {
    if ((keyword === 'properties' || keyword === 'patternProperties') && isObject(part)) {
      mapped[keyword] = Object.fromEntries(
        Object.entries(part).map(([name, value]) => [name, armValue(value)]),
      );
    } else if (keyword === 'items' || keyword === 'additionalProperties') {
      mapped[keyword] = armValue(part);
    } else if (keyword === 'allOf' && Array.isArray(part)) {
      // The object around an allOf knows for its parts; see knownNames.
      mapped[keyword] = part.map((value) => (isObject(value) ? { ...armSchema(value), knows: [] } : value));
    } else {
      mapped[keyword] = part;
    }
  }
  return mapped;
}

function armValue(value: JsonValue): JsonValue {
  return isObject(value) ? armSchema(value) : value;
}

function softClause(schema: JsonObject): string | undefined {
  const soft = isObject(schema.clause) ? schema.clause.sampled : undefined;
  return typeof soft === 'string' ? soft : undefined;
}

function knownNames(schema: JsonObject): string[] {
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject).flatMap(knownNames) : [];
  return [...own, ...parts];
}
