import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { requestSchema } from './contract.ts';
import { isObject, objectOf } from './json.ts';
import { documentedOperations, operationsOfObjects } from './operations.ts';
import type {
  Clause,
  ClauseId,
  DocumentedOperationId,
  Evidence,
  JsonObject,
  JsonValue,
  OperationId,
  Verdict,
} from './types.ts';

/** A clause as stated at one place of a schema. */
interface Stated {
  readonly id: ClauseId;
  readonly statement: string;
  readonly evidence: Evidence;
}

/** The subject of a statement: a member, or the entries of an array member. */
interface Member {
  readonly name: string;
  /** Text after the name in a statement, such as `of a payment request`; empty if no enclosing object defines it. */
  readonly suffix: string;
  readonly isEntry: boolean;
}

/** The statements of one place of a request schema: one clause per keyword that its `clause` lists. */
function statementsOf(schema: JsonObject, member: Member): Stated[] {
  const { clause } = schema;
  const ids: JsonObject = typeof clause === 'string' ? { type: clause } : isObject(clause) ? clause : {};
  const found = new Map<ClauseId, Stated>();
  for (const [keyword, id] of Object.entries(ids)) {
    // `required`, size limits and prohibitions have rows in `clauses.json`, as the document states them separately.
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

/** `is a string` for a clause id that ends in `/string` and a schema of that type. */
function ofType(type: JsonValue | undefined, id: ClauseId): string | undefined {
  if (typeof type !== 'string' || !id.endsWith(`/${type}`)) return undefined;
  return `is ${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The predicate that a shape gives its field: its `states`, or its description without the example. */
function saidBy(shape: JsonValue | undefined): string | undefined {
  if (!isObject(shape)) return undefined;
  if (typeof shape.states === 'string') return shape.states;
  if (typeof shape.description !== 'string') return undefined;
  return `is ${shape.description.replace(/ such as .*$/, '')}`;
}

/** Types and shapes are stated unless the schema says otherwise; closed member lists are implied. */
function evidenceOf(schema: JsonObject, keyword: string): Evidence {
  if (closing.has(keyword)) return 'implied';
  const { evidence } = keyword === 'sampled' && isObject(schema.sampled) ? schema.sampled : schema;
  if (typeof evidence === 'string') return evidence as Evidence;
  return keyword === 'sampled' ? 'implied' : 'stated';
}

/**
 * The caller's clauses that only the request schemas state, that is, every id under a `clause` keyword without a row of
 * its own. Throws an `Error` if two places state one id differently.
 */
export function clausesOfRequests(
  schemaOf: (operation: DocumentedOperationId) => JsonObject,
  hasRow: (id: ClauseId) => boolean,
): Clause[] {
  const found = new Map<ClauseId, Clause>();
  for (const { id: operation } of documentedOperations) {
    for (const { id, statement, evidence } of statedBelow(schemaOf(operation), '', '')) {
      if (hasRow(id)) continue;
      const known = found.get(id);
      if (known !== undefined && (known.statement !== statement || known.evidence !== evidence))
        throw new Error(
          `clause "${id}" says "${known.statement}" (${known.evidence}) and, in ${operation}, "${statement}" (${evidence})`,
        );
      const operations = [...new Set([...(known?.operations ?? []), operation])];
      found.set(id, { id, section: sectionOf(id), statement, evidence, obliged: 'caller', operations });
    }
  }
  return [...found.values()];
}

/** The section number at the start of a clause id. */
function sectionOf(id: ClauseId): string {
  return id.slice(0, id.indexOf('/'));
}

/** All statements of the members and entries of a request schema. */
function statedBelow(schema: JsonObject, name: string, around: string): Stated[] {
  // An object without `memberSuffix` inherits the outer one: `price` of an item is named as a part of `cart_items`.
  const suffix = typeof schema.memberSuffix === 'string' ? schema.memberSuffix : around;
  const members = Object.entries(objectOf(schema.properties)).flatMap(([member, part]) =>
    statedAt(objectOf(part), { name: member, suffix, isEntry: false }),
  );
  const entries = isObject(schema.items) ? statedAt(schema.items, { name, suffix, isEntry: true }) : [];
  return [...members, ...entries];
}

function statedAt(schema: JsonObject, member: Member): Stated[] {
  return [...statementsOf(schema, member), ...statedBelow(schema, member.name, member.suffix)];
}

/** Groups of operations that a row names by a word. */
const groups = {
  documented: documentedOperations.map(({ id }) => id),
  'answered with an object': operationsOfObjects,
  'answered in JSON': documentedOperations.filter(({ answers }) => answers === 'json').map(({ id }) => id),
} as const satisfies Record<string, readonly OperationId[]>;

/** A row of `clauses.json`: a clause that no schema states, written by hand. Its section stands in its id. */
interface Row extends Omit<Clause, 'section' | 'operations'> {
  readonly operations: keyof typeof groups | readonly OperationId[];
}

const rows: readonly Row[] = JSON.parse(readFileSync(new URL('./clauses.json', import.meta.url), 'utf8'));
const written: ReadonlySet<ClauseId> = new Set(rows.map(({ id }) => id));

function clauseOfRow({ id, ...row }: Row): Clause {
  const operations = typeof row.operations === 'string' ? groups[row.operations] : row.operations;
  return { id, section: sectionOf(id), ...row, operations };
}

/** The clause register, from `clauses.json` and the request schemas, sorted by section and id. */
export const clauses: readonly Clause[] = [
  ...rows.map(clauseOfRow),
  ...clausesOfRequests(requestSchema, (id) => written.has(id)),
].sort(bySectionAndId);

function bySectionAndId(one: Clause, other: Clause): number {
  const [chapter = 0, part = 0] = one.section.split('.').map(Number);
  const [otherChapter = 0, otherPart = 0] = other.section.split('.').map(Number);
  return chapter - otherChapter || part - otherPart || (one.id < other.id ? -1 : 1);
}

const byId: ReadonlyMap<ClauseId, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

/** Returns whether the register has a clause with this id. */
export function hasClause(id: ClauseId): boolean {
  return byId.has(id);
}

/** The clause with this id; throws an `Error` with the nearest id if there is none. */
export function clauseOf(id: ClauseId): Clause {
  const clause = byId.get(id);
  if (clause === undefined)
    throw new Error(`no clause "${id}"; the nearest is "${closest(id, [...byId.keys()])}"`);
  return clause;
}

/** The clauses that exchanges of an operation can exercise, in register order. */
export function clausesOf(operation: OperationId): Clause[] {
  return clauses.filter((clause) => clause.operations.includes(operation));
}

/**
 * The verdict capped by the evidence of its clause: sampled and implied clauses warn at most, silent ones are only
 * observed. Verdicts that do not judge the service (`suite-error`, `not-…`) stay as they are.
 */
export function cappedVerdict(evidence: Evidence, verdict: Verdict): Verdict {
  if (evidence === 'silent') return judgements.has(verdict) ? 'observed' : verdict;
  if (evidence === 'sampled' || evidence === 'implied') return verdict === 'fail' ? 'warn' : verdict;
  return verdict;
}

// A silent clause cannot be passed, failed or inconclusive.
const judgements: ReadonlySet<Verdict> = new Set(['fail', 'inconclusive', 'warn', 'pass']);
