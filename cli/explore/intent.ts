import { callerBreaches } from '../../generators/appraise.ts';
import type { RequestCase } from '../../generators/request.ts';
import { softBreaches } from '../../generators/soft.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { leavesOf } from './masked-body.ts';

/** Members that say who asks: whoever changes them asks as somebody else. */
const party = ['merchant_id', 'account_id', 'encryption_data'] as const;

/** A value that nobody needs a boundary to explain: short printable text, and no amount of nothing. */
function isOrdinary(value: JsonValue): boolean {
  if (typeof value !== 'string') return true;
  return /^[!-~](?:[ -~]{0,62}[!-~])?$/.test(value) && !/^[-+]?0*\.?0*$/.test(value);
}

/**
 * Whether a body is meant to be right: the case was, the party is still the same, it fits its schema, and what was
 * edited is ordinary. Whatever else is sent may be refused in any form, so it must not be judged like a right request.
 */
export function intentOf(made: RequestCase, body: JsonObject): 'valid' | 'odd' {
  const meant = made.kind === 'valid' || made.expectation === 'accepted';
  if (!meant || callerBreaches(made.operation, body).length > 0) return 'odd';
  if (body === made.body) return 'valid';
  if (party.some((name) => body[name] !== made.body[name])) return 'odd';
  const before = leavesOf(made.body);
  const edited = [...leavesOf(body)].filter(([path, value]) => before.get(path) !== value);
  const sampled = softBreaches(made.operation, made.body);
  const unlike = [...softBreaches(made.operation, body)].some((clause) => !sampled.has(clause));
  return !unlike && edited.every(([, value]) => isOrdinary(value)) ? 'valid' : 'odd';
}
