import { say, sayValue } from '../findings/say.ts';
import type { Notebook } from '../notebook.ts';
import { operationsOf } from '../operations.ts';
import { entrySucceeded } from '../outcome.ts';
import type { JsonObject } from '../types.ts';
import { matchEntries } from './entry-match.ts';
import type { Rule, View } from './rule.ts';

const oneEach = '1.3/one-result-per-order';

/** 1.3: each order sent has exactly one result entry, found by its order_no and transaction_id. */
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
  check(view, notebook) {
    const field = view.operation.batch?.field ?? '';
    if (!view.comparable || !Array.isArray(view.answer[field])) return;
    const found = matchEntries(view);
    if (found.sent.length === 0) return;
    const at = (index: number, member: string) => `${field}[${index}]${member}`;

    for (const clause of [oneEach, '2.9/order_no/identity', '2.9/transaction_id/identity'])
      notebook.holds(clause);
    // A request may name an order and a transaction that do not belong together; either may then be answered.
    const crossed = crossedIn(found.sent);
    const isCrossed = ({ order_no, transaction_id }: JsonObject = {}) =>
      crossed.has(`order ${String(order_no)}`) || crossed.has(`transaction ${String(transaction_id)}`);
    for (const index of found.foreign) {
      if (isCrossed(found.results[index])) continue;
      const received = sayValue(found.results[index]?.order_no);
      notebook.breaks('2.9/order_no/identity', {
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
      notebook.breaks('2.9/transaction_id/identity', {
        kind: 'differs',
        path: at(index, '.transaction_id'),
        expected: say('as-sent-with-order', [order?.transaction_id]),
        received: sayValue(result.transaction_id),
      });
    }
    for (const index of found.repeated) {
      notebook.breaks(oneEach, {
        kind: 'repeated',
        path: at(index, ''),
        expected: say('one-per-order'),
        received: say('another-for-order', [found.results[index]?.order_no]),
      });
    }
    // A broken batch that was not accepted may be refused as a whole; one over the limit is, or answered whole.
    const isCut =
      found.sent.length > (view.operation.batch?.limit ?? 0) &&
      found.results.some((result) => entrySucceeded(view.operation, result));
    if (view.grade !== 'broken' || view.outcome === 'accepted' || isCut) reportLost(view, notebook);
    observeOrder(view, notebook);
  },
};

/** The orders that were sent with more than one transaction, and the transactions that were sent with more than one order. */
function crossedIn(sent: readonly JsonObject[]): ReadonlySet<string> {
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

function reportLost(view: View, notebook: Notebook): void {
  const { lost, sent, results } = matchEntries(view);
  const count =
    results.length === 1
      ? say('entry-for-orders', [], sent.length)
      : say('entries-for-orders', [], results.length, sent.length);
  for (const index of lost) {
    notebook.breaks(oneEach, {
      kind: 'absent',
      path: view.operation.batch?.field ?? '',
      expected: say('entry-for-order', [sent[index]?.order_no]),
      received: count,
    });
  }
}

function observeOrder(view: View, notebook: Notebook): void {
  const { sent, results } = matchEntries(view);
  const { title } = view.operation;
  const names = sent.map(({ order_no }) => order_no);
  if (new Set(names).size < names.length) {
    const word = results.length === sent.length ? 'one entry each' : 'fewer entries';
    notebook.observes('1.3/repeated-order', word, `${title}: an order named twice has ${word}`);
  } else if (sent.length > 1 && results.length === sent.length) {
    const same = results.every(({ order_no }, index) => order_no === names[index]);
    const word = same ? 'in the order sent' : 'in another order';
    notebook.observes('1.3/entry-order', word, `${title}: result entries stand ${word}`);
  }
}
