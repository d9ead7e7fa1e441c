import { clauseOf } from '../schemas/clauses.ts';
import { type Breach, inspectRequest } from '../schemas/contract.ts';
import { defined } from '../schemas/defined.ts';
import { isBlank } from '../schemas/history/outcome.ts';
import { operationOf } from '../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { Gap } from './changes/value-changes.ts';
import type { RequestCase } from './request.ts';

/** A changed request whose clauses have not been determined yet. */
export interface Changed {
  readonly operation: DocumentedOperationId;
  readonly name: string;
  readonly kind: 'boundary' | 'fault';
  readonly body: JsonObject;
  readonly at: string;
  /** The gap of the document that the change probes when it breaks no clause. */
  readonly gap: Gap;
  /** The expected outcome and the clause that states it, where the document implies or shows the outcome. */
  readonly known?: { readonly expectation: 'accepted' | 'refused' | 'not-shown'; readonly clause: ClauseId };
}

/** Clauses for what the document leaves open about the requests of every operation. */
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

/** Stands for a signature, 64 hexadecimal characters as in 5.2, so that unsigned bodies can be validated. */
const placeholder = '0'.repeat(64);

function inspectUnsigned(operation: DocumentedOperationId, body: JsonObject) {
  return inspectRequest(operation, { ...body, encryption_data: placeholder });
}

/** The clauses on the caller that an unsigned body breaks, apart from those about the signature. */
export function callerBreaches(operation: DocumentedOperationId, body: JsonObject): readonly Breach[] {
  return inspectUnsigned(operation, body).breaches;
}

/** Only 7.6 says that invalid input is refused; an empty optional field may count as absent (2.14). */
function impliedByBreach(operation: DocumentedOperationId, breach: Breach | undefined): Changed['known'] {
  if (operation !== 'apm-payment' || breach?.keyword !== 'pattern') return undefined;
  const isAbsence = isBlank(breach.value) && !operationOf(operation).core.includes(breach.path);
  return clauseOf(breach.clause).evidence === 'stated' && !isAbsence
    ? { expectation: 'refused', clause: '7.6/invalid-input' }
    : undefined;
}

/** Determines which clauses a changed request breaks or touches, and which outcome the document implies. */
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
    ...defined({ breaks }),
    at,
  };
}
