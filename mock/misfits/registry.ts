import { addressMisfits } from './addresses.ts';
import { callerMisfits } from './callers.ts';
import type { Misfit } from './misfit.ts';
import { operationMisfits } from './operations.ts';
import { outageMisfits } from './outages.ts';

/** All misfits: wrong target files, and services that cannot be tested or die on the way. */
export const misfits: readonly Misfit[] = [
  ...callerMisfits,
  ...addressMisfits,
  ...outageMisfits,
  ...operationMisfits,
];

const byName = new Map(misfits.map((misfit) => [misfit.name, misfit]));

/** The misfit of a name, if there is one. */
export function findMisfit(name: string): Misfit | undefined {
  return byName.get(name);
}
