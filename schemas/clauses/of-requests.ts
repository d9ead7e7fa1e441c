import { isObject, pointerSteps, valueAt } from '../json.ts';
import { rawSchemas } from '../message-schemas.ts';
import { type Clause, type ClauseId, type JsonObject, operationIds } from '../types.ts';
import { type Member, type Stated, statementsOf } from './statements.ts';

/**
 * The clauses on the caller that the request schemas alone say: of each id that a `clause` keyword names and that has
 * no row of its own, the statement, its evidence, and the operations in whose requests it stands. Throws an `Error`
 * when two places say different things under one id.
 */
export function clausesOfRequests(hasRow: (id: ClauseId) => boolean): Clause[] {
  const found = new Map<ClauseId, Clause>();
  for (const operation of operationIds) {
    const file = `${operation}.request.schema.json`;
    const root = rawSchemas()[file];
    for (const { id, statement, evidence } of root === undefined ? [] : statedIn(root, file)) {
      if (hasRow(id)) continue;
      const known = found.get(id);
      if (known !== undefined && (known.statement !== statement || known.evidence !== evidence))
        throw new Error(
          `clause "${id}" says "${known.statement}" (${known.evidence}) and, in ${file}, "${statement}" (${evidence})`,
        );
      const operations = [...new Set([...(known?.operations ?? []), operation])];
      found.set(id, { id, section: sectionOf(id), statement, evidence, obliged: 'caller', operations });
    }
  }
  return [...found.values()];
}

/** The section of the document that a clause id begins with. */
function sectionOf(id: ClauseId): string {
  return id.slice(0, id.indexOf('/'));
}

/** Everything that the places of a request say, the groups of its `allOf` included. */
function statedIn(root: JsonObject, file: string): Stated[] {
  const groups = Array.isArray(root.allOf) ? root.allOf.filter(isObject) : [];
  return [
    ...groups.flatMap((group) => statedIn(...named(group, file))),
    ...membersOf(root, file, suffixOf(root, '')),
  ];
}

function membersOf(schema: JsonObject, file: string, suffix: string): Stated[] {
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, part]) =>
    isObject(part) ? statedAt(part, file, { name, suffix, isEntry: false }) : [],
  );
}

function statedAt(site: JsonObject, file: string, member: Member): Stated[] {
  const [schema, home] = named(site, file);
  const { items } = schema;
  const inner = suffixOf(schema, member.suffix);
  return [
    ...statementsOf(schema, member),
    ...membersOf(schema, home, inner),
    ...(isObject(items) ? statedAt(items, home, { name: member.name, suffix: inner, isEntry: true }) : []),
  ];
}

// What an object does not say of its members is as around it: `price` of an item is told as a part of `cart_items`.
function suffixOf(schema: JsonObject, around: string): string {
  return typeof schema.memberSuffix === 'string' ? schema.memberSuffix : around;
}

/** A schema with what its `$ref` names below its own words, and the file in which its references begin. */
function named(site: JsonObject, file: string): [schema: JsonObject, file: string] {
  const { $ref, ...own } = site;
  if (typeof $ref !== 'string') return [site, file];
  const [target = '', pointer = ''] = $ref.split('#');
  const home = target === '' ? file : target;
  const found = valueAt(rawSchemas()[home], pointerSteps(pointer));
  if (!isObject(found)) throw new Error(`${file}: ${$ref} names no schema`);
  return [{ ...found, ...own }, home];
}
