import { operationIds } from '../../schemas/types.ts';
import { embeddedTargetFile, type Settings } from '../../targets/settings.ts';
import type { Shard } from '../merge/shard.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Tells whether a run learns what the document does not show: as it was asked to, and unless it was asked when it is a whole
 * run of the plain embedded endpoint, which costs nobody a request. Any target that is named, a planted fault, a variant, and
 * a run of some tests or operations learn only when they are asked to. Of several shards the first one learns
 * for all of them.
 */
export function learnsIn(
  { targetFile, target, profile, operations, grep, fault, dialect }: Settings,
  { learn, skipOpening }: Pick<RunOptions, 'learn' | 'skipOpening'>,
  shard?: Shard,
): boolean {
  if (shard !== undefined && shard.number > 1) return false;
  if (learn !== undefined) return learn;
  const isPlain = targetFile === embeddedTargetFile() && target.environment === 'embedded';
  const isChanged = fault !== undefined || dialect !== undefined;
  const isPart = profile === 'quick' || grep !== undefined || operations.length < operationIds.length;
  const isNarrow = isPart || skipOpening === true;
  return isPlain && !isChanged && !isNarrow;
}
