/** How the reason begins when a test was left out because the caller chose so. */
export const leftOut = {
  capability: 'capability declared absent',
  effect: 'effect not allowed by the target',
  limit: 'limit of the target reached',
  secondAccount: 'the target names no second account',
  signer: 'the target has no signer with a key',
  notify: 'the target file names no notification address',
  optimise: 'the document shows no path or body (4.12)',
} as const;

/** How the reason begins when a test ended because a request that it builds on got no answer that can be judged. */
export const undecidedPrerequisite = 'prerequisite undecided';

/** The limit of the target file that kept a test from being sent whole, as in `amountTotal`; undefined for other reasons. */
export function limitReached(reason: string): string | undefined {
  return reason.startsWith(leftOut.limit) ? /limits\.(\w+)/.exec(reason)?.[1] : undefined;
}

/** What one request of a test needs of `limits.amountPerRequest`; undefined for other reasons. */
export function amountNeeded(reason: string): number | undefined {
  if (limitReached(reason) !== 'amountPerRequest') return undefined;
  const needed = / needs ([0-9.]+)/.exec(reason)?.[1];
  return needed === undefined ? undefined : Number(needed);
}

/** Tells a test that the caller left out from one that the run meant to do and could not. */
export function isLeftOut(reason: string): boolean {
  return Object.values(leftOut).some((start) => reason.startsWith(start));
}
