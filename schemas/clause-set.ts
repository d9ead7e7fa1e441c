import { clauses } from './clauses.ts';
import type { ClauseId } from './types.ts';

/** A set of clauses that is written down in the order of their ids without being sorted. */
export interface ClauseSet {
  add(id: ClauseId): void;
  /** The clauses in the order of their ids; equal sets share one frozen list. */
  list(): readonly ClauseId[];
}

// The number of a clause is its place among all ids in order.
const inOrder: readonly ClauseId[] = clauses.map(({ id }) => id).sort();
const numbers: ReadonlyMap<ClauseId, number> = new Map(inOrder.map((id, number) => [id, number]));

// Exchanges of one kind look at the same clauses, so there are far fewer lists than exchanges.
const lists = new Map<string, readonly ClauseId[]>();
const mostLists = 500;

/** Opens a set without clauses; ids that the register does not have are kept beside it. */
export function openClauseSet(): ClauseSet {
  const bits = new Uint16Array(Math.ceil(inOrder.length / 16));
  let others: Set<ClauseId> | undefined;
  return {
    add(id) {
      const number = numbers.get(id);
      if (number === undefined) {
        others ??= new Set();
        others.add(id);
      } else {
        bits[number >> 4] = (bits[number >> 4] ?? 0) | (1 << (number & 15));
      }
    },
    list() {
      const known = listOf(bits);
      return others === undefined ? known : [...known, ...others].sort();
    },
  };
}

function listOf(bits: Uint16Array): readonly ClauseId[] {
  const key = String.fromCharCode(...bits);
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made = Object.freeze(
    inOrder.filter((_id, number) => ((bits[number >> 4] ?? 0) & (1 << (number & 15))) !== 0),
  );
  if (lists.size >= mostLists) lists.clear();
  lists.set(key, made);
  return made;
}
