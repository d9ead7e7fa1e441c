import { changeAt, isObject, valueAt } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';

/** Two members that contradict each other in one request; `many` has more classes of values. */
export interface Contradiction {
  readonly many: readonly string[];
  readonly few: readonly string[];
  /** A member that only makes sense with `few`. */
  readonly withFew?: readonly string[];
  /** Why a body has only one of them. */
  readonly why: string;
}

/** The pairs of members that no request has at once. */
export const contradictions: readonly Contradiction[] = [
  {
    many: ['additional_information'],
    few: ['open3d'],
    why: 'who brings the result of 3-D Secure does not ask for it',
  },
  ...['beneficiary', 'payer'].map((party) => ({
    many: [party, 'date_of_birth'],
    few: [party, 'entity_type'],
    withFew: [party, 'company_name'],
    why: 'a company has no date of birth',
  })),
];

/**
 * Removes the member that `leavesOut` returns from each contradiction of which a body has both members, and with `few`
 * what makes sense only with it, unless the request is about that.
 */
export function removeContradictions(
  body: JsonObject,
  leavesOut: (one: Contradiction) => readonly string[] | undefined,
  isAbout: (steps: readonly string[]) => boolean = () => false,
): JsonObject {
  return contradictions.reduce((made, one) => {
    const steps = leavesOut(one);
    if (steps === undefined || valueAt(made, one.many) === undefined || valueAt(made, one.few) === undefined)
      return made;
    const { withFew } = one;
    const without = remove(made, steps);
    return steps === one.few && withFew !== undefined && !isAbout(withFew)
      ? remove(without, withFew)
      : without;
  }, body);
}

function remove(body: JsonObject, steps: readonly string[]): JsonObject {
  const changed = changeAt(body, steps, () => undefined);
  return isObject(changed) ? changed : body;
}
