import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEvidence } from '../reports/evidence.ts';
import { openingFile } from '../reports/opening/read-opening.ts';
import { given } from '../schemas/given.ts';
import { judge } from '../schemas/judge.ts';
import type { OpeningReport } from '../schemas/opening.ts';
import { jsonText } from '../schemas/plain-text.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { createBudget } from '../targets/budget.ts';
import { openSender } from '../targets/sender.ts';
import type { Settings } from '../targets/settings.ts';
import { demandGoingOn, untilStopped } from '../targets/stop.ts';
import { createAsker, openingTitle } from './ask.ts';
import { ownCauses } from './causes/registry.ts';
import { learn, observationsOf, waitsObserved } from './learn/learn.ts';
import { closedReport, openTarget } from './opening.ts';
import { preflight } from './preflight.ts';
import { askSecondAccount, type SecondAccount } from './second-account.ts';
import { certificateOf, compareClocks, serviceFacts } from './service-facts.ts';
import { spentOn } from './spent.ts';
import { isStillThere } from './still-there.ts';

/** An opening that was carried out, with its exchanges. */
export interface Opened {
  readonly report: OpeningReport;
  readonly exchanges: readonly JudgedExchange[];
  /** What a query for the second account said, where it was asked. */
  readonly second?: SecondAccount;
}

/** How an opening differs from that of a whole run. */
export interface OpeningOptions {
  /** As in `2/4`: every shard of a run against a real service has an opening of its own. */
  readonly shard?: string | undefined;
  /** Asks a query for the second account, too. */
  readonly asksSecondAccount?: boolean;
  /** Learns what the document does not show. */
  readonly learns?: boolean;
}

// What a wrong description of the target made is no allowed request, so its answers convict nobody.
function disowned({ exchange }: JudgedExchange): JudgedExchange {
  const odd = { ...exchange, sent: { ...exchange.sent, intent: 'odd' as const } };
  return { exchange: odd, judgement: judge(odd) };
}

/** Opens a run: asks, records every exchange in a part of its own, and leaves the report beside it; throws `SendingStopped` where it is stopped. */
export async function openRun(
  settings: Settings,
  { shard, asksSecondAccount = false, learns = false }: OpeningOptions = {},
): Promise<Opened> {
  const part = 'opening';
  const leave = (report: OpeningReport, exchanges: readonly JudgedExchange[]): Opened => {
    mkdirSync(settings.out, { recursive: true });
    writeFileSync(join(settings.out, openingFile), `${jsonText(report, 2)}\n`);
    return { report, exchanges };
  };
  const unreachable = await preflight(settings);
  if (unreachable !== undefined) return leave(closedReport(settings, unreachable), []);
  const clock = compareClocks();
  const certificate = await certificateOf(settings.target);
  const sender = await openSender(
    { ...settings, workers: 1 },
    {
      keeps: { part },
      budget: createBudget(settings.target),
      seen: clock.note,
      isStillThere,
    },
  );
  const asker = createAsker(sender, settings, openingTitle(shard));
  let report: OpeningReport;
  let second: SecondAccount | undefined;
  try {
    report = await untilStopped(() => openTarget(asker, settings));
    const isMet = report.steps.some(({ operation, state }) => operation === 'query' && state === 'accepted');
    if (learns && report.stopped === undefined) {
      const opened = report;
      const learned = await untilStopped(() => learn(asker, settings, opened));
      sender.evidence.note({ kind: 'observed', observations: observationsOf(learned) });
      report = { ...report, learned, spent: spentOn(asker.exchanges) };
    }
    const seen = learns ? [] : waitsObserved(report);
    if (seen.length > 0) sender.evidence.note({ kind: 'observed', observations: seen });
    if (asksSecondAccount && isMet) second = await askSecondAccount(asker, settings);
    // What was held back on the way to here would be taken for what the service did.
    demandGoingOn();
  } finally {
    await sender.close();
  }
  const service = serviceFacts(certificate, clock);
  if (service !== undefined) report = { ...report, service };
  let { exchanges } = asker;
  const met = report.steps.some(({ state }) => state === 'accepted');
  if (report.stopped !== undefined && !met && ownCauses.has(report.stopped.kind)) {
    exchanges = exchanges.map(disowned);
    const evidence = openEvidence(settings.out, part);
    for (const judged of exchanges) evidence.record(judged);
    evidence.close();
  }
  return { ...leave(report, exchanges), ...given({ second }) };
}
