import { say, sayValue } from '../../findings/say.ts';
import { operationsOf } from '../../operations.ts';
import { isBlank } from '../../outcome.ts';
import {
  attemptsOf,
  type Fact,
  factsOf,
  isTold,
  ordersTakenOnce,
  type Payment,
  paymentsOf,
  recordsOf,
} from './facts.ts';
import type { RunRule } from './run-rule.ts';

const oneOrder = '2.1/transaction_id/one-order';

/** What stands for a transaction that is not there yet, as of a payment page that nobody has paid. */
const saysNone = /^(?:[\s0_.-]*|n\/?a|none|null|nil|pending)$/i;
const unique = '2.1/transaction_id/unique';

/** 2.1: transaction_id identifies one transaction, so it stands beside one order_no and is given once. */
export const transactionIds: RunRule = {
  name: 'transaction-ids',
  clauses: [oneOrder, unique],
  operations: ['direct-payment', ...operationsOf('batch', 'search'), 'payout'],
  check(run, about) {
    const facts = factsOf(run);
    const payments = paymentsOf(facts);
    checkUnique(facts, payments, about);
    const byTransaction = new Map(payments.map((payment) => [payment.transaction_id, payment]));
    const onceByOrder = ordersPaidOnce(facts, payments);
    const taken = ordersTakenOnce(facts);
    const listed = new Map<string, string>();
    for (const { judged, operation, record, path, account } of recordsOf(
      facts,
      ...operationsOf('batch', 'search'),
    )) {
      const { order_no, transaction_id } = record;
      if (typeof order_no !== 'string' || typeof transaction_id !== 'string') continue;
      const paid = byTransaction.get(transaction_id);
      const single = onceByOrder.get(`${account}\n${order_no}`);
      // Of an order that got no transaction_id when it was accepted, a listing is the first to tell it.
      const isFirstTold = operation.lists !== undefined && taken.has(`${account}\n${order_no}`);
      const other = isFirstTold && !saysNone.test(transaction_id) ? listed.get(transaction_id) : undefined;
      if (isFirstTold && other === undefined) listed.set(transaction_id, order_no);
      if (paid !== undefined && paid.order_no !== order_no) {
        about(judged).breaks(oneOrder, {
          kind: 'differs',
          path: `${path}.order_no`,
          expected: say('order-of-transaction', [paid.order_no]),
          received: sayValue(order_no),
          // Entries of a batch have identities of their own (2.9).
          ...(operation.lists === undefined ? { atMost: 'warn' } : {}),
        });
      } else if (single !== undefined && single.transaction_id !== transaction_id) {
        about(judged).breaks(oneOrder, {
          kind: 'differs',
          path: `${path}.transaction_id`,
          expected: say('transaction-of-order', [single.transaction_id]),
          received: sayValue(transaction_id),
          // A service may give each attempt, or each part of an order, a transaction of its own.
          atMost: 'warn',
        });
      } else if (paid === undefined && other !== undefined && other !== order_no) {
        about(judged).breaks(oneOrder, {
          kind: 'differs',
          path: `${path}.order_no`,
          expected: say('order-listed-beside', [other]),
          received: sayValue(order_no),
        });
      } else if (paid !== undefined) about(judged).holds(oneOrder);
    }
  },
};

function checkUnique(
  facts: readonly Fact[],
  payments: readonly Payment[],
  about: Parameters<RunRule['check']>[1],
): void {
  const orders = new Map(payments.map((one) => [one.judged, one.order_no]));
  const payouts = facts.flatMap((fact) => {
    if (fact.operation.family !== 'payout') return [];
    const { transaction_id } = fact.answer;
    const { request_id } = fact.request;
    const isAccepted = fact.judged.judgement.outcome === 'accepted';
    const given =
      isAccepted && typeof transaction_id === 'string' && !isBlank(transaction_id) && isTold(fact.answer);
    return given ? { ...fact, transaction_id, name: `payout ${String(request_id)}` } : [];
  });
  const seen = new Map<string, { readonly name: string; readonly order_no: string | undefined }>();
  for (const { judged, transaction_id, name } of [
    ...payments.map((one) => ({ ...one, name: `order ${one.account} ${one.order_no}` })),
    ...payouts,
  ]) {
    const before = seen.get(transaction_id);
    // Asking twice for the same thing may well be answered with the same transaction.
    const order_no = orders.get(judged);
    if (before !== undefined && before.name !== name) {
      // It identifies the transaction: two orders are two of them. What a payout shares with a payment is only implied.
      const areOrders =
        before.order_no !== undefined && order_no !== undefined && before.order_no !== order_no;
      const arePayouts = before.name.startsWith('payout ') && name.startsWith('payout ');
      const path = judged.exchange.operation === 'payout' ? 'transaction_id' : 'respon.transaction_id';
      about(judged).breaks(unique, {
        kind: 'repeated',
        path,
        expected: say('own-transaction'),
        received: say('given-before', [transaction_id]),
        ...(areOrders || arePayouts ? {} : { atMost: 'warn' }),
      });
    } else about(judged).holds(unique);
    seen.set(transaction_id, before ?? { name, order_no });
  }
}

/** Card payments of orders that exactly one payment request named. */
function ordersPaidOnce(facts: readonly Fact[], payments: readonly Payment[]): ReadonlyMap<string, Payment> {
  const attempts = attemptsOf(facts);
  return new Map(
    payments
      .map((payment) => [`${payment.account}\n${payment.order_no}`, payment] as const)
      .filter(([key]) => attempts.get(key) === 1),
  );
}
