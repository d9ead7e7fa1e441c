export { clauseOf, clauses } from '../schemas/clauses.ts';
export { answerSchema, requestSchema, validateRequest } from '../schemas/contract.ts';
export { rawSchemas as messageSchemas } from '../schemas/message-schemas.ts';
export { buildOpenApi } from '../schemas/openapi.ts';
export type { Clause, ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
