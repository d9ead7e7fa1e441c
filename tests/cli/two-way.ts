import type { Clause, ClauseId } from '../../schemas/types.ts';

/** Clauses that could be judged or observed in an exchange, but that nothing looks at. */
export function uncheckedClauses(
  register: readonly Clause[],
  isChecked: (id: ClauseId) => boolean,
): readonly ClauseId[] {
  return register
    .filter(({ gap }) => gap === undefined || 'observed' in gap)
    .filter(({ id }) => !isChecked(id))
    .map(({ id }) => id);
}

/** Checks that name a clause which does not exist. */
export function checksWithoutClause(
  checked: Iterable<ClauseId>,
  register: readonly Clause[],
): readonly ClauseId[] {
  const known = new Set(register.map(({ id }) => id));
  return [...checked].filter((id) => !known.has(id));
}
