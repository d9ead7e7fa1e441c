import { operationIds } from '../schemas/types.ts';
import { embeddedTargetFile, type Settings } from '../targets/settings.ts';
import type { Shard } from './merge/shard.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Tells whether a run learns what the document does not show: as it was asked to, and unless it was asked when it is a whole
 * run of the plain embedded endpoint, which costs nobody a request. Any target that is named, a planted fault, a variant, and
 * a run that is about one test or some operations learn only when they are asked to. Of several shards the first one learns
 * for all of them.
 */
export function learnsIn(
  { targetFile, target, operations, grep, fault, dialect }: Settings,
  { learn, skipOpening }: Pick<RunOptions, 'learn' | 'skipOpening'>,
  shard?: Shard,
): boolean {
  if (shard !== undefined && shard.number > 1) return false;
  if (learn !== undefined) return learn;
  const isPlain = targetFile === embeddedTargetFile() && target.environment === 'embedded';
  const isChanged = fault !== undefined || dialect !== undefined;
  const isNarrow = grep !== undefined || operations.length < operationIds.length || skipOpening === true;
  return isPlain && !isChanged && !isNarrow;
}
