import { isDocumented, operationOf } from './operations.ts';
import { membersOf } from './outcome.ts';
import type { JsonObject, JudgedExchange } from './types.ts';

/** The members of an answer: the JSON object, or the children of `respon`; empty when it could not be read. */
export function answerOf({ exchange, judgement }: JudgedExchange): JsonObject {
  if (!isDocumented(exchange.operation) || judgement.answer === undefined) return {};
  return membersOf(operationOf(exchange.operation), judgement.answer);
}
