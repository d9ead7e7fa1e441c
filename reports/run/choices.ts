import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Effect, OperationId } from '../../schemas/types.ts';

/** What the caller of a run left out, besides operations. */
export interface RunChoices {
  /** The permitted effects on the target. */
  readonly allow: readonly Effect[];
  /** Why only some tests ran, such as `tests that match "refund"` or `shard 1 of 2`. */
  readonly only?: string;
  /** True if there is an address for result notifications. */
  readonly notify: boolean;
  /** True if the target has a second account. */
  readonly secondAccount: boolean;
}

/** Nothing is left out. */
export const wholeChoices: RunChoices = {
  allow: ['reads', 'creates', 'moves-money', 'irreversible'],
  notify: true,
  secondAccount: true,
};

/** One of several parts of a run; every test belongs to exactly one. */
export interface Shard {
  /** From 1 to `of`. */
  readonly number: number;
  readonly of: number;
}

/** Adds the shard to the target name and the choices in a statement, because one shard is never complete. */
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

/** The documented operations that a run is to test: declared, selected and allowed. */
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

/** What the caller left out, one phrase each; empty for a full run. */
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
