import { cap, clauseOf } from '../../schemas/clauses.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';

/** One deviation of the endpoint from one clause. */
export interface Fault {
  readonly id: string;
  readonly clause: ClauseId;
  /** The operation whose calls show it. */
  readonly operation: DocumentedOperationId;
  /** The verdict that the clause's evidence allows for it. */
  readonly verdict: 'fail' | 'warn' | 'observed';
  readonly description: string;
  /** It takes a real browser to see it. */
  readonly needs?: 'browser';
  /** Words of titles, as a pattern: these tests meet it over connections, because no answer alone shows it. */
  readonly meets?: string;
  /** Shows in one situation alone, into which not every acquirer lets itself be put. */
  readonly rare?: true;
  readonly change: Change;
}

const byLength = documentedOperations.map(({ id }) => id).sort((one, other) => other.length - one.length);

/** The operation that the id of a fault begins with. */
function operationIn(faultId: string): DocumentedOperationId {
  const operation = byLength.find((id) => faultId.startsWith(`${id}-`));
  if (operation === undefined) throw new Error(`the fault ${faultId} names no operation`);
  return operation;
}

type Planted = Omit<Fault, 'verdict' | 'operation'> & Partial<Pick<Fault, 'verdict' | 'operation'>>;

/**
 * Completes a fault with the worst verdict that its clause may give, unless it names a milder one, and the operation that its id
 * begins with, unless it names another.
 */
export function plant({ operation, ...fault }: Planted): Fault {
  const worst = cap(clauseOf(fault.clause).evidence, 'fail');
  return {
    operation: operation ?? operationIn(fault.id),
    verdict: worst === 'observed' || worst === 'warn' ? worst : 'fail',
    ...fault,
  };
}

/** The faults of a table by their ids. */
export function planted(table: Readonly<Record<string, Omit<Planted, 'id'>>>): readonly Fault[] {
  return Object.entries(table).map(([id, fault]) => plant({ id, ...fault }));
}
