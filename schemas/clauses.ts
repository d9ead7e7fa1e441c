import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { clausesOfRequests } from './clauses/of-requests.ts';
import { rawSchemas } from './message-schemas.ts';
import type { Clause, ClauseId, Evidence, OperationId, Verdict } from './types.ts';

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
