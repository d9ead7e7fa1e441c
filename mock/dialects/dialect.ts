import { documentedOperations } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';
import type { Change } from '../behaviour.ts';

/** A conforming variant of the endpoint, which uses a freedom that the document leaves. */
export interface Dialect {
  readonly name: string;
  /** Why it conforms, with the sections that leave the freedom. */
  readonly reason: string;
  /** Clauses that may warn about it although it conforms. */
  readonly warns?: readonly ClauseId[];
  readonly change: Change;
  /** The operations that it changes; all if absent. */
  readonly touches?: readonly DocumentedOperationId[];
  /** Pattern of titles: these tests also run over connections, as one answer does not show the change or its effect. */
  readonly meets?: string;
}

/** Variants by name. */
export type DialectTable = Readonly<Record<string, Omit<Dialect, 'name'>>>;

/** All documented operations except the given ones. */
export function allBut(...others: readonly DocumentedOperationId[]): readonly DocumentedOperationId[] {
  return documentedOperations.map(({ id }) => id).filter((id) => !others.includes(id));
}
