import { type Hopes, hopesOf } from '../../opening/hopes.ts';
import { openSession, type Session } from '../../opening/session.ts';
import { openWatch, type Watch } from '../../opening/watch.ts';
import { readOpening } from '../../reports/opening/read-opening.ts';
import { runBudget } from '../../targets/budget.ts';
import { readSettings } from '../../targets/settings.ts';

/** What one worker holds for all its tests: its session, and what the run found out so far. */
export interface Harness extends Session {
  /** Absent in a proof, where services are wrong on purpose. */
  readonly watch?: Watch;
  readonly hopes: Hopes;
}

/** Opens the connections and the one evidence file of a worker. */
export async function openHarness(workerIndex: number): Promise<Harness> {
  const settings = readSettings();
  const report = settings.opened ? readOpening(settings.out) : undefined;
  const session = await openSession(settings, {
    part: workerIndex,
    prefers: 'runner',
    budget: runBudget(settings.target, settings, report?.spent),
  });
  return {
    ...session,
    hopes: hopesOf(report),
    ...(settings.variants === undefined ? { watch: openWatch(settings) } : {}),
  };
}
