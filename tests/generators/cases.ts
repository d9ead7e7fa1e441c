import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import type { RequestCase } from '../../generators/request.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';

/** The eleven documented operations. */
export const operations = documentedOperations.map(({ id }) => id);

const made = new Map<DocumentedOperationId, readonly RequestCase[]>();

/** The boundaries of an operation for seed 1, made once. */
export function casesOf(operation: DocumentedOperationId): readonly RequestCase[] {
  const known = made.get(operation) ?? boundaries(operation, defaultContext, 1);
  made.set(operation, known);
  return known;
}

/** One boundary by name. */
export function findCase(operation: DocumentedOperationId, name: string): RequestCase | undefined {
  return casesOf(operation).find((one) => one.name === name);
}

/** The refund entries of one boundary. */
export function refundsOf(name: string): readonly JsonObject[] {
  return (findCase('refund', name)?.body.refund_orders ?? []) as JsonObject[];
}
