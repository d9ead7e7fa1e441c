import type { MakeContext } from '../generators/context.ts';
import { requestContext } from '../targets/request-context.ts';
import type { Settings } from '../targets/settings.ts';

/** An amount that few services refuse as too small. */
const unsuspected = 2;

/**
 * What the requests of an opening are made for: as those of a run, in letters and amounts that anybody takes and that leave
 * nearly all of the limits to it.
 */
export function openingContext(settings: Settings): MakeContext {
  const context: MakeContext = { ...requestContext(settings), amounts: 'usual', letters: 'plain' };
  if (context.amountLimit === undefined) return context;
  const limit = Number(context.amountLimit);
  // A payout has no fraction, and one of nothing is refused by everybody.
  return { ...context, amountLimit: Math.max(0.01, limit / 10, Math.min(limit, unsuspected)).toFixed(2) };
}
