import { leftOut } from '../schemas/left-out.ts';
import { effectOf } from '../schemas/operations.ts';
import type { OperationId } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';

/** Why an operation may not be asked of a target; undefined when it may. */
export function refusalOf(
  operation: OperationId,
  { capabilities, allow }: Pick<Target, 'capabilities' | 'allow'>,
): string | undefined {
  if (capabilities[operation] === false) return leftOut.capability;
  const effect = effectOf(operation);
  return allow.includes(effect) ? undefined : `${leftOut.effect}: ${effect}`;
}
