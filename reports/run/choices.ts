import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Effect, OperationId } from '../../schemas/types.ts';

/** What the caller of a run left out, besides the operations. */
export interface RunChoices {
  /** What may be done to the target. */
  readonly allow: readonly Effect[];
  /** Why only some tests ran, in words, as in `tests that match "refund"` or `shard 1 of 2`. */
  readonly only?: string;
  /** Whether there is an address for result notifications. */
  readonly notify: boolean;
  /** Whether the target names a second account. */
  readonly secondAccount: boolean;
}

/** Nothing left out. */
export const wholeChoices: RunChoices = {
  allow: ['reads', 'creates', 'moves-money', 'irreversible'],
  notify: true,
  secondAccount: true,
};

/** One of several parts of a run: every test belongs to exactly one of them. */
export interface Shard {
  /** From 1 to `of`. */
  readonly number: number;
  readonly of: number;
}

/** The name of a target, and the choices of a run, as a statement has them: a shard alone is never complete, so its statement names it. */
export function withShard(
  name: string,
  choices: RunChoices,
  shard: Shard | undefined,
): { readonly name: string; readonly choices: RunChoices } {
  if (shard === undefined) return { name, choices };
  const part = `shard ${shard.number} of ${shard.of}`;
  const only = choices.only === undefined ? part : `${choices.only}, ${part}`;
  return { name: `${name}, ${part}`, choices: { ...choices, only } };
}

/** The operations, capabilities and choices of a run. */
export interface RunScope {
  readonly capabilities: Readonly<Partial<Record<OperationId, boolean>>>;
  readonly selected: readonly OperationId[];
  readonly choices: RunChoices;
}

/** The documented operations that a run is meant to meet: declared, selected and allowed. */
export function operationsInScope({
  capabilities,
  selected,
  choices,
}: RunScope): readonly DocumentedOperationId[] {
  return documentedOperations
    .filter(
      ({ id, effect }) =>
        capabilities[id] !== false && selected.includes(id) && choices.allow.includes(effect),
    )
    .map(({ id }) => id);
}

/** What a run was told to leave out, one phrase each; empty for a whole run. */
export function partsLeftOut({ capabilities, selected, choices }: RunScope): readonly string[] {
  const declared = documentedOperations.filter(({ id }) => capabilities[id] !== false);
  const absent = documentedOperations.filter(({ id }) => capabilities[id] === false);
  const chosen = declared.filter(({ id }) => selected.includes(id));
  const forbidden = chosen.filter(({ effect }) => !choices.allow.includes(effect));
  const inScope = chosen.filter(({ effect }) => choices.allow.includes(effect));
  const names = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id).join(', ');
  const notified = inScope.some(({ family }) => family === 'payment' || family === 'payout');
  const listed = inScope.some(({ family }) => family === 'search');
  return [
    ...(absent.length > 0 ? [`declared absent: ${names(absent)}`] : []),
    ...(chosen.length < declared.length ? [`only ${names(chosen) || 'undocumented operations'}`] : []),
    ...(choices.only === undefined ? [] : [`only ${choices.only}`]),
    ...(forbidden.length > 0 ? [`not allowed: ${names(forbidden)}`] : []),
    ...(choices.notify || !notified ? [] : ['no notification address']),
    ...(choices.secondAccount || !listed ? [] : ['no second account']),
  ];
}
