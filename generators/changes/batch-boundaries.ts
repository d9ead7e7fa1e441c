import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonValue } from '../../schemas/types.ts';
import type { Changed } from '../appraise.ts';
import { type BaseOptions, baseOf } from '../base.ts';
import type { MakeContext } from '../context.ts';
import { batchChanges, type Entries } from './batch-changes.ts';

function objectsOf(value: JsonValue | undefined): Entries {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The boundaries of a batch as a whole (8, 1.3, 2.9); none for an operation without a batch. */
export function batchBoundaries(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  options?: BaseOptions,
): Changed[] {
  const { batch } = operationOf(operation);
  if (batch === undefined) return [];
  const { field, limit } = batch;
  const baseFor = baseOf(operation, context, seed, limit + 1, options);
  return batchChanges(operation, context).map(({ name, at = field, entries, known }) => {
    const { body } = baseFor(name);
    const changed = { ...body, [field]: [...entries(objectsOf(body[field]))] };
    return { operation, name, kind: 'boundary', body: changed, at, gap: 'formats', known };
  });
}
