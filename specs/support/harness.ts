import { type Hopes, hopesOf } from '../../opening/hopes.ts';
import { type Monitor, openMonitor } from '../../opening/monitor.ts';
import { isStillThere } from '../../opening/still-there.ts';
import { loadDeviations } from '../../reports/deviations.ts';
import { readOpening } from '../../reports/opening/read-opening.ts';
import type { Found } from '../../reports/run/found.ts';
import { given } from '../../schemas/given.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { Finding, OperationId } from '../../schemas/types.ts';
import { runBudget } from '../../targets/budget.ts';
import { requestContext } from '../../targets/request-context.ts';
import { type OpenParts, openSender, type Sender } from '../../targets/sender.ts';
import { plannedSettings, planOf, readSettings, type Settings, writtenAs } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';
import { bareOf } from './bare.ts';
import { judgingOnce } from './judging-once.ts';
import { type OwnOrders, openOwnOrders } from './own-orders.ts';
import { type OwnTarget, readVariants, type Variant } from './variants.ts';

/** What one worker holds for all its tests: its sender, and what the run found out so far. */
export interface Harness extends Sender {
  readonly settings: Settings;
  /** Absent in a proof, where services are wrong on purpose. */
  readonly monitor?: Monitor;
  /** Asks the service again about what the monitor suspects, from a test of a spec file; returns what was found. */
  readonly look?: (file: string) => Promise<Found | undefined>;
  /** Does so when the worker ends, about what was refused last. */
  readonly lookAtEnd?: () => Promise<void>;
  /** Absent in a proof, where the whole run is scored. */
  readonly orders?: OwnOrders;
  readonly hopes: Hopes;
  /** Lets what only waits and observes go on beside the tests that follow; the worker does not end before it. */
  readonly goOn: (work: Promise<void>) => void;
  /** Tells a finding that a known deviation of the target names. */
  readonly isKnown: (finding: Finding) => boolean;
}

/** Opens the connections and the one evidence file of a worker. */
export async function openHarness(workerIndex: number): Promise<Harness> {
  const read = readSettings();
  const report = read.opened ? readOpening(read.out) : undefined;
  const settings = writtenAs(read, report ?? (read.like === undefined ? undefined : readOpening(read.like)));
  const sender = await openSender(settings, {
    keeps: { part: workerIndex },
    prefers: 'runner',
    isStillThere,
    budget: runBudget(settings.target, settings, report?.spent),
    accepted: settings.accepted || hasAccepted(report),
    ...(settings.variants === undefined ? {} : keptOf(readVariants())),
  });
  const underWay: Promise<void>[] = [];
  return {
    ...sender,
    settings,
    hopes: hopesOf(report, settings.target),
    goOn(work) {
      underWay.push(work);
      // Told when the worker ends, and not as a failure of the test that happens to run.
      work.catch(() => {});
    },
    async close() {
      try {
        await Promise.all(underWay);
      } finally {
        await sender.close();
      }
    },
    isKnown: knownDeviations(settings.target),
    ...(settings.variants === undefined
      ? {
          monitor: openMonitor({
            out: settings.out,
            ...given({ before: report?.spent.requests }),
            accepted: acceptedIn(report),
            embedded: settings.target.environment === 'embedded',
          }),
          orders: openOwnOrders(requestContext(settings)),
        }
      : {}),
  };
}

/** How a proof judges and records: what one exchange of a variant shows barely, and what is equal once. */
function keptOf(variants: readonly Variant[]): Pick<OpenParts, 'judge' | 'kept'> {
  const { judge, recorded } = judgingOnce();
  return { judge, kept: bareOf(variants, recorded) };
}

/** The harnesses of one worker: its own, and one for each further target that variants of a proof have. */
export interface Harnesses {
  of(variant: Variant): Promise<Harness>;
  close(): Promise<void>;
}

/** Opens no connection before a variant asks for it. */
export function openHarnesses(worker: Harness, workerIndex: number): Harnesses {
  const opened = new Map<string, Promise<Harness>>();
  return {
    async of({ own, runs }) {
      if (own === undefined) return runs === undefined ? worker : withRuns(worker, runs);
      const harness = opened.get(own.name) ?? openOwnTarget(own, worker, workerIndex);
      opened.set(own.name, harness);
      return runs === undefined ? harness : withRuns(await harness, runs);
    },
    async close() {
      for (const harness of opened.values()) await (await harness).close();
    },
  };
}

function withRuns(harness: Harness, runs: number): Harness {
  return { ...harness, settings: { ...harness.settings, runs } };
}

async function openOwnTarget(
  { name, file, url, opening }: OwnTarget,
  worker: Harness,
  workerIndex: number,
): Promise<Harness> {
  const environment = { ...process.env, CONFORMANCE_EMBEDDED_URL: url };
  const settings = plannedSettings({ ...planOf(worker.settings), targetFile: file }, environment);
  const report = readOpening(opening);
  const sender = await openSender(settings, {
    keeps: { part: `worker-${workerIndex}-${name}` },
    isStillThere,
    beside: true,
    accepted: hasAccepted(report),
    judge: judgingOnce().judge,
  });
  return {
    ...sender,
    settings,
    goOn: worker.goOn,
    hopes: hopesOf(report, settings.target),
    isKnown: knownDeviations(settings.target),
  };
}

function acceptedIn(report: OpeningReport | undefined): readonly OperationId[] {
  return (report?.steps ?? []).flatMap(({ operation, state }) => (state === 'accepted' ? [operation] : []));
}

function hasAccepted(report: OpeningReport | undefined): boolean {
  return acceptedIn(report).length > 0;
}

/** Tells the findings that the known deviations of a target name: they are expected, so no property ends at one of them. */
function knownDeviations({ deviations }: Pick<Target, 'deviations'>): (finding: Finding) => boolean {
  const rows = deviations === undefined ? [] : loadDeviations(deviations);
  const known = new Set(rows.map(({ clause, operation }) => `${clause} ${operation}`));
  return ({ clause, operation }) => known.has(`${clause} ${operation}`);
}
