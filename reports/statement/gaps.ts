import { objectOf } from '../../schemas/json.ts';
import { isLeftOut, limitReached, undecidedPrerequisite } from '../../schemas/left-out.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { testName } from '../../schemas/source-name.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { EvidenceExchange, SkippedNote } from '../evidence/lines.ts';
import { operationsInScope, type RunScope } from '../run/choices.ts';
import { type AnswerCounts, type countAnswers, isAllowed } from './count-answers.ts';

/** What a run takes of the limits of its target. */
export interface RunNeeds {
  readonly requests: number;
  /** The sum of all requests; absent where it has no bound. */
  readonly amountTotal?: number;
}

/** How deep a run goes: cases of a property, and the largest amount that one request may name. */
interface RunDepth {
  readonly runs: number;
  readonly amountPerRequest?: number;
}

/** What the tests of one operation send with all that they rest on: requests, and sums in largest amounts; each for all depths, and for each case. */
type Share = Readonly<Record<'requests' | 'amounts', readonly [always: number, perCase: number]>>;

// Counted with 5 and with 25 cases, amounts under a largest one of 5.00 and of 20.00, and rounded up; where a service refuses a whole
// batch for one unknown order, each of four operations sends some 60 more.
const shares: Readonly<Record<DocumentedOperationId, Share>> = {
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

/** Room above what was counted: for another seed, and for tests that a second account, a signer or an address of notifications adds. */
const room = 1.05;

/** A number of two digits and noughts with some room above. */
export function roomy(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number * room)) - 1);
  return Math.ceil((number * room) / unit) * unit;
}

/** What a whole run of some operations needs, about: how a service answers, and what a target file names, change it a little. */
export function wholeRunNeeds(
  operations: readonly DocumentedOperationId[],
  { runs, amountPerRequest }: RunDepth,
): RunNeeds {
  const sum = (of: keyof Share) =>
    operations.reduce((all, id) => all + shares[id][of][0] + shares[id][of][1] * runs, 0);
  return {
    requests: roomy(sum('requests')),
    ...(amountPerRequest === undefined ? {} : { amountTotal: roomy(sum('amounts') * amountPerRequest) }),
  };
}

const figures = (number: number, digits: number) =>
  number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What a run needs in words, as in `3,500 requests and 4,900.00`. */
export function needsText({ requests, amountTotal }: RunNeeds): string {
  const sum = amountTotal === undefined ? '' : ` and ${figures(amountTotal, 2)}`;
  return `${figures(requests, 0)} requests${sum}`;
}

/** More unanswered requests than this share of the allowed ones leave a run incomplete. */
const mostUnanswered = 1 / 5;

/**
 * Of the allowed requests of an operation, so many may stay without an answer that can be judged: one, or this share of
 * them; two only where that is a fifth at most, so that little traffic hides nothing either. Those that were put off and
 * whose case was answered later count among the fifth alone, from three on.
 */
const undecidedBounds = { share: 0.02, least: 3, most: 1 / 5 } as const;

/** More tests that a limit of the target ended than this share of those that were to run leave a run incomplete. */
const mostLimited = 1 / 10;

/** More tests that ended at a request without an answer that can be judged than this share of them leave a run incomplete. */
const mostUndecided = 1 / 50;

/** Something that the target file names and requests are made with, as evidence shows it. */
export interface Named {
  /** Its key in the target file, for example `cards[1]`. */
  readonly key: string;
  /** Members of a request that is made with it, masked. */
  readonly members: JsonObject;
}

/** Requests with one named thing, none of them accepted, from which on it does not work. */
const fewestWithNamed = 3;

/** What the gaps of a run are read from. */
interface GapInput {
  readonly scope: RunScope;
  readonly answers: ReturnType<typeof countAnswers>;
  readonly skipped: readonly SkippedNote[];
  readonly opening?: OpeningReport;
  /** What happened to the service on the way. */
  readonly hindrances?: readonly string[];
  /** What the target file names. */
  readonly named?: readonly Named[];
  readonly exchanges?: readonly EvidenceExchange[];
  readonly depth?: RunDepth;
}

/** What the run meant to do and could not, as far as its answers tell, one line each. */
export function gapsOf(input: GapInput): readonly string[] {
  const { scope, answers, opening, hindrances = [] } = input;
  const stopped = opening?.stopped;
  return [
    ...(stopped === undefined ? [] : [`the opening stopped the run: ${stopped.says}`]),
    ...hindrances,
    ...endedEarly(input),
    ...unansweredShare(answers),
    ...nothingMet(answers),
    ...unusedNames(input),
    ...operationsInScope(scope).flatMap((id) => deadOperation(id, input)),
    ...operationsInScope(scope).flatMap((id) => undecided(id, answers[id])),
  ];
}

/** Tests that one thing ended early, where they are more than a few of those that nothing else kept from running. */
function endedEarly({ scope, skipped, exchanges = [], depth }: GapInput): readonly string[] {
  const notes = skipped.filter(({ test }) => test !== undefined);
  const limits = notes.flatMap(
    ({ reason }) => /limits\.\w+ is [\d.]+/.exec(limitReached(reason) ? reason : '') ?? [],
  );
  const undecided = notes.filter(({ reason }) => reason.startsWith(undecidedPrerequisite));
  const notRun = new Set(notes.flatMap(({ test, reason }) => (isLeftOut(reason) ? [test] : [])));
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

/** What the target file names and no request was accepted with, while others of the same operations were. */
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

// What the watched caller of a proxy sends may be wrong from beginning to end, and says nothing of the service then.
function nothingMet(answers: GapInput['answers']): readonly string[] {
  const all = Object.values(answers);
  const answered = all.reduce((sum, one) => sum + one.accepted + one.refused + one.malformed + one.failed, 0);
  if (answered === 0 || all.some(({ accepted, allowed }) => accepted + allowed.sent > 0)) return [];
  return [`nothing was accepted, and of ${answered} requests that were answered the document allows none`];
}

/** An operation that accepted none of the requests that the document allows. */
function deadOperation(
  id: DocumentedOperationId,
  { scope, answers, skipped, opening }: GapInput,
): readonly string[] {
  const counts = answers[id];
  const sent = counts?.allowed.sent ?? 0;
  const step = opening?.steps.find(({ operation }) => operation === id);
  // Accepted by what it was compared with alone: nothing else of it was tested.
  if (step?.cause?.kind === 'layout') return [step.cause.says];
  if (counts !== undefined && counts.allowed.accepted > 0) return [];
  if (sent === 0 && (scope.choices.only !== undefined || isLeftToCaller(id, skipped))) return [];
  const cause = step?.cause?.says;
  const why = cause === undefined ? '' : `; ${cause}`;
  if (sent === 0) return [`${id}: no allowed request could be sent${heldBack(id, skipped)}${why}`];
  const asked =
    sent === 1 ? 'the one allowed request was not accepted' : `none of ${sent} allowed requests was accepted`;
  return [`${id}: ${asked} (${toldOf(counts)})${why}`];
}

// What needs an operation that the caller left out is left out with it.
function isLeftToCaller(id: DocumentedOperationId, skipped: readonly SkippedNote[]): boolean {
  const own = skipped.filter(({ operation }) => operation === id);
  // A limit is the caller's too, but a service that was not met for it was not met.
  return own.length > 0 && own.every(({ reason }) => isLeftOut(reason) && limitReached(reason) === undefined);
}

function heldBack(id: DocumentedOperationId, skipped: readonly SkippedNote[]): string {
  const reasons = skipped.filter(({ operation, reason }) => operation === id && !isLeftOut(reason));
  const [first] = reasons.length > 0 ? reasons : skipped.filter(({ operation }) => operation === id);
  return first === undefined ? '' : ` (${first.reason})`;
}

function toldOf(counts: AnswerCounts | undefined): string {
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
