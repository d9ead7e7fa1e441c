import { answerOf } from '../../answer-of.ts';
import { given } from '../../given.ts';
import {
  type Life,
  type LifeArrow,
  type LifeCall,
  type LifeOutcome,
  lifeCalls,
  stateName,
} from '../../life.ts';
import { isBatch, operationOf } from '../../operations.ts';
import { entriesOf, scalarText } from '../../outcome.ts';
import { isRefusedEntry } from '../../states.ts';
import type { JudgedExchange } from '../../types.ts';
import { compareDecimals, sumOf } from '../values.ts';
import { contendedIn, type History, type HistoryCall, historiesOf } from './history.ts';

/** What one call was, as a life tells it; undefined where it tells nothing more of the order. */
interface Told {
  readonly call: LifeCall;
  readonly outcome: LifeOutcome;
  readonly status?: string;
}

/** The call of a life that a call over an order is: a refund of what is left, or of less. */
function lifeCallOf(
  { operation, amount, whole }: HistoryCall,
  refunded: readonly string[],
): LifeCall | undefined {
  if (operation !== 'refund') return operation in lifeCalls ? (operation as LifeCall) : undefined;
  const sum = amount === undefined ? undefined : sumOf([...refunded, amount]);
  const more = compareDecimals(sum, whole);
  return more === undefined || more > 0 ? undefined : more === 0 ? 'refund rest' : 'refund part';
}

function toldOf(call: HistoryCall, name: string, refunded: readonly string[]): Told | undefined {
  const { judged, operation, outcome } = call;
  const own = lifeCallOf(call, refunded);
  if (own === undefined || !isBatch(operation) || outcome === 'unknown') return undefined;
  const row = operationOf(operation);
  const entry = entriesOf(row, answerOf(judged)).find(({ order_no }) => order_no === name);
  const status = scalarText(entry?.[row.batch?.status ?? ''])?.slice(0, 20);
  if (outcome === 'done')
    return { call: own, outcome: status === '1' ? 'accepted' : 'pending', ...given({ status }) };
  // What does not say that it was refused may have been done.
  const isRefused = judged.judgement.outcome === 'refused' || (entry && isRefusedEntry(operation, entry));
  return isRefused === true ? { call: own, outcome: 'refused', ...given({ status }) } : undefined;
}

/** The arrows of one order, as far as it is known in which state each call met it. */
function arrowsIn({ name, calls }: History, contended: ReadonlySet<JudgedExchange>): readonly LifeArrow[] {
  const [payment, ...others] = calls;
  if (payment?.operation !== 'direct-payment' || payment.outcome !== 'done') return [];
  const arrows: LifeArrow[] = [];
  const done: LifeCall[] = [];
  const refunded: string[] = [];
  for (const call of others) {
    const isPlain = call.isAllowed && call.judged.exchange.sent.intent === 'valid';
    if (!isPlain && call.outcome === 'not-done') continue;
    const told = isPlain && !contended.has(call.judged) ? toldOf(call, name, refunded) : undefined;
    if (told === undefined) break;
    const from = stateName(done);
    if (told.outcome !== 'refused') {
      done.push(told.call);
      if (call.operation === 'refund' && call.amount !== undefined) refunded.push(call.amount);
    }
    arrows.push({ from, ...told, to: stateName(done) });
  }
  return arrows;
}

/** The life of an order as the calls of a run with one service show it; undefined where they show nothing. */
export function lifeSeen(run: readonly JudgedExchange[]): Life | undefined {
  const contended = contendedIn(run);
  const arrows = new Map(
    historiesOf(run)
      .flatMap((history) => arrowsIn(history, contended))
      .map((arrow) => [[arrow.from, arrow.call, arrow.outcome, arrow.to].join('\n'), arrow]),
  );
  if (arrows.size === 0) return undefined;
  const sorted = [...arrows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, arrow]) => arrow);
  const names = new Set(['paid', ...sorted.flatMap(({ from, to }) => [from, to])]);
  return { from: 'seen', states: [...names].map((name) => ({ name })), arrows: sorted };
}
