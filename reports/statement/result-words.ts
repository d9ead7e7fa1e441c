import type { RunResult } from './format.ts';

/** Tells a result that a reader could take for the whole interface although the caller left something out. */
export function isPartly(result: RunResult, partial: readonly string[] = []): boolean {
  return partial.length > 0 && (result === 'conformant' || result === 'conformant-with-warnings');
}

/** The result as people read it, as in `conformant (partial: only refund)`; statements of earlier versions have no parts. */
export function resultWords({
  result,
  partial = [],
}: {
  readonly result: RunResult;
  readonly partial?: readonly string[];
}): string {
  return isPartly(result, partial) ? `${result} (partial: ${partial.join('; ')})` : result;
}
