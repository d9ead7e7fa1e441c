import { cap, clauseOf } from '../../schemas/clauses.ts';
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
  /** What it takes to see it beside what is sent and answered: a real browser, a connection, or two calls at the same time. */
  readonly needs?: 'browser' | 'wire' | 'race';
  /** Shows in one situation alone, into which not every acquirer lets itself be put. */
  readonly rare?: true;
  readonly change: Change;
}

/** Completes a fault with the worst verdict that its clause may give, unless it names a milder one. */
export function plant(fault: Omit<Fault, 'verdict'> & Partial<Pick<Fault, 'verdict'>>): Fault {
  const worst = cap(clauseOf(fault.clause).evidence, 'fail');
  return { verdict: worst === 'observed' || worst === 'warn' ? worst : 'fail', ...fault };
}
