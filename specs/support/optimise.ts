import { partyOf } from '../../generators/situations.ts';
import { leftOut } from '../../schemas/left-out.ts';
import type { JsonObject } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import type { Service } from './service.ts';

/** The merchant envelope with the body that the target file supplies; the test is skipped where it supplies no path (4.12). */
export function optimiseBody(service: Service, { optimise }: Pick<Target, 'optimise'>): JsonObject {
  if (optimise === undefined) {
    return service.cannot(`${leftOut.optimise}, and the target file supplies none (optimise)`);
  }
  return { ...partyOf(service.context), ...optimise.body };
}
