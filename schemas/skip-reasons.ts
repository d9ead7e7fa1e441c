/** Start of the reason for a test that was left out because of the caller's settings. */
export const skipReasons = {
  capability: 'capability declared absent',
  effect: 'effect not allowed by the target',
  limit: 'limit of the target reached',
  secondAccount: 'the target names no second account',
  signer: 'the target has no signer with a key',
  notify: 'the target file names no notification address',
  browser: 'no browser',
  optimise: 'the document shows no path or body (4.12)',
} as const;

/** Start of the reason for a test that ended because a request it depends on got no answer that can be judged. */
export const undecidedPrerequisite = 'prerequisite undecided';

/** Start of the reason for a test that ended because a request it depends on was not answered as needed. */
export const unmetPrerequisite = 'prerequisite not met';

/** Start of the reason for a test that a signal to its process ended. */
export const stoppedBy = 'stopped by';

const ofOneTest = [
  ...[skipReasons.secondAccount, skipReasons.signer, skipReasons.notify, skipReasons.browser],
  unmetPrerequisite,
];

/** True if a reason applies to its own test alone; others keep further tests of the operation from running as well. */
export function isOfOneTest(reason: string): boolean {
  return ofOneTest.some((start) => reason.startsWith(start));
}

/** True if a page could not be opened because there is no browser. */
export function lacksBrowser(reason: string): boolean {
  return reason.startsWith(skipReasons.browser);
}

/** The name of the limit that left out a test or part of it, such as `amountTotal`; undefined for other reasons. */
export function limitReached(reason: string): string | undefined {
  return reason.startsWith(skipReasons.limit) ? /limits\.(\w+)/.exec(reason)?.[1] : undefined;
}

/** True if the caller's settings left the test out; false if the run intended to send it but could not. */
export function isLeftOutByCaller(reason: string): boolean {
  return Object.values(skipReasons).some((start) => reason.startsWith(start));
}
