import { clauseOf } from '../schemas/clauses.ts';
import { type Breach, inspectRequest } from '../schemas/contract.ts';
import { given } from '../schemas/given.ts';
import { isBlank } from '../schemas/history/outcome.ts';
import { operationOf } from '../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { Gap } from './changes/value-changes.ts';
import type { RequestCase } from './request.ts';

/** A changed request before it is known what the change means. */
export interface Changed {
  readonly operation: DocumentedOperationId;
  readonly name: string;
  readonly kind: 'boundary' | 'fault';
  readonly body: JsonObject;
  readonly at: string;
  /** The gap it probes when it breaks no clause. */
  readonly gap: Gap;
  /** Set where the document implies or shows what ought to happen; the clause is the one that says so. */
  readonly known?: { readonly expectation: 'accepted' | 'refused' | 'not-shown'; readonly clause: ClauseId };
}

/** Clauses of what the document does not show about the requests of every operation. */
const gapClauses = {
  required: '2.14/required-request-fields',
  values: '2.14/allowed-values',
  lengths: '2.14/lengths',
  formats: '2.14/formats',
  maximum: '8/maximum-amounts',
} as const satisfies Record<Gap, ClauseId>;

function gapClause(operation: DocumentedOperationId, gap: Gap): ClauseId {
  const clause = gapClauses[gap];
  return clauseOf(clause).operations.includes(operation) ? clause : gapClauses.formats;
}

/** 5.2 shows 64 hexadecimal characters; with these every generated body is checked as if it were signed. */
const placeholder = '0'.repeat(64);

function inspectUnsigned(operation: DocumentedOperationId, body: JsonObject) {
  return inspectRequest(operation, { ...body, encryption_data: placeholder });
}

/** The clauses on the caller that an unsigned body breaks, the signature itself left aside. */
export function callerBreaches(operation: DocumentedOperationId, body: JsonObject): readonly Breach[] {
  return inspectUnsigned(operation, body).breaches;
}

/** 7.6 is the one place where the document says that invalid input is refused; an empty optional field may count as absent (2.14). */
function impliedByBreach(operation: DocumentedOperationId, breach: Breach | undefined): Changed['known'] {
  if (operation !== 'apm-payment' || breach?.keyword !== 'pattern') return undefined;
  const isAbsence = isBlank(breach.value) && !operationOf(operation).core.includes(breach.path);
  return clauseOf(breach.clause).evidence === 'stated' && !isAbsence
    ? { expectation: 'refused', clause: '7.6/invalid-input' }
    : undefined;
}

/** Finds out which clauses a changed request breaks, which clause it touches and what the document says about it. */
export function appraise(changed: Changed): RequestCase {
  const { operation, name, kind, body, at, gap } = changed;
  const { breaches, soft } = inspectUnsigned(operation, body);
  const clauses = [...new Set([...breaches.map(({ clause }) => clause), ...soft])];
  const breaks = clauses.length === 1 ? clauses[0] : undefined;
  const known = changed.known ?? impliedByBreach(operation, breaks === undefined ? undefined : breaches[0]);
  return {
    operation,
    name,
    kind,
    body,
    clause: known?.clause ?? clauses[0] ?? gapClause(operation, gap),
    expectation: known?.expectation ?? 'not-shown',
    ...given({ breaks }),
    at,
  };
}
