import { say } from '../../findings/say.ts';
import { operationOf } from '../../operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../types.ts';
import type { RunRule } from '../rule.ts';
import { sumExceeds } from '../values.ts';
import { areAtOnce, type History, type HistoryCall, historiesOf, isRepeated, paidAmount } from './history.ts';

/** Two requests about one order, payout or subscription, of which one may make the other impossible. */
export interface Pair {
  readonly calls: readonly [DocumentedOperationId, DocumentedOperationId];
  /** Start of a sentence about the pair. */
  readonly words: string;
  /** Maximum times that the pair is sent; more for pairs that often pay twice, 150 requests in all. */
  readonly tries: number;
}

/** The pairs that are sent at the same time. */
export const pairs = [
  { calls: ['refund', 'refund'], words: 'Two refunds that are together more than the order', tries: 10 },
  { calls: ['direct-payment', 'direct-payment'], words: 'Two payments with one order_no', tries: 10 },
  { calls: ['payout', 'payout'], words: 'Two payouts with one request_id', tries: 10 },
  { calls: ['capture', 'capture'], words: 'Two captures of one order', tries: 4 },
  { calls: ['capture', 'cancel'], words: 'A capture and a cancellation of one order', tries: 4 },
  { calls: ['cancel', 'refund'], words: 'A cancellation and a refund of one order', tries: 4 },
  {
    calls: ['cancel-subscription', 'cancel-subscription'],
    words: 'Two cancellations of one subscription',
    tries: 4,
  },
] as const satisfies readonly Pair[];

/** Refusals of the second request in sequence that are enough to rule out a random decline. */
export const enoughTurns = 4;

/** Results for one pair over orders with the same history. */
export interface Shown {
  readonly pair: Pair;
  /** Number of orders for which both were done one after the other. */
  readonly bothInTurn: number;
  /** Number of orders for which only the first was done, for each sequence of the two requests. */
  readonly firstAlone: readonly number[];
  /** The orders for which they were sent at the same time, with the two requests. */
  readonly atOnce: readonly { readonly name: string; readonly calls: readonly [HistoryCall, HistoryCall] }[];
  /** The first of these for which both were done. */
  readonly both?: Shown['atOnce'][number];
}

type OpenShown = { -readonly [Name in keyof Shown]: Shown[Name] } & {
  firstAlone: number[];
  atOnce: Shown['atOnce'][number][];
};

/** The results of a run for each pair. */
export function shownOf(run: readonly JudgedExchange[]): readonly Shown[] {
  const found = new Map<string, OpenShown>();
  for (const history of historiesOf(run)) {
    for (const pair of pairs) {
      const two = firstTwo(history, pair);
      if (two === undefined) continue;
      const key = `${pair.calls.join()} ${two.before.join()}`;
      const isAlike = pair.calls[0] === pair.calls[1];
      const shown: OpenShown = found.get(key) ?? {
        pair,
        bothInTurn: 0,
        firstAlone: isAlike ? [0] : [0, 0],
        atOnce: [],
      };
      found.set(key, shown);
      note(shown, history.name, two.calls);
    }
  }
  return [...found.values()];
}

/** True if both were done at the same time although, often enough to rule out chance, no sequence does both. */
export function isUnexplained({ both, bothInTurn, firstAlone }: Shown): boolean {
  return both !== undefined && bothInTurn === 0 && firstAlone.every((times) => times >= enoughTurns);
}

/** The first two requests of a history that match the pair, and what was done to the order before. */
function firstTwo(history: History, { calls: wanted }: Pair) {
  const { calls } = history;
  const first = calls.findIndex(({ operation }) => (wanted as readonly string[]).includes(operation));
  const [one, other] = [calls[first], calls[first + 1]];
  if (one === undefined || other === undefined || one.judged === other.judged) return undefined;
  const isPair =
    (one.operation === wanted[0] && other.operation === wanted[1]) ||
    (one.operation === wanted[1] && other.operation === wanted[0]);
  const isOfOne = one.transaction_id === other.transaction_id && one.isAllowed && other.isAllowed;
  if (!isPair || !isOfOne || !isTooMuch(one, other, paidAmount(history))) return undefined;
  const before = calls.slice(0, first).map(({ operation, outcome }) => `${operation} ${outcome}`);
  return { before, calls: [one, other] as const };
}

/** Two refunds count as a pair only if each is within the amount and both together exceed it. */
function isTooMuch(one: HistoryCall, other: HistoryCall, whole: string | undefined): boolean {
  if (one.operation !== 'refund' || other.operation !== 'refund') return true;
  const [a = '', b = ''] = [one.amount, other.amount];
  const exceeds = (...parts: readonly string[]) => sumExceeds(parts, whole);
  return exceeds(a) === false && exceeds(b) === false && exceeds(a, b) === true;
}

function note(shown: OpenShown, name: string, calls: readonly [HistoryCall, HistoryCall]): void {
  const [one, other] = calls;
  const areBoth = one.outcome === 'done' && other.outcome === 'done' && !isRepeated(one, other);
  if (areAtOnce(one, other)) {
    const atOnce = { name, calls };
    shown.atOnce.push(atOnce);
    if (areBoth) shown.both ??= atOnce;
  } else if (areBoth) shown.bothInTurn += 1;
  else if (one.outcome === 'done' && other.outcome !== 'unknown') {
    const turn = shown.firstAlone.length === 1 || one.operation === shown.pair.calls[0] ? 0 : 1;
    shown.firstAlone[turn] = (shown.firstAlone[turn] ?? 0) + 1;
  }
}

const clause = '1.3/at-once/explainable';

/** 1.3: two requests at the same time must not do more than the same two in sequence; doing less is allowed. */
export const atOnce: RunRule = {
  name: 'at-once',
  clauses: [clause],
  operations: [...new Set(pairs.flatMap(({ calls }) => calls))],
  disallowed: true,
  check(run, about) {
    const told = new Set<Pair>();
    for (const shown of shownOf(run)) {
      const { pair, atOnce, both, firstAlone, bothInTurn } = shown;
      const last = (both ?? atOnce.at(-1))?.calls[1];
      if (last === undefined) continue;
      const recorder = about(last.judged);
      const times = atOnce.length === 1 ? 'once' : `${atOnce.length} times`;
      const said = both === undefined ? 'never both done' : 'both done';
      const inTurn = bothInTurn > 0 ? 'both are done' : 'the second is refused';
      const isKnown = bothInTurn > 0 || firstAlone.every((count) => count > 0);
      recorder.observes(
        clause,
        `${pair.calls.join(' and ')}: ${said}`,
        `${pair.words}: at the same time ${said} (tried ${times}), one after the other ${isKnown ? inTurn : 'not known'}`,
      );
      recorder.holds(clause);
      if (!isUnexplained(shown) || both === undefined || told.has(pair)) continue;
      told.add(pair);
      const [one, other] = both.calls;
      const turns = firstAlone.reduce((sum, count) => sum + count, 0);
      const isOfMoney = operationOf(other.operation).batch !== undefined;
      recorder.breaks(clause, {
        kind: 'outcome',
        path: '',
        expected: say('one-of-two', [], turns, turns),
        received: isOfMoney
          ? say(
              'both-sums-at-once',
              [other.amount, one.amount, both.name, other.whole],
              one.judged.exchange.id,
            )
          : say('both-at-once', [both.name], one.judged.exchange.id),
        message: `${pair.words}, sent at the same time, must do no more than one after the other (try ${atOnce.indexOf(both) + 1})`,
      });
    }
  },
};
