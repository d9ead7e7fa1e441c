import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openingFile } from '../reports/opening.ts';
import { makeFolder } from '../reports/replace-file.ts';
import { defined } from '../schemas/defined.ts';
import { isAccepted } from '../schemas/history/states.ts';
import { isShownLater, judgedAsTaken } from '../schemas/judge/shown-later.ts';
import { judge } from '../schemas/judge.ts';
import type { Cause, OpeningReport } from '../schemas/opening.ts';
import { jsonText } from '../schemas/plain-text.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import { createBudget } from '../targets/sending/budget.ts';
import { openSender } from '../targets/sending/sender.ts';
import type { Settings } from '../targets/settings.ts';
import { throwIfStopped, untilStopped } from '../targets/stop.ts';
import { answeredWords, hasEmptyList, sentWords } from './answer-words.ts';
import { isServiceFault } from './causes/answers.ts';
import { callerSideCauses } from './causes/registry.ts';
import { observedWaits } from './observed-waits.ts';
import { openTarget, spentOn } from './opening.ts';
import type { Requester } from './requester.ts';
import { createRequester, openingTitle } from './requester.ts';
import { isResponding } from './responding.ts';
import { certificateOf, clockCause, compareClocks } from './service-facts.ts';

/** A completed opening with its exchanges. */
export interface Opened {
  readonly report: OpeningReport;
  readonly exchanges: readonly JudgedExchange[];
  /** The answer to a query for the second account, if there was one. */
  readonly second?: SecondAccount;
}

/** Options of an opening. */
export interface OpeningOptions {
  /** Sends a query for the second account, too. */
  readonly asksSecondAccount?: boolean;
}

function asWronglyDescribed({ exchange }: JudgedExchange): JudgedExchange {
  const odd = { ...exchange, sent: { ...exchange.sent, intent: 'odd', departs: ['description'] } } as const;
  return { exchange: odd, judgement: judge(odd) };
}

/**
 * Judges the exchanges of an opening by what followed: answers of requests that a later one shows as taken are results.
 * With a wrong description of the target, only unreadable answers and marks of success count against the service.
 */
function judgedByWhatFollowed(
  report: OpeningReport,
  exchanges: readonly JudgedExchange[],
): readonly JudgedExchange[] {
  const { steps, stopped } = report;
  const isDisowned =
    stopped !== undefined &&
    callerSideCauses.has(stopped.kind) &&
    steps.every(({ state }) => state !== 'accepted');
  return exchanges.map((judged) => {
    if (isShownLater(judged, exchanges)) return judgedAsTaken(judged);
    return isDisowned && !isServiceFault(judged) ? asWronglyDescribed(judged) : judged;
  });
}

/** Adds to a report that the second account does not work, as the last exchange showed. */
function withSecondAccount(
  report: OpeningReport,
  { target: { merchant } }: Settings,
  judged: JudgedExchange | undefined,
): OpeningReport {
  if (judged === undefined) return report;
  const cause: Cause = {
    kind: 'account',
    key: 'merchant.otherAccountId',
    says: `a query for the second account ${merchant.otherAccountId} is not accepted`,
    sent: sentWords(judged),
    answered: answeredWords(judged),
    advice: 'Check merchant.otherAccountId, or leave it out: then nothing is tested with two accounts.',
  };
  return { ...report, unusable: [...(report.unusable ?? []), cause] };
}

/** Opens a run: sends and records its requests and writes the report; throws `SendingStopped` if it is stopped. */
export async function openRun(
  settings: Settings,
  { asksSecondAccount = false }: OpeningOptions = {},
): Promise<Opened> {
  const clock = compareClocks();
  const certificate = await certificateOf(settings.target);
  // With each attempt of a read and each look whether the service is there, which also use the limits of the run.
  const sent: JudgedExchange[] = [];
  const sender = await openSender(settings, {
    keeps: { part: 'opening' },
    budget: createBudget(settings.target),
    seen(judged) {
      clock.note(judged);
      sent.push(judged);
    },
    isResponding,
  });
  const requester = createRequester(sender, settings, openingTitle(settings));
  let report: OpeningReport;
  let second: SecondAccount | undefined;
  let exchanges: readonly JudgedExchange[];
  try {
    report = await untilStopped(() =>
      openTarget(requester, settings, () => clockCause(clock.offset(), new Date())),
    );
    const isMet = report.steps.some(({ operation, state }) => operation === 'query' && state === 'accepted');
    const seen = observedWaits(report);
    if (seen.length > 0) sender.evidence.note({ kind: 'observed', observations: seen });
    if (asksSecondAccount && isMet) second = await askSecondAccount(requester, settings);
    // Requests held back by a stop would look like failures of the service.
    throwIfStopped();
    if (second === 'refused') report = withSecondAccount(report, settings, requester.exchanges.at(-1));
    exchanges = judgedByWhatFollowed(report, requester.exchanges);
    for (const [at, judged] of exchanges.entries())
      if (judged !== requester.exchanges[at]) sender.evidence.record(judged, 'visited');
  } finally {
    await sender.close();
  }
  report = { ...report, spent: spentOn(sent) };
  const service = defined({ certificate, clockOffsetMs: clock.offset() });
  if (Object.keys(service).length > 0) report = { ...report, service };
  makeFolder(settings.out);
  writeFileSync(join(settings.out, openingFile), `${jsonText(report, 2)}\n`);
  return { report, exchanges, ...defined({ second }) };
}

/** The answer to a query for the second account; a search that lists nothing need not report success. */
export type SecondAccount = 'accepted' | 'refused' | 'lists-nothing';

/** Queries the second account of a target; undefined if there is none, or if no request is left. */
async function askSecondAccount(
  requester: Requester,
  settings: Settings,
): Promise<SecondAccount | undefined> {
  const { merchant_id, otherAccountId } = settings.target.merchant;
  if (otherAccountId === undefined) return undefined;
  const body = { merchant_id, account_id: otherAccountId };
  try {
    const second = await requester.send('query', body, { caseName: 'second account' });
    if (isAccepted(second)) return 'accepted';
    return hasEmptyList(second) ? 'lists-nothing' : 'refused';
  } catch (error) {
    // The opening may have used up the last request.
    if (isRefusedSend(error)) return undefined;
    throw error;
  }
}
