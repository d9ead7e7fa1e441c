import { say, sayValue } from '../findings/say.ts';
import { entriesOf, entrySucceeded, isBlank, isEntryTaken } from '../history/outcome.ts';
import { leavesOf } from '../json.ts';
import { isText } from '../judge/grade.ts';
import type { Recorder } from '../judge/recorder.ts';
import { documentedOperations, operationsOf } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject } from '../types.ts';
import { compareAsSent, isAsSent } from './echoes.ts';
import { matchEntries, sentEntries } from './entry-match.ts';
import type { Rule, View } from './rule.ts';
import { compareDecimals } from './values.ts';

const echoed: Readonly<Record<string, ClauseId>> = table({
  amount: '2.9/amount/echo',
  currency: '2.9/currency/echo',
  refund_amount: '2.9/refund_amount/echo',
  refund_reason: '2.9/refund_reason/echo',
  review_flag: '2.9/review_flag/echo',
});

const members = Object.entries(echoed);

/** 2.9: a result entry repeats members of its order under the same names; unchanged values are implied. */
export const batchEcho: Rule = {
  name: 'batch-echo',
  clauses: Object.values(echoed),
  operations: operationsOf('batch'),
  looksAt: 'answer',
  check(view, recorder) {
    if (!view.comparable) return;
    const { results, answers } = matchEntries(view);
    for (const [name, clause] of members) {
      const answered = new Set<JsonObject>();
      results.forEach((result, index) => {
        const received = result[name];
        // A refused entry moved nothing, and what comes back blank is absent.
        if (typeof received !== 'string' || isBlank(received) || view.refusedEntries.has(index)) return;
        const orders = answers[index] ?? [];
        const left = orders.filter((order) => !answered.has(order));
        const order = nearestOrder(left.length > 0 ? left : orders, name, received);
        const sent = order?.[name];
        if (order === undefined || !isText(sent)) return;
        if (isAsSent(name, sent, received)) answered.add(order);
        const path = `${view.operation.batch?.field}[${index}].${name}`;
        // Of what is done later nothing was moved yet.
        const isNothing = !entrySucceeded(view.operation, result) && compareDecimals(received, '0') === 0;
        if (sent === received || !isNothing) compareAsSent(recorder, { clause, path, sent, received });
      });
    }
  },
};

/** The order that a result repeats under a name: one may be sent twice, with two amounts, each of which is right once. */
function nearestOrder(orders: readonly JsonObject[], name: string, received: string) {
  let first: JsonObject | undefined;
  for (const order of orders) {
    const { [name]: sent } = order;
    if (!isText(sent)) continue;
    if (isAsSent(name, sent, received)) return order;
    first ??= order;
  }
  return first;
}

const oneEach = '1.3/one-result-per-order';

/** 1.3: each order sent has exactly one result entry, identified by order_no and transaction_id. */
export const batchEntries: Rule = {
  name: 'batch-entries',
  clauses: [
    oneEach,
    '2.9/order_no/identity',
    '2.9/transaction_id/identity',
    '1.3/entry-order',
    '1.3/repeated-order',
  ],
  operations: operationsOf('batch'),
  looksAt: 'answer',
  refusals: true,
  check(view, recorder) {
    const field = view.operation.batch?.field ?? '';
    if (!view.comparable || !Array.isArray(view.answer[field])) return;
    const found = matchEntries(view);
    if (found.sent.length === 0) return;
    const at = (index: number, member: string) => `${field}[${index}]${member}`;

    for (const clause of [oneEach, '2.9/order_no/identity', '2.9/transaction_id/identity'])
      recorder.holds(clause);
    // If a request combines an order with the transaction of another, the answer may be about either.
    const crossed = mismatchedIn(found.sent);
    const isCrossed = ({ order_no, transaction_id }: JsonObject = {}) =>
      crossed.has(`order ${String(order_no)}`) || crossed.has(`transaction ${String(transaction_id)}`);
    for (const index of found.foreign) {
      if (isCrossed(found.results[index])) continue;
      const received = sayValue(found.results[index]?.order_no);
      recorder.breaks('2.9/order_no/identity', {
        kind: 'differs',
        path: at(index, '.order_no'),
        expected: say('order-sent'),
        received,
      });
    }
    for (const index of found.swapped) {
      const result = found.results[index] as JsonObject;
      if (isCrossed(result)) continue;
      const order = found.sent.find(({ order_no }) => order_no === result.order_no);
      recorder.breaks('2.9/transaction_id/identity', {
        kind: 'differs',
        path: at(index, '.transaction_id'),
        expected: say('as-sent-with-order', [order?.transaction_id]),
        received: sayValue(result.transaction_id),
      });
    }
    for (const index of found.repeated) {
      recorder.breaks(oneEach, {
        kind: 'repeated',
        path: at(index, ''),
        expected: say('one-per-order'),
        received: say('another-for-order', [found.results[index]?.order_no]),
      });
    }
    reportLost(view, recorder);
    observeOrder(view, recorder);
  },
};

/** Orders sent with more than one transaction, and transactions sent with more than one order. */
function mismatchedIn(sent: readonly JsonObject[]): ReadonlySet<string> {
  const beside = new Map<string, string>();
  const crossed = new Set<string>();
  const pair = (one: string, other: string) => {
    const before = beside.get(one);
    if (before !== undefined && before !== other) for (const name of [one, other, before]) crossed.add(name);
    beside.set(one, other);
  };
  for (const { order_no, transaction_id } of sent) {
    const [order, transaction] = [`order ${String(order_no)}`, `transaction ${String(transaction_id)}`];
    pair(order, transaction);
    pair(transaction, order);
  }
  return crossed;
}

function reportLost(view: View, recorder: Recorder): void {
  const { lost, sent, results } = matchEntries(view);
  const count =
    results.length === 1
      ? say('entry-for-orders', [], sent.length)
      : say('entries-for-orders', [], results.length, sent.length);
  for (const index of lost) {
    recorder.breaks(oneEach, {
      kind: 'absent',
      path: view.operation.batch?.field ?? '',
      expected: say('entry-for-order', [sent[index]?.order_no]),
      received: count,
    });
  }
}

function observeOrder(view: View, recorder: Recorder): void {
  const { sent, results } = matchEntries(view);
  const { title } = view.operation;
  const names = sent.map(({ order_no }) => order_no);
  if (new Set(names).size < names.length) {
    const word = results.length === sent.length ? 'one entry each' : 'fewer entries';
    recorder.observes('1.3/repeated-order', word, `${title}: an order named twice has ${word}`);
  } else if (sent.length > 1 && results.length === sent.length) {
    const same = results.every(({ order_no }, index) => order_no === names[index]);
    const word = same ? 'in the order sent' : 'in another order';
    recorder.observes('1.3/entry-order', word, `${title}: result entries are ${word}`);
  }
}

/** Minimum number of digits of an amount worth observing. */
const leastDigits = 9;

/** Section 8: undocumented limits, as far as an exchange met them. */
export const metLimits: Rule = {
  name: 'met-limits',
  clauses: ['8/rate-limits', '8/time-outs', '8/request-size', '8/maximum-amounts'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'warns',
  check({ exchange, received, outcome, request, operation }, recorder) {
    if (exchange.received.kind === 'none') {
      if (exchange.received.reason === 'timeout') {
        recorder.observes(
          '8/time-outs',
          'no answer in time',
          `${operation.title}: no answer in the time that the target allows`,
        );
      }
      return;
    }
    const slow = exchange.received.durationMs >= 10_000 ? '10 s or more' : 'under 10 s';
    recorder.observes('8/time-outs', slow, `${operation.title}: answered in ${slow}`);
    if (received?.status === 429 || received?.status === 503) {
      const retry =
        received.headers['retry-after'] === undefined ? 'without Retry-After' : 'with Retry-After';
      recorder.observes(
        '8/rate-limits',
        `${received.status} ${retry}`,
        `${operation.title}: status ${received.status} ${retry}`,
      );
    }
    const size = exchange.sent.body.length;
    if (size >= 100_000) {
      const kind = size >= 1_000_000 ? '1 MB or more' : '100 KB or more';
      recorder.observes(
        '8/request-size',
        `${kind}: ${outcome}`,
        `${operation.title}: a request of ${kind} was ${outcome}`,
      );
    }
    const digits = largestAmount(request);
    if (digits >= leastDigits)
      recorder.observes(
        '8/maximum-amounts',
        `${digits} digits: ${outcome}`,
        `${operation.title}: an amount of ${digits} digits was ${outcome}`,
      );
  },
};

/** Integer digits of the largest amount; 0 if no amount is long enough to observe. */
function largestAmount(request: JsonObject): number {
  const amounts = leavesOf(request).flatMap(([path, leaf]) =>
    typeof leaf === 'string' && leaf.length >= leastDigits && path.endsWith('amount') ? [leaf] : [],
  );
  return Math.max(0, ...amounts.map(wholeDigits));
}

function wholeDigits(text: string): number {
  return /^[0-9.]+$/.test(text) ? (text.split('.')[0] ?? '').length : 0;
}

/** Section 8: a batch over the limit must not be processed; only implied, as the limit binds the caller. */
export const overLimit: Rule = {
  name: 'over-limit',
  clauses: [oneEach, ...operationsOf('batch').map((id) => `8/${id}/over-limit`)],
  operations: operationsOf('batch'),
  looksAt: 'exchange',
  disallowed: 'as-allowed',
  check(view, recorder) {
    const { batch, id } = view.operation;
    const orders = sentEntries(view).length;
    if (batch === undefined || orders <= batch.limit || !view.comparable) return;
    if (view.outcome !== 'refused' && view.outcome !== 'accepted') return;
    const clause = `8/${id}/over-limit`;
    const processed = entriesOf(view.operation, view.answer).filter((entry) =>
      isEntryTaken(view.operation, entry, view.exchange.statuses),
    ).length;
    recorder.judges(clause, processed === 0, {
      kind: 'count',
      path: batch.field,
      expected: say('refusal-above', [], batch.limit),
      received: say('acceptance-of-orders', [], processed, orders),
    });
    // Nothing in an entry is broken, so one that is taken is answered in full (1.3).
    if (processed > 0 && isOverLimitAlone(view)) reportLost(view, recorder);
  },
};

/** True if the number of orders is all that the document does not allow in the request. */
function isOverLimitAlone({ asked, exchange: { sent }, operation: { batch } }: View): boolean {
  return (
    sent.departs === undefined &&
    asked.breaches.every(({ keyword, path }) => keyword === 'maxItems' && path === batch?.field)
  );
}
