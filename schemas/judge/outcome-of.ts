import type { Decoded } from '../media/decoded.ts';
import type { Operation } from '../operations.ts';
import { type Grade, membersOf } from '../outcome.ts';
import type { Answer, Outcome } from '../types.ts';
import { isRefusal } from './refusal.ts';
import { signs } from './signs.ts';

/** What the service did with the call, told by status and by the success forms of 7.1 to 7.5. */
export function outcomeOf(operation: Operation, received: Answer, decoded: Decoded, grade: Grade): Outcome {
  const { status } = received;
  if (status === 429 || status >= 500) return 'unclear';
  if (status < 200 || status > 299) return 'refused';
  if (decoded.ok)
    return signs[operation.id].succeeded(membersOf(operation, decoded.value)) ? 'accepted' : 'refused';
  return grade === 'broken' || isRefusal(operation, received, decoded) ? 'refused' : 'unclear';
}
