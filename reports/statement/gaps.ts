import { objectOf } from '../../schemas/json.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { counted } from '../../schemas/plain-text.ts';
import {
  isLeftOutByCaller,
  limitReached,
  stoppedBy,
  undecidedPrerequisite,
} from '../../schemas/skip-reasons.ts';
import { testName } from '../../schemas/source-name.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { EvidenceExchange, SkippedNote } from '../evidence/lines.ts';
import { operationsInScope, type RunScope } from '../run/choices.ts';
import { type AnswerCounts, type countAnswers, isAllowed } from './count-answers.ts';

/** How much of the target's limits a run uses. */
export interface RunNeeds {
  readonly requests: number;
  /** The sum of all request amounts; absent if unlimited. */
  readonly amountTotal?: number;
}

/** The depth of a run: cases per property, and the maximum amount of one request. */
interface RunDepth {
  readonly runs: number;
  readonly amountPerRequest?: number;
}

/** What the tests of an operation and their prerequisites send: requests, and sums in units of the maximum amount. */
type Share = Readonly<Record<'requests' | 'amounts', readonly [always: number, perCase: number]>>;

// Measured with 5 and 25 cases and maximum amounts of 5.00 and 20.00, rounded up. If a service refuses a whole batch
// for one unknown order, each of four operations sends about 60 more.
const requestShares: Readonly<Record<DocumentedOperationId, Share>> = {
  'direct-payment': { requests: [65, 12.2], amounts: [18, 6.2] },
  'apm-payment': { requests: [55, 8.2], amounts: [14, 6.8] },
  'redirect-payment': { requests: [60, 9.9], amounts: [22, 7.4] },
  query: { requests: [185, 0.1], amounts: [4, 0] },
  capture: { requests: [265, 3.7], amounts: [15, 0.2] },
  review: { requests: [310, 3.7], amounts: [48, 0.2] },
  cancel: { requests: [270, 3.7], amounts: [1, 0] },
  'cancel-subscription': { requests: [85, 5.4], amounts: [21, 1.5] },
  refund: { requests: [340, 4.1], amounts: [11, 0.3] },
  'refund-search': { requests: [90, 0.1], amounts: [2, 0] },
  payout: { requests: [75, 8], amounts: [22, 7.2] },
};

/** Margin over the measured values, for other seeds and for a second account, a signer or a notification address. */
const margin = 1.05;

/** Adds the margin and rounds up to two significant digits. */
function withMargin(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number * margin)) - 1);
  return Math.ceil((number * margin) / unit) * unit;
}

/** Roughly what a full run of some operations needs; the answers and the target file change it slightly. */
function wholeRunNeeds(
  operations: readonly DocumentedOperationId[],
  { runs, amountPerRequest }: RunDepth,
): RunNeeds {
  const sum = (of: keyof Share) =>
    operations.reduce((all, id) => all + requestShares[id][of][0] + requestShares[id][of][1] * runs, 0);
  return {
    requests: withMargin(sum('requests')),
    ...(amountPerRequest === undefined ? {} : { amountTotal: withMargin(sum('amounts') * amountPerRequest) }),
  };
}

const figures = (number: number, digits: number) =>
  number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The needs in words, such as `3,500 requests and 4,900.00`. */
function needsText({ requests, amountTotal }: RunNeeds): string {
  const sum = amountTotal === undefined ? '' : ` and ${figures(amountTotal, 2)}`;
  return `${figures(requests, 0)} requests${sum}`;
}

/** A run is incomplete if more than this share of its allowed requests got no answer. */
const mostUnanswered = 1 / 5;

/**
 * How many allowed requests of an operation may lack a judgeable answer: one, or `share` of them; two if that is at
 * most a fifth, so that a short run hides nothing. Deferred requests whose case was answered later count only towards
 * the fifth, from `least` on.
 */
const undecidedBounds = { share: 0.02, least: 3, most: 1 / 5 } as const;

/** A run is incomplete if a limit of the target ended more than this share of the tests that were to run. */
const mostLimited = 1 / 10;

/** A run is incomplete if more than this share of its tests ended at a request without a judgeable answer. */
const mostUndecided = 1 / 50;

/** Something in the target file that requests are made with, as the evidence shows it. */
export interface Named {
  /** Its key in the target file, such as `cards[1]`. */
  readonly key: string;
  /** The members of a request made with it, masked. */
  readonly members: JsonObject;
}

/** Number of unaccepted requests from which on a named item counts as not working. */
const fewestWithNamed = 3;

interface GapInput {
  readonly scope: RunScope;
  readonly answers: ReturnType<typeof countAnswers>;
  readonly skipped: readonly SkippedNote[];
  readonly opening?: OpeningReport;
  /** What happened to the service during the run. */
  readonly hindrances?: readonly string[];
  /** The named items of the target file. */
  readonly named?: readonly Named[];
  readonly exchanges?: readonly EvidenceExchange[];
  readonly depth?: RunDepth;
}

/** What the run tried and could not do, according to the answers, one line each. */
export function gapsOf(input: GapInput): readonly string[] {
  const { scope, answers, opening, hindrances = [] } = input;
  const stopped = opening?.stopped;
  return [
    ...(stopped === undefined ? [] : [`the opening stopped the run: ${stopped.says}`]),
    ...hindrances,
    ...stoppedTests(input),
    ...endedEarly(input),
    ...unansweredShare(answers),
    ...nothingMet(answers),
    ...unusedNames(input),
    ...operationsInScope(scope).flatMap((id) => unacceptedOperation(id, input)),
    ...operationsInScope(scope).flatMap((id) => undecided(id, answers[id])),
  ];
}

/** Reports tests that a signal to their process ended. */
function stoppedTests({ skipped }: GapInput): readonly string[] {
  const stopped = skipped.filter(({ reason }) => reason.startsWith(stoppedBy));
  const [, signal] = /^stopped by ([^;]+)/.exec(stopped[0]?.reason ?? '') ?? [];
  return signal === undefined
    ? []
    : [`the run was stopped by ${signal}: it ended ${counted(stopped.length, 'test')}`];
}

/** Reports tests that a limit or an undecided prerequisite ended, if they exceed the permitted shares. */
function endedEarly({ scope, skipped, exchanges = [], depth }: GapInput): readonly string[] {
  const notes = skipped.filter(({ test }) => test !== undefined);
  const limits = notes.flatMap(
    ({ reason }) => /limits\.\w+ is [\d.]+/.exec(limitReached(reason) ? reason : '') ?? [],
  );
  const undecided = notes.filter(({ reason }) => reason.startsWith(undecidedPrerequisite));
  const notRun = new Set(notes.flatMap(({ test, reason }) => (isLeftOutByCaller(reason) ? [test] : [])));
  const sent = exchanges.flatMap(({ origin: { file, test } }) =>
    file === undefined ? [] : [testName(file, test)],
  );
  const others = new Set([...sent, ...notes.map(({ test }) => test)].filter((test) => !notRun.has(test)));
  const all = others.size + limits.length;
  const names = [...new Set(limits)].sort();
  const needs =
    depth && `; a full run needs about ${needsText(wholeRunNeeds(operationsInScope(scope), depth))}`;
  return [
    undecided.length > all * mostUndecided &&
      `${undecided.length} of ${all} tests ended at a request that they build on, as it got no answer that can be judged; the first: ${undecided[0]?.reason}`,
    limits.length > all * mostLimited &&
      `${names.length === 1 ? 'a limit' : 'limits'} ended ${limits.length} of ${all} tests (${names.join(', ')})${needs ?? ''}`,
  ].filter((line) => line !== false);
}

function unansweredShare(answers: GapInput['answers']): readonly string[] {
  const all = Object.values(answers);
  const sent = all.reduce((sum, { allowed }) => sum + allowed.sent, 0);
  const none = all.reduce((sum, { allowed }) => sum + allowed.none, 0);
  return none > sent * mostUnanswered ? [`${none} of ${sent} allowed requests got no answer`] : [];
}

/** The named items with which no request was accepted, although others of the same operations were. */
function unusedNames({ named = [], exchanges = [] }: GapInput): readonly string[] {
  const allowed = exchanges.filter(isAllowed);
  const isAccepted = ({ judgement }: EvidenceExchange) => judgement.outcome === 'accepted';
  return named.flatMap(({ key, members }) => {
    const isOwn = ({ sent }: EvidenceExchange) =>
      Object.entries(members).every(([name, value]) => objectOf(sent.value)[name] === value);
    const own = allowed.filter((one) => isOwn(one) && one.received.kind === 'answer');
    if (own.length < fewestWithNamed || own.some(isAccepted)) return [];
    const operations = new Set(own.map(({ operation }) => operation));
    if (!allowed.some((one) => operations.has(one.operation) && !isOwn(one) && isAccepted(one))) return [];
    const shown = Object.values(members).join(', ');
    return [
      `${key}: none of ${own.length} allowed requests with it (${shown}) was accepted, while others were`,
    ];
  });
}

// Requests that the document does not allow say nothing about the service.
function nothingMet(answers: GapInput['answers']): readonly string[] {
  const all = Object.values(answers);
  const answered = all.reduce((sum, one) => sum + one.accepted + one.refused + one.malformed + one.failed, 0);
  if (answered === 0 || all.some(({ accepted, allowed }) => accepted + allowed.sent > 0)) return [];
  return [`nothing was accepted, and of ${answered} requests that were answered the document allows none`];
}

/** Reports an operation that accepted no allowed request. */
function unacceptedOperation(
  id: DocumentedOperationId,
  { scope, answers, skipped, opening, exchanges = [] }: GapInput,
): readonly string[] {
  const counts = answers[id];
  const sent = counts?.allowed.sent ?? 0;
  const step = opening?.steps.find(({ operation }) => operation === id);
  // It accepted only the layout it was compared with: nothing else was tested.
  if (step?.cause?.kind === 'layout') return [step.cause.says];
  if (counts !== undefined && counts.allowed.accepted > 0) return [];
  if (sent === 0 && (scope.choices.only !== undefined || isLeftToCaller(id, skipped))) return [];
  const cause = step?.cause?.says;
  const why = cause === undefined ? '' : `; ${cause}`;
  if (sent === 0) return [`${id}: no allowed request could be sent${holdReason(id, skipped)}${why}`];
  const isTaken = (one: EvidenceExchange) =>
    one.operation === id && one.judgement.outcome === 'accepted' && isAllowed(one);
  // The calls were taken, and every order in them was refused.
  if (exchanges.some(isTaken)) return [`no ${id} succeeded (${answerSummary(counts)})`];
  const asked =
    sent === 1 ? 'the one allowed request was not accepted' : `none of ${sent} allowed requests was accepted`;
  return [`${id}: ${asked} (${answerSummary(counts)})${why}`];
}

// Tests that need an operation left out by the caller are left out too.
function isLeftToCaller(id: DocumentedOperationId, skipped: readonly SkippedNote[]): boolean {
  const own = skipped.filter(({ operation }) => operation === id);
  // A limit is also set by the caller, but leaves the service untested.
  return (
    own.length > 0 &&
    own.every(({ reason }) => isLeftOutByCaller(reason) && limitReached(reason) === undefined)
  );
}

function holdReason(id: DocumentedOperationId, skipped: readonly SkippedNote[]): string {
  const reasons = skipped.filter(({ operation, reason }) => operation === id && !isLeftOutByCaller(reason));
  const [first] = reasons.length > 0 ? reasons : skipped.filter(({ operation }) => operation === id);
  return first === undefined ? '' : ` (${first.reason})`;
}

function answerSummary(counts: AnswerCounts | undefined): string {
  if (counts === undefined) return 'nothing came back';
  const { refused, malformed, failed, none } = counts.allowed;
  const [commonest] = counts.refusals;
  const parts = [
    refused > 0 && `refused ${refused}${commonest === undefined ? '' : `, most often "${commonest.text}"`}`,
    malformed > 0 && `malformed ${malformed}`,
    failed > 0 && `429 or 5xx ${failed}`,
    none > 0 && `no answer ${none}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join('; ') : 'nothing came back';
}

function undecided(id: DocumentedOperationId, counts: AnswerCounts | undefined): readonly string[] {
  if (counts === undefined || counts.allowed.accepted === 0) return [];
  const { sent, undecided: open, followed, none, inPart = 0 } = counts.allowed;
  const { share, least, most } = undecidedBounds;
  const lost = open - followed;
  const isFew = lost < 2 || lost <= sent * share || (lost < least && lost <= sent * most);
  const isOften = open >= least && open > sent * most;
  if (open < 2 || (isFew && !isOften)) return [];
  const busy = open - none - inPart;
  const parts = [
    busy > 0 && `429, 503 or too large ${busy}: a lower limits.requestsPerSecond may help`,
    none > 0 && `no answer ${none}`,
    inPart > 0 && `a field that the answer holds only as an entity ${inPart}`,
    followed > 0 && `answered in a later attempt ${followed}`,
  ].filter((part) => part !== false);
  return [
    `${id}: ${open} of ${sent} allowed requests got no answer that can be judged (${parts.join('; ')})`,
  ];
}
