import type { RunChoices } from '../reports/choices.ts';
import type { Settings } from '../targets/settings.ts';

/** What the caller of a run left out, beside the operations. */
export function runChoices({ target, grep }: Settings): RunChoices {
  return {
    allow: target.allow,
    ...(grep === undefined ? {} : { only: `tests that match ${JSON.stringify(grep)}` }),
    // The embedded endpoint notifies wherever the suite listens.
    notify: target.notify !== undefined || target.environment === 'embedded',
    secondAccount: target.merchant.otherAccountId !== undefined,
  };
}
