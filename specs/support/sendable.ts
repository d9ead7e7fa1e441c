import type { RequestCase } from '../../generators/request.ts';
import type { JsonObject } from '../../schemas/types.ts';

/** A body, or a generated case that carries one. */
export type Sendable = JsonObject | RequestCase;

/** The generated case; undefined for a plain body. */
export function caseOf(sendable: Sendable): RequestCase | undefined {
  const isCase = 'expectation' in sendable && 'kind' in sendable && 'body' in sendable;
  return isCase ? (sendable as RequestCase) : undefined;
}

/** The body of a sendable. */
export function bodyOf(sendable: Sendable): JsonObject {
  return caseOf(sendable)?.body ?? (sendable as JsonObject);
}

/** `valid` if a service that obeys the document accepts it, as far as its generator knows. */
export function intentOf(sendable: Sendable): 'valid' | 'odd' {
  const made = caseOf(sendable);
  return made === undefined || made.kind === 'valid' || made.expectation === 'accepted' ? 'valid' : 'odd';
}

/** A body with the values of another one in every shared member: the same order, paid in another way. */
export function withSharedValues(body: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, other[name] ?? value]));
}
