import { requestSchema } from '../schemas/contract.ts';
import { given } from '../schemas/given.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonValue } from '../schemas/types.ts';
import { appraise, type Changed } from './appraise.ts';
import { type BaseOptions, baseOf, controlEntries } from './base.ts';
import { batchBoundaries } from './changes/batch-boundaries.ts';
import { changePart, partAt } from './changes/edit.ts';
import { changesOf } from './changes/field-changes.ts';
import { orderBoundaries } from './changes/order-boundaries.ts';
import type { ValueChange } from './changes/text-changes.ts';
import { amountCaps, type MakeContext } from './context.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { RequestCase } from './request.ts';
import { parseCents } from './values/money.ts';
import { shapeNameOf } from './values/shape-name.ts';

/** A form carries text only: a number, a truth value or null would look like text on the wire. */
function survivesForm({ value }: { readonly value: JsonValue | undefined }): boolean {
  return value === undefined || typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** Amounts above what the target allows to send are left out, not sent and hoped for. */
function keepsLimit(field: Field, { value }: ValueChange, context: MakeContext): boolean {
  const cap = amountCaps(context)?.request;
  const shape = shapeNameOf(field.schema);
  if (cap === undefined || typeof value !== 'string') return true;
  if (shape === 'amount') return (parseCents(value) ?? 0n) <= cap;
  return shape !== 'integerDigits' || !/^\d+$/.test(value) || BigInt(value) * 100n <= cap;
}

/** Ways to leave out or replace an identifier so that it names nobody. */
const nameless: ReadonlySet<string> = new Set(['absent', 'null', 'empty', 'blank', 'very-long']);

function knownOf(field: Field, { kind }: ValueChange): Changed['known'] {
  const path = field.steps.join('.');
  if (!nameless.has(kind) && !kind.startsWith('injection-')) return undefined;
  if (path === 'merchant_id') return { expectation: 'refused', clause: '5.3/unknown-merchant' };
  return path === 'account_id' ? { expectation: 'refused', clause: '5.3/unknown-account' } : undefined;
}

/**
 * Lists the boundaries of an operation, derived from its request schema: every change to every documented part, batches
 * of every size at an edge, totals and identifiers that do not agree. Same seed, same cases in the same order.
 */
export function boundaries(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  options?: BaseOptions,
): readonly RequestCase[] {
  const { batch, encoding } = operationOf(operation);
  const baseFor = baseOf(operation, context, seed, controlEntries, options);
  const changed = fieldsOf(requestSchema(operation), batch?.field).flatMap((field) => {
    const value = partAt(baseFor(`${field.label}/`).body, field.steps);
    if (value === undefined) return [];
    const changes = changesOf(field, value, batch?.field).filter(
      (one) => (encoding !== 'form' || survivesForm(one)) && keepsLimit(field, one, context),
    );
    return changes.flatMap((one): Changed[] => {
      const name = `${field.label}/${one.kind}`;
      const edit = changePart(baseFor(name).body, field.steps, () => one.value);
      const known = knownOf(field, one);
      const about = {
        operation,
        name,
        kind: 'boundary',
        gap: one.gap,
        ...given({ known }),
      } as const;
      return edit === undefined ? [] : [{ ...about, ...edit }];
    });
  });
  return [
    ...batchBoundaries(operation, context, seed, options),
    ...changed,
    ...orderBoundaries(operation, (name) => baseFor(name).body),
  ].map(appraise);
}
