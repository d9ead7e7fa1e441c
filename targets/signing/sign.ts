import type { JsonObject, OperationId } from '../../schemas/types.ts';

/** Makes the value of encryption_data for a body that does not hold it yet. */
export type Sign = (body: JsonObject, operation: OperationId) => string;
