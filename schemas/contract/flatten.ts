import { isObject, listOf, objectOf } from '../json.ts';
import type { JsonObject, JsonValue } from '../types.ts';

const mergeable = new Set([
  'title',
  'description',
  '$comment',
  'type',
  'properties',
  'required',
  'clause',
  'memberSuffix',
]);

/** Joins the groups of an `allOf` into one object schema, so that `properties` names every field in one place. */
export function flattenGroups(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  let joined: JsonObject = rest;
  const kept: JsonValue[] = [];
  for (const group of allOf) {
    if (isObject(group) && Object.keys(group).every((name) => mergeable.has(name)))
      joined = join(joined, group);
    else kept.push(group);
  }
  return kept.length === 0 ? joined : { ...joined, allOf: kept };
}

// The outer schema's words win; members of the group come first, as the groups stand first in the document.
function join(outer: JsonObject, group: JsonObject): JsonObject {
  const joined: JsonObject = { ...outer };
  joined.properties = { ...objectOf(group.properties), ...objectOf(outer.properties) };
  const required = [...new Set([...listOf(outer.required), ...listOf(group.required)])];
  if (required.length > 0) joined.required = required;
  if (isObject(group.clause)) joined.clause = joinClauses(objectOf(outer.clause), group.clause);
  return joined;
}

function joinClauses(outer: JsonObject, group: JsonObject): JsonObject {
  const joined: JsonObject = { ...group, ...outer };
  if (isObject(outer.required) && isObject(group.required))
    joined.required = { ...group.required, ...outer.required };
  return joined;
}
