import { given } from '../schemas/given.ts';
import type { Settings } from '../targets/settings.ts';
import type { Checked } from './check-rows.ts';
import { openRun } from './open-run.ts';

/** Opens a target as a run would, and asks once for its second account besides. */
export async function checkTarget(settings: Settings): Promise<Checked> {
  const { report, exchanges, second } = await openRun(settings, { asksSecondAccount: true });
  return {
    report,
    exchanges,
    target: settings.target,
    now: new Date(),
    ...given({ second }),
  };
}
