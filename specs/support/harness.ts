import { type Expectations, expectationsOf } from '../../opening/expectations.ts';
import { type Monitor, openMonitor } from '../../opening/monitor.ts';
import { isResponding } from '../../opening/responding.ts';
import { readOpening } from '../../reports/opening.ts';
import type { ServiceProblem } from '../../reports/run/service-problems.ts';
import { defined } from '../../schemas/defined.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { Finding, OperationId } from '../../schemas/types.ts';
import { readDeviations } from '../../targets/file/target-file.ts';
import { runBudget } from '../../targets/sending/budget.ts';
import { openSender, type Sender } from '../../targets/sending/sender.ts';
import { type Settings, withBodyFormats } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';
import { type OwnOrders, openOwnOrders } from './orders/own-orders.ts';

/** What one worker holds for all its tests: its sender, and what the run knows so far. */
export interface Harness extends Sender {
  readonly settings: Settings;
  readonly monitor: Monitor;
  /** Checks what the monitor suspects of the service, from a test of a spec file; returns what was found. */
  readonly look?: (file: string) => Promise<ServiceProblem | undefined>;
  /** Checks at the end of the worker what was refused last. */
  readonly lookAtEnd?: () => Promise<void>;
  readonly orders: OwnOrders;
  readonly expectations: Expectations;
  /** Lets work that only waits and observes go on during the next tests; the worker waits for it at its end. */
  readonly goOn: (work: Promise<void>) => void;
  /** Resolves when the tests of the worker are over. */
  readonly ending: Promise<void>;
  /** Returns whether a known deviation of the target names a finding. */
  readonly isKnown: (finding: Finding) => boolean;
}

/** Opens the connections and the evidence file of a worker. */
export async function openHarness(workerIndex: number, read: Settings): Promise<Harness> {
  const report = read.opened ? readOpening(read.out) : undefined;
  const settings = withBodyFormats(read, report);
  const sender = await openSender(settings, {
    keeps: { part: workerIndex },
    isResponding,
    budget: runBudget(settings.target, settings, report?.spent),
    accepted: hasAccepted(report),
  });
  const underWay: Promise<void>[] = [];
  let end = () => {};
  const ending = new Promise<void>((over) => {
    end = over;
  });
  return {
    ...sender,
    settings,
    expectations: expectationsOf(report, settings.target),
    goOn(work) {
      underWay.push(work);
      // Reported when the worker ends, not as a failure of the current test.
      work.catch(() => {});
    },
    ending,
    async close() {
      end();
      try {
        await Promise.all(underWay);
      } finally {
        await sender.close();
      }
    },
    isKnown: knownDeviations(settings.target),
    monitor: openMonitor({
      out: settings.out,
      ...defined({ before: report?.spent.requests }),
      accepted: acceptedIn(report),
      embedded: settings.target.environment === 'embedded',
    }),
    orders: openOwnOrders(),
  };
}

function acceptedIn(report: OpeningReport | undefined): readonly OperationId[] {
  return (report?.steps ?? []).flatMap(({ operation, state }) => (state === 'accepted' ? [operation] : []));
}

function hasAccepted(report: OpeningReport | undefined): boolean {
  return acceptedIn(report).length > 0;
}

/** Returns whether a known deviation of the target names a finding: expected, so it ends no property. */
export function knownDeviations({ deviations }: Pick<Target, 'deviations'>): (finding: Finding) => boolean {
  const rows = deviations === undefined ? [] : readDeviations(deviations);
  const known = new Set(rows.map(({ clause, operation }) => `${clause} ${operation}`));
  return ({ clause, operation }) => known.has(`${clause} ${operation}`);
}
