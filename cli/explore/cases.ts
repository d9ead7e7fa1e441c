import { boundaries } from '../../generators/boundaries.ts';
import type { MakeContext } from '../../generators/context.ts';
import { singleFaults } from '../../generators/faults.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { selectCases } from '../../generators/select.ts';
import { validRequest } from '../../generators/valid.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';

/** The kinds of generated requests. */
export const kinds = ['valid', 'boundary', 'fault'] as const;
/** One kind of generated request. */
export type Kind = (typeof kinds)[number];

/** Which cases are looked at. */
export interface CaseQuery {
  readonly operation: DocumentedOperationId;
  /** `valid` unless a case of another kind is named. */
  readonly kind?: Kind | undefined;
  /** Name of one case, for example `refund_orders/51-entries`. */
  readonly name?: string | undefined;
  readonly seed: number;
  /** One unless given. */
  readonly count?: number | undefined;
}

/** Every case of a kind, in stable order; of valid requests one for each shape. */
export function listCases(
  operation: DocumentedOperationId,
  kind: Kind,
  context: MakeContext,
  seed: number,
): readonly RequestCase[] {
  if (kind === 'boundary') return boundaries(operation, context, seed);
  if (kind === 'fault') return singleFaults(operation, context, seed);
  const { shapes, shown } = generatorOf(operation);
  return [...new Set([...shapes, ...shown])].flatMap((shape) =>
    sample(validRequest(operation, context, shape), deriveSeed(seed, 'explore', operation), 1),
  );
}

function casesNamed(query: CaseQuery, context: MakeContext, name: string): readonly RequestCase[] {
  const { operation, kind, seed } = query;
  const lists = (kind === undefined ? kinds : [kind]).map((one) => listCases(operation, one, context, seed));
  const found = lists.flat().find((made) => made.name === name);
  if (found !== undefined) return [found];
  const names = lists.flat().map((made) => made.name);
  throw new ConfigurationError(
    `${operation} has no ${kind === undefined ? '' : `${kind} `}case "${name}".${didYouMean(name, names)} --list shows them all.`,
  );
}

/** The cases that were asked for: the named one, or so many that are the same for the same seed. */
export function chooseCases(query: CaseQuery, context: MakeContext): readonly RequestCase[] {
  const { operation, kind = 'valid', name, seed, count = 1 } = query;
  if (name !== undefined) return casesNamed(query, context, name);
  if (kind !== 'valid') return selectCases(listCases(operation, kind, context, seed), count, seed);
  return sample(validRequest(operation, context), deriveSeed(seed, 'explore', operation), count);
}

/** What is asked for, before anything is sent. */
export interface Wish extends CaseQuery {
  /** Size of the batch, for the four batch operations. */
  readonly entries?: number | undefined;
  /** Whether orders are paid first; a target that does not allow it gets unknown ones. */
  readonly orders: 'paid' | 'unknown';
}
