import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { isObject, pointerSteps, valueAt } from './json.ts';
import { rawSchemas } from './message-schemas.ts';
import {
  type Clause,
  type ClauseId,
  type Evidence,
  type JsonObject,
  type JsonValue,
  type OperationId,
  operationIds,
  type Verdict,
} from './types.ts';

/** A clause as one place of a schema says it. */
interface Stated {
  readonly id: ClauseId;
  readonly statement: string;
  readonly evidence: Evidence;
}

/** What statements call a place: a member, or the entries of an array member. */
interface Member {
  readonly name: string;
  /** What follows the name in a statement: `of a payment request`; empty where no object around says it. */
  readonly suffix: string;
  readonly isEntry: boolean;
}

/** What one place of a request schema says, a clause for each keyword that its `clause` names. */
function statementsOf(schema: JsonObject, member: Member): Stated[] {
  const { clause } = schema;
  const ids: JsonObject = typeof clause === 'string' ? { type: clause } : isObject(clause) ? clause : {};
  const found = new Map<ClauseId, Stated>();
  for (const [keyword, id] of Object.entries(ids)) {
    // What is demanded by name, limited in number or forbidden has rows: the document says it apart from the fields.
    if (typeof id !== 'string' || found.has(id)) continue;
    const statement = statementOf(schema, member, keyword, id);
    if (statement !== undefined) found.set(id, { id, statement, evidence: evidenceOf(schema, keyword) });
  }
  return [...found.values()];
}

const closing: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

function statementOf(
  schema: JsonObject,
  { name, suffix, isEntry }: Member,
  keyword: string,
  id: ClauseId,
): string | undefined {
  if (isEntry) {
    if (closing.has(keyword)) return `An entry of ${name} holds no member beyond those documented`;
    return schema.type === 'object' ? `Each entry of ${name} is an object` : undefined;
  }
  if (suffix === '') return undefined;
  const called = typeof schema.called === 'string' ? schema.called : `${name} ${suffix}`;
  if (closing.has(keyword)) return `${called} holds no member beyond those documented`;
  const said = keyword === 'sampled' ? saidBy(schema.sampled) : ofType(schema.type, id);
  const predicate =
    said ?? (keyword === 'type' || keyword === 'pattern' || keyword === 'anyOf' ? saidBy(schema) : undefined);
  return predicate === undefined ? undefined : `${called} ${predicate}`;
}

/** `is a string` for the clause `…/string` of a string. */
function ofType(type: JsonValue | undefined, id: ClauseId): string | undefined {
  if (typeof type !== 'string' || !id.endsWith(`/${type}`)) return undefined;
  return `is ${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** What a shape says of its field: its `states`, otherwise its description without the example. */
function saidBy(shape: JsonValue | undefined): string | undefined {
  if (!isObject(shape)) return undefined;
  if (typeof shape.states === 'string') return shape.states;
  if (typeof shape.description !== 'string') return undefined;
  return `is ${shape.description.replace(/ such as .*$/, '')}`;
}

/** Types and shapes are stated unless a schema says otherwise; that an object has no other member is implied. */
function evidenceOf(schema: JsonObject, keyword: string): Evidence {
  if (closing.has(keyword)) return 'implied';
  const { evidence } = keyword === 'sampled' && isObject(schema.sampled) ? schema.sampled : schema;
  if (typeof evidence === 'string') return evidence as Evidence;
  return keyword === 'sampled' ? 'implied' : 'stated';
}

/** The message schemas as they are written, by file name. */
type Files = Readonly<Record<string, JsonObject>>;

/**
 * The clauses on the caller that the request schemas alone say: of each id that a `clause` keyword names and that has
 * no row of its own, the statement, its evidence, and the operations whose requests have it. Throws an `Error`
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

// What no schema says: a row each, written by hand.
const rows: readonly Clause[] = JSON.parse(readFileSync(new URL('./clauses.json', import.meta.url), 'utf8'));
const written: ReadonlySet<ClauseId> = new Set(rows.map(({ id }) => id));

/**
 * The register: every checkable statement of the document, sorted by section and then by id. It is made of the rows of
 * `clauses.json` and of what the request schemas say of their fields.
 */
export const clauses: readonly Clause[] = [
  ...rows,
  ...clausesOfRequests(rawSchemas(), (id) => written.has(id)),
].sort(bySectionAndId);

function bySectionAndId(one: Clause, other: Clause): number {
  const [chapter = 0, part = 0] = one.section.split('.').map(Number);
  const [otherChapter = 0, otherPart = 0] = other.section.split('.').map(Number);
  return chapter - otherChapter || part - otherPart || (one.id < other.id ? -1 : 1);
}

const byId: ReadonlyMap<ClauseId, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

/** Tells whether the register has a clause with this id. */
export function hasClause(id: ClauseId): boolean {
  return byId.has(id);
}

/** The clause with this id; throws an `Error` that names the nearest id when there is none. */
export function clauseOf(id: ClauseId): Clause {
  const clause = byId.get(id);
  if (clause === undefined)
    throw new Error(`no clause "${id}"; the nearest is "${closest(id, [...byId.keys()])}"`);
  return clause;
}

/** The clauses that exchanges of an operation can exercise, in the order of the register. */
export function clausesOf(operation: OperationId): Clause[] {
  return clauses.filter((clause) => clause.operations.includes(operation));
}

/**
 * The verdict that a clause of this evidence may give at worst: samples and implications only warn, gaps are only
 * observed, and what says nothing about the service (`suite-error`, `inconclusive`, `not-…`) stays as it is.
 */
export function cap(evidence: Evidence, verdict: Verdict): Verdict {
  if (evidence === 'silent') return judgements.has(verdict) ? 'observed' : verdict;
  if (evidence === 'sampled' || evidence === 'implied') return verdict === 'fail' ? 'warn' : verdict;
  return verdict;
}

// A gap has nothing to be passed, failed or left undecided.
const judgements: ReadonlySet<Verdict> = new Set(['fail', 'inconclusive', 'warn', 'pass']);
