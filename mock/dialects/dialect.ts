import { documentedOperations } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';

/** A legal variant of the endpoint: it uses a freedom that the document leaves. */
export interface Dialect {
  readonly name: string;
  /** Why it conforms, with the sections that leave the freedom. */
  readonly reason: string;
  /** What a judge may say about it nevertheless: clauses that warn. */
  readonly warns?: readonly ClauseId[];
  readonly change: Change;
  /** Operations that it answers in its own way, all others as the plain endpoint does; all unless given. */
  readonly touches?: readonly DocumentedOperationId[];
  /**
   * Words of titles, as a pattern: these tests meet it over connections as well, because it changes what no single answer shows, or
   * what a test does next.
   */
  readonly meets?: string;
}

/** Variants by their names. */
export type DialectTable = Readonly<Record<string, Omit<Dialect, 'name'>>>;

/** All operations of the document but these. */
export function allBut(...others: readonly DocumentedOperationId[]): readonly DocumentedOperationId[] {
  return documentedOperations.map(({ id }) => id).filter((id) => !others.includes(id));
}
