import { isObject } from '../../../schemas/json.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';
import { type Change, reshaping, rewiring } from '../../manner.ts';
import type { About, Wire } from '../../reply.ts';

/** Changes the members of accepted answers of one operation; `number` counts them from 1. */
export function saying(
  operation: DocumentedOperationId,
  change: (value: JsonObject, about: About, number: number) => JsonObject,
): Change {
  let number = 0;
  return reshaping((reply, about) => {
    if (about.operation !== operation || !reply.accepted || !('value' in reply)) return reply;
    number += 1;
    return { ...reply, value: change(reply.value, about, number) };
  });
}

/** Changes every entry of the accepted batch answers of one operation. */
export function sayingOfEntries(
  operation: DocumentedOperationId,
  change: (entries: readonly JsonObject[]) => readonly JsonObject[],
): Change {
  const { batch } = operationOf(operation);
  return saying(operation, (value) => {
    const entries = batch === undefined ? undefined : value[batch.field];
    if (batch === undefined || !Array.isArray(entries)) return value;
    return { ...value, [batch.field]: [...change(entries.filter(isObject))] };
  });
}

/** Changes accepted answers of one operation on the wire; `number` counts them from 1. */
export function sending(
  operation: DocumentedOperationId,
  change: (wire: Wire, about: About, number: number) => Wire,
): Change {
  let number = 0;
  return rewiring((wire, about, reply) => {
    if (about.operation !== operation || !reply.accepted) return wire;
    number += 1;
    return change(wire, about, number);
  });
}
