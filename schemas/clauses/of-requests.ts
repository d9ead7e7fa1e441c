import { isObject, pointerSteps, valueAt } from '../json.ts';
import { type Clause, type ClauseId, type JsonObject, operationIds } from '../types.ts';
import { type Member, type Stated, statementsOf } from './statements.ts';

/** The message schemas as they are written, by file name. */
type Files = Readonly<Record<string, JsonObject>>;

/**
 * The clauses on the caller that the request schemas alone say: of each id that a `clause` keyword names and that has
 * no row of its own, the statement, its evidence, and the operations in whose requests it stands. Throws an `Error`
 * when two places say different things under one id.
 */
export function clausesOfRequests(files: Files, hasRow: (id: ClauseId) => boolean): Clause[] {
  const found = new Map<ClauseId, Clause>();
  for (const operation of operationIds) {
    const file = `${operation}.request.schema.json`;
    const root = files[file];
    for (const { id, statement, evidence } of root === undefined ? [] : statedIn(root, { files, file })) {
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

interface Home {
  readonly files: Files;
  readonly file: string;
}

/** Everything that the places of a request say, the groups of its `allOf` included. */
function statedIn(root: JsonObject, home: Home): Stated[] {
  const groups = Array.isArray(root.allOf) ? root.allOf.filter(isObject) : [];
  return [
    ...groups.flatMap((group) => statedIn(...named(group, home))),
    ...membersOf(root, home, suffixOf(root, '')),
  ];
}

function membersOf(schema: JsonObject, home: Home, suffix: string): Stated[] {
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, part]) =>
    isObject(part) ? statedAt(part, home, { name, suffix, isEntry: false }) : [],
  );
}

function statedAt(site: JsonObject, around: Home, member: Member): Stated[] {
  const [schema, home] = named(site, around);
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

/** A schema with what its `$ref` names below its own words, and where the references in it begin. */
function named(site: JsonObject, home: Home): [schema: JsonObject, home: Home] {
  const { $ref, ...own } = site;
  if (typeof $ref !== 'string') return [site, home];
  const [target = '', pointer = ''] = $ref.split('#');
  const file = target === '' ? home.file : target;
  const found = valueAt(home.files[file], pointerSteps(pointer));
  if (!isObject(found)) throw new Error(`${home.file}: ${$ref} names no schema`);
  return [
    { ...found, ...own },
    { files: home.files, file },
  ];
}
