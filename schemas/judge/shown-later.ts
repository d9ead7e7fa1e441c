import { answerOf, entriesIn, entryOutcome, isBlank, scalarText } from '../history/outcome.ts';
import { objectOf } from '../json.ts';
import { judge } from '../judge.ts';
import { isDocumented, operationOf } from '../operations.ts';
import type { Finding, JsonObject, JudgedExchange } from '../types.ts';
import { callOutcome } from './outcome-of.ts';

/** The findings on payments of which a later call shows that they were made: their answers are judged as results. */
export function findingsShownLater(run: readonly JudgedExchange[]): readonly Finding[] {
  return run.flatMap((judged) => {
    if (!isShownLater(judged, run)) return [];
    const known = new Set(judged.judgement.findings.map(keyOf));
    return judgedAsTaken(judged).judgement.findings.filter((finding) => !known.has(keyOf(finding)));
  });
}

/**
 * Returns whether a payment was made although its answer carries no mark, neither of success nor of refusal: a later
 * call of the run shows it. A different answer to a wrong request shows nothing, as services tell a decline from a wrong
 * signature; nor does an order that another payment may have made.
 */
export function isShownLater(judged: JudgedExchange, run: readonly JudgedExchange[]): boolean {
  const order = orderWithoutMark(judged);
  if (order === undefined) return false;
  const isOther = (one: JudgedExchange) => one !== judged && mayHaveMade(one, order);
  return !run.some(isOther) && isShownIn(run.slice(run.indexOf(judged) + 1), order, run);
}

/** Returns whether a call may have made a payment of this order: it was not refused, or not by a mark. */
function mayHaveMade(judged: JudgedExchange, order: string): boolean {
  const { operation, sent } = judged.exchange;
  if (!isDocumented(operation) || operationOf(operation).family !== 'payment') return false;
  if (objectOf(sent.value).order_no !== order) return false;
  return judged.judgement.outcome !== 'refused' || orderWithoutMark(judged) !== undefined;
}

/** Judges an exchange as one whose request the service took. */
export function judgedAsTaken({ exchange }: JudgedExchange): JudgedExchange {
  const taken = { ...exchange, sent: { ...exchange.sent, taken: true as const } };
  return { exchange: taken, judgement: judge(taken) };
}

const keyOf = ({ clause, path, verdict }: Finding) => `${clause}\n${path}\n${verdict}`;

/** The order of an allowed payment whose answer with status 200 has no documented mark. */
function orderWithoutMark({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, received, sent } = exchange;
  if (judgement.outcome === 'accepted' || judgement.request === 'broken') return undefined;
  if (!isDocumented(operation) || operationOf(operation).family !== 'payment') return undefined;
  if (received.kind !== 'answer' || received.status !== 200) return undefined;
  if (callOutcome(operationOf(operation), answerOf({ exchange, judgement })) !== 'unknown') return undefined;
  const order = objectOf(sent.value).order_no;
  return typeof order === 'string' && !isBlank(order) ? order : undefined;
}

/** Returns whether a later call was done for an order, or a query lists it like one whose payment was accepted. */
function isShownIn(later: readonly JudgedExchange[], order: string, run: readonly JudgedExchange[]): boolean {
  const isOwn = ({ order_no }: JsonObject) => scalarText(order_no) === order;
  return later.some((judged) => {
    const { operation } = judged.exchange;
    if (!isDocumented(operation) || judged.judgement.outcome !== 'accepted') return false;
    const row = operationOf(operation);
    const entries = entriesIn(judged);
    if (row.batch !== undefined)
      return entries.some(
        (entry) => isOwn(entry) && entryOutcome(row, entry, judged.exchange.statuses) === 'done',
      );
    const record = row.lists === undefined ? undefined : entries.find(isOwn);
    if (record === undefined) return false;
    // A service may list what it declined, in another state than what it took.
    const paid = entries.filter(({ order_no }) => isPaid(run, scalarText(order_no)));
    return paid.length === 0
      ? scalarText(record.query_result) === '1'
      : paid.some(({ payment_status }) => payment_status === record.payment_status);
  });
}

function isPaid(run: readonly JudgedExchange[], order: string | undefined): boolean {
  return run.some(
    ({ exchange: { operation, sent }, judgement }) =>
      isDocumented(operation) &&
      operationOf(operation).family === 'payment' &&
      judgement.outcome === 'accepted' &&
      objectOf(sent.value).order_no === order,
  );
}
