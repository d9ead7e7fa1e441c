import type { Said } from '../findings/said.ts';
import { say } from '../findings/say.ts';
import { entriesOf, isEntryTaken, membersOf, objectsOf, scalarText } from '../history/outcome.ts';
import { objectOf } from '../json.ts';
import { isDocumented, operationOf } from '../operations.ts';
import type { ClauseId, JsonObject, JudgedExchange } from '../types.ts';
import { openRecorder, type Verdicts } from './recorder.ts';

/** A probe that differs from its accepted control in one thing, and the required outcome of the probe. */
export interface Twin {
  readonly clause: ClauseId;
  readonly control: JudgedExchange;
  readonly probe: JudgedExchange;
  readonly wants: 'refusal' | 'acceptance';
  /** Status of an entry that this service settles later; such an entry counts as accepted. */
  readonly pending?: string;
  /**
   * An allowed request of the same operation and caller, sent after a refused probe; `none` if none could be sent.
   * Absent only in evidence older than this field.
   */
  readonly after?: JudgedExchange | 'none';
  /** Why none could be sent, if known: for example a limit of the target file. */
  readonly unsent?: string;
}

/** True if the verdict on a probe depends on its refusal, so that its control must be accepted again afterwards. */
export function dependsOnRefusal(twin: Twin): boolean {
  const { control, probe, wants, pending } = twin;
  const { outcome } = probe.judgement;
  if (!isFullyAccepted(control, pending) || outcome === 'none' || outcome === 'unclear') return false;
  return wants === 'acceptance'
    ? isCutShort(twin) || (outcome === 'refused' && entriesForEach(probe) === undefined)
    : !isCarriedOut(probe, pending);
}

// Only 7.6 states codes, without saying which input gets which. Other clauses allow any form of refusal.
const statedCodes: Readonly<Record<ClauseId, readonly number[]>> = {
  '7.6/invalid-input': [400, 404],
  '7.6/record-not-found': [400, 404],
};

/** Judges a probe by its control; inconclusive without an accepted control or without an answer to the probe. */
export function judgeTwin(twin: Twin): Verdicts {
  const { clause, control, probe, wants, pending, after, unsent } = twin;
  const recorder = openRecorder(probe.exchange);
  const { outcome } = probe.judgement;
  const expected = say(wants);
  // A reader needs to know first what was wrong with the request.
  const probeName = probe.exchange.origin.caseName;
  if (!isFullyAccepted(control, pending)) {
    const wanted = say('accepted-control');
    const received = controlFailure(control, pending);
    recorder.rules(clause, 'inconclusive', { kind: 'outcome', path: '', expected: wanted, received });
  } else if (outcome === 'none' || outcome === 'unclear') {
    recorder.rules(clause, 'inconclusive', {
      kind: 'outcome',
      path: '',
      expected,
      received: say('tells-nothing', [], outcome),
    });
  } else if (dependsOnRefusal(twin) && after !== undefined && !isAcceptedAfter(after, twin)) {
    recorder.rules(clause, 'inconclusive', {
      kind: 'outcome',
      path: '',
      expected: say('accepted-again'),
      received:
        after !== 'none'
          ? say('control-not-accepted-again', [], after.judgement.outcome)
          : unsent === undefined
            ? say('control-not-sent-again')
            : say('control-held-back', [unsent]),
    });
  } else if (wants === 'acceptance') {
    const each = entriesForEach(probe);
    if (outcome === 'accepted' && !isCutShort(twin)) recorder.holds(clause);
    // Orders that were answered one by one were not refused because of their number.
    else if (each !== undefined)
      recorder.rules(clause, 'inconclusive', {
        kind: 'outcome',
        path: '',
        expected: say('as-control'),
        received: say('each-order-refused', [each[0]?.order_no], each.length),
      });
    else
      recorder.breaks(clause, {
        kind: 'outcome',
        path: '',
        expected: say('as-control'),
        received: say('refusal'),
      });
  } else if (isCarriedOut(probe, pending)) {
    recorder.breaks(clause, {
      kind: 'outcome',
      path: '',
      expected: say('unlike-control'),
      received: probeName === undefined ? say('acceptance') : say('acceptance-of', [], probeName),
    });
  } else if (statedCodes[clause]?.includes(statusOf(probe)) === false) {
    const codes = statedCodes[clause]?.join(' or ') ?? '';
    recorder.breaks(clause, {
      kind: 'status',
      path: '',
      expected: say('status', [], codes),
      received: say('status', [], statusOf(probe)),
      atMost: 'warn',
    });
  } else {
    recorder.holds(clause);
  }
  return recorder.close();
}

// Words of a refusal inside an entry that concern the number of orders.
const sizeWords = /too many|at most|limit|batch|size|\bmax/i;

/** The entries of a batch answer that has one per order and none about the number of orders; otherwise undefined. */
function entriesForEach(judged: JudgedExchange): readonly JsonObject[] | undefined {
  const { operation, answer } = judged.judgement;
  if (!isDocumented(operation) || answer === undefined || statusOf(judged) !== 200) return undefined;
  const row = operationOf(operation);
  const asked = ordersSent(judged);
  const entries = entriesOf(row, membersOf(row, answer));
  return asked.length > 0 && entries.length >= asked.length && !entries.some(isOfSize) ? entries : undefined;
}

function isOfSize({ error_message, refund_message }: JsonObject): boolean {
  return sizeWords.test(scalarText(error_message) ?? scalarText(refund_message) ?? '');
}

/** True if a batch was processed up to some order, and all after it were refused because of their number. */
function isCutShort({ probe, pending }: Pick<Twin, 'probe' | 'pending'>): boolean {
  const { entries, open } = entriesIn(probe, pending) ?? { entries: [], open: [] };
  const cut = open.filter(isOfSize);
  // Only the first order may be paid; one refusal in the same words for all others need not be about their number.
  return (
    cut.length > 0 &&
    entries.length > cut.length + 1 &&
    entries.slice(-cut.length).every((one) => cut.includes(one))
  );
}

/** The entries of a batch answer, and those of them without success; undefined for other operations. */
function entriesIn({ exchange, judgement }: JudgedExchange, pending?: string) {
  if (!isDocumented(judgement.operation)) return undefined;
  const operation = operationOf(judgement.operation);
  const { batch } = operation;
  if (batch === undefined || judgement.answer === undefined) return undefined;
  const entries = entriesOf(operation, membersOf(operation, judgement.answer));
  const isTaken = (entry: JsonObject) =>
    isEntryTaken(operation, entry, exchange.statuses) ||
    (pending !== undefined && scalarText(entry[batch.status]) === pending);
  return { entries, open: entries.filter((entry) => !isTaken(entry)), status: batch.status };
}

/** Returns whether a request was accepted and, for a batch, every order in it. */
function isFullyAccepted(judged: JudgedExchange, pending?: string): boolean {
  if (judged.judgement.outcome !== 'accepted') return false;
  const found = entriesIn(judged, pending);
  return found === undefined || (found.entries.length > 0 && found.open.length === 0);
}

/** True if a request that must be refused was carried out: all of it, or the last order, which exceeds the limit. */
function isCarriedOut(judged: JudgedExchange, pending?: string): boolean {
  if (isFullyAccepted(judged, pending)) return true;
  if (judged.judgement.outcome !== 'accepted') return false;
  const found = entriesIn(judged, pending);
  const last = ordersSent(judged).at(-1)?.order_no;
  if (found === undefined || last === undefined) return false;
  return found.entries.some((entry) => entry.order_no === last && !found.open.includes(entry));
}

/** The orders in a batch request. */
function ordersSent({ exchange: { operation, sent } }: JudgedExchange): readonly JsonObject[] {
  if (!isDocumented(operation)) return [];
  return objectsOf(objectOf(sent.value)[operationOf(operation).batch?.field ?? '']);
}

/** Returns whether an allowed request of the control's operation and caller was accepted in full. */
export function isAcceptedLike(one: JudgedExchange, { control, pending }: Pick<Twin, 'control' | 'pending'>) {
  const isAllowed = one.exchange.sent.intent === 'valid' && one.judgement.request !== 'broken';
  return isAllowed && callerOf(one) === callerOf(control) && isFullyAccepted(one, pending);
}

function callerOf({ exchange: { operation, sent } }: JudgedExchange): string {
  const { merchant_id, account_id } = objectOf(sent.value);
  return JSON.stringify([operation, merchant_id, account_id]);
}

function isAcceptedAfter(after: JudgedExchange | 'none', twin: Twin): boolean {
  return after !== 'none' && isAcceptedLike(after, twin);
}

/** True for a refund of less than the amount of a payment. */
function isPartialRefund({ exchange: { sent } }: JudgedExchange): boolean {
  const { refund_orders } = objectOf(sent.value);
  return objectsOf(refund_orders).some(
    ({ amount, refund_amount }) => Number(scalarText(refund_amount)) < Number(scalarText(amount)),
  );
}

/** The first order of a control without success and the service's message about it; without entries, the outcome. */
function controlFailure(control: JudgedExchange, pending?: string): Said {
  const { entries, open, status } = entriesIn(control, pending) ?? { entries: [], open: [], status: '' };
  const { outcome } = control.judgement;
  const [first] = open;
  if (first === undefined)
    return outcome === 'accepted'
      ? say('control-without-success')
      : say(isPartialRefund(control) ? 'control-part-refused' : 'control-not-accepted', [], outcome);
  return say(
    isPartialRefund(control) ? 'control-part-left-open' : 'control-left-open',
    [first.order_no, first[status], first.error_message ?? first.refund_message],
    open.length,
    entries.length,
  );
}

function statusOf({ exchange }: JudgedExchange): number {
  return exchange.received.kind === 'answer' ? exchange.received.status : 0;
}
