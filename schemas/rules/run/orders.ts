import { isUnlikeSamples } from '../../contract.ts';
import { say, sayValue } from '../../findings/say.ts';
import {
  entriesOf,
  isBlank,
  listedAt,
  membersOf,
  objectsOf,
  saysNone,
  scalarText,
} from '../../history/outcome.ts';
import { isDeferred } from '../../history/states.ts';
import { isObject, valueAt } from '../../json.ts';
import type { Recorder } from '../../judge/recorder.ts';
import { isDocumented, operationOf, operationsOf } from '../../operations.ts';
import type { Finding, JsonObject, JudgedExchange, OperationId } from '../../types.ts';
import type { RunRule } from '../rule.ts';
import { saysRunning, statesOfOrder } from '../subscription-state.ts';
import { withoutOuterBlanks } from '../values.ts';
import {
  attemptsOf,
  byTest,
  type Fact,
  factsOf,
  hasClearIdentifiers,
  ordersAcceptedOnce,
  type Payment,
  paymentsOf,
  recordsOf,
} from './facts.ts';
import { areAtOnce, type HistoryCall, historiesOf } from './history.ts';

/** Section 3: state transitions of orders are not documented, so the statuses around each request are observed. */
export const transitions: RunRule = {
  name: 'transitions',
  clauses: ['3/transitions'],
  operations: ['direct-payment', 'query', ...operationsOf('batch')],
  check(run, about) {
    for (const exchanges of byTest(run)) checkTest(exchanges, about);
  },
};

const checkTest: RunRule['check'] = (run, about) => {
  const steps = new Map<string, string[]>();
  for (const fact of factsOf(run)) {
    for (const { transaction_id } of paymentsOf([fact])) steps.set(transaction_id, ['paid']);
    for (const { record, operation, judged } of recordsOf([fact], ...operationsOf('batch'))) {
      const id = String(record.transaction_id);
      const taken = steps.get(id);
      // What an exploring request leads to is no state after plain ones.
      if (judged.exchange.sent.intent === 'odd') steps.delete(id);
      // Partial refunds count as one kind of step.
      else if (taken !== undefined && taken.at(-1) !== operation.id) taken.push(operation.id);
    }
    for (const { record, judged } of recordsOf([fact], 'query')) {
      const id = String(record.transaction_id);
      const taken = steps.get(id);
      const status = scalarText(record.payment_status)?.slice(0, 10);
      if (taken === undefined || status === undefined) continue;
      const path = [...taken, status].join(' → ');
      about(judged).observes('3/transitions', path, `payment_status of an order: ${path}`);
      steps.set(id, [status]);
    }
  }
};

const clauses = { payment: '2.1/order_no/reused', payout: '2.13/request_id/reused' } as const;

/** 2.1, 2.13: the outcome of a second payment of an order_no or payout of a request_id is not documented. */
export const repeats: RunRule = {
  name: 'repeats',
  clauses: Object.values(clauses),
  operations: operationsOf('payment', 'payout'),
  check(run, about) {
    for (const { calls } of historiesOf(run)) {
      const accepted = new Map<string, HistoryCall>();
      for (const call of calls) {
        const { family, title } = operationOf(call.operation);
        const { outcome } = call.judged.judgement;
        const isKnown = outcome === 'accepted' || outcome === 'refused';
        if ((family !== 'payment' && family !== 'payout') || !call.isAllowed || !isKnown) continue;
        const before = accepted.get(call.operation);
        if (before !== undefined && !areAtOnce(before, call)) {
          const detail = `${title}: repeated one after the other and ${outcome}`;
          about(call.judged).observes(clauses[family], `the second one is ${outcome}`, detail);
        }
        if (outcome === 'accepted') accepted.set(call.operation, call);
      }
    }
  },
};

/** Identifies a finding of an exchange within a run. */
export type FindingKey = Pick<Finding, 'exchange' | 'clause' | 'path'>;

/**
 * Findings of searches that are explained by values the suite itself sent in non-conforming requests and the service
 * accepted: a search that repeats them is not at fault.
 */
export function listedAsSent(run: readonly JudgedExchange[]): readonly FindingKey[] {
  const deviating = run.filter(({ judgement }) => judgement.findings.length > 0);
  if (!deviating.some(({ exchange }) => listOf(exchange.operation) !== undefined)) return [];
  const taken = valuesTaken(run);
  if (taken.size === 0) return [];
  return deviating.flatMap(({ exchange, judgement }): readonly FindingKey[] => {
    if (!isDocumented(exchange.operation)) return [];
    const operation = operationOf(exchange.operation);
    if (operation.lists === undefined || judgement.answer === undefined) return [];
    const records = entriesOf(operation, membersOf(operation, judgement.answer));
    return judgement.findings.flatMap(({ clause, path, kind }) => {
      if (kind === 'card-in-clear') return [];
      const { record, member = '' } = listedAt(operation, records, path) ?? {};
      if (record === undefined) return [];
      const names = member.split('.');
      const sent = taken.get(JSON.stringify(record.order_no ?? null));
      const value = valueAt(record, names);
      const name = names.at(-1) ?? '';
      const isSent = value !== undefined && sent?.has(`${name}\n${JSON.stringify(value)}`) === true;
      return isSent ? [{ exchange: exchange.id, clause, path }] : [];
    });
  });
}

/** The member with the results of a search. */
function listOf(operation: OperationId): string | undefined {
  return isDocumented(operation) ? operationOf(operation).lists?.field : undefined;
}

/** The orders in a request: its entries, or the request itself. */
export function ordersIn(operation: OperationId, body: JsonObject): readonly JsonObject[] {
  const field = isDocumented(operation) ? operationOf(operation).batch?.field : undefined;
  return field === undefined ? [body] : objectsOf(body[field]);
}

/** The values of non-conforming or unusual requests that were not refused, by order_no. */
function valuesTaken(run: readonly JudgedExchange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>();
  for (const { exchange, judgement } of run) {
    if (judgement.outcome === 'refused') continue;
    const { value } = exchange.sent;
    if (!isObject(value) || !isDocumented(exchange.operation)) continue;
    // Values of sampled shape explain no finding, unless they are odd on purpose, such as a blank number.
    const isOdd = exchange.sent.intent === 'odd' || judgement.request === 'broken';
    if (!isOdd && !isUnlikeSamples(exchange.operation, value)) continue;
    for (const entry of ordersIn(exchange.operation, value)) {
      const odd = valuesIn(entry);
      const order = JSON.stringify(entry.order_no ?? null);
      const values = taken.get(order) ?? new Set();
      taken.set(order, values);
      for (const one of odd) values.add(one);
    }
  }
  return taken;
}

function valuesIn(value: JsonObject): readonly string[] {
  return Object.entries(value).flatMap(([name, part]) => [
    `${name}\n${JSON.stringify(part)}`,
    // A form or XML carries an array, object or number as text.
    ...(typeof part === 'string' ? [] : [`${name}\n${JSON.stringify(JSON.stringify(part))}`]),
    ...(isObject(part) ? valuesIn(part) : []),
  ]);
}

const clause = '4.8/inactived/later-query';

/** 4.8: after a successful cancellation a query does not show the subscription as running (C-07). */
export const cancelledSubscriptions: RunRule = {
  name: 'cancelled-subscriptions',
  clauses: [clause, '4.8/inactived/shown'],
  operations: ['cancel-subscription', 'query'],
  check(run, about) {
    const facts = [...factsOf(run)];
    const cancelled = new Map<string, number>();
    for (const [at, { operation, judged, account, request }] of facts.entries()) {
      const key = `${account}\n${String(request.recurring_id)}`;
      const isDone = judged.judgement.outcome === 'accepted' && !isDeferred(judged);
      if (operation.id === 'cancel-subscription' && isDone && !cancelled.has(key)) cancelled.set(key, at);
    }
    for (const [at, fact] of facts.entries()) {
      for (const { judged, account, record, path } of recordsOf([fact], 'query')) {
        const subscription = isObject(record.subscription_result) ? record.subscription_result : {};
        const { recurring_id: id } = subscription;
        const done = typeof id === 'string' ? cancelled.get(`${account}\n${id}`) : undefined;
        if (done === undefined || !isLater(judged, at, facts[done]?.judged, done)) continue;
        for (const [name, status] of statesOfOrder(record)) judgeState(about(judged), path, name, status);
      }
    }
  },
};

/** Returns whether a call was sent after another one was answered: by their times, else by their places in the run. */
function isLater(one: JudgedExchange, at: number, other: JudgedExchange | undefined, place: number): boolean {
  const [sent, done] = [one.exchange.times?.sentAt, other?.exchange.times?.answeredAt];
  return sent === undefined || done === undefined ? at > place : sent >= done;
}

function judgeState(recorder: Recorder, path: string, name: string, status: string): void {
  if (saysRunning(status)) {
    recorder.breaks(clause, {
      kind: 'value',
      path: `${path}.${name}`,
      expected: say('not-running'),
      received: sayValue(status),
    });
    return;
  }
  const [shown, last] = [status.slice(0, 20), name.split('.').at(-1)];
  recorder.holds(clause);
  recorder.observes(
    '4.8/inactived/shown',
    `${last}=${shown}`,
    `A query after the cancellation shows ${last} ${shown}`,
  );
}

const oneOrder = '2.1/transaction_id/one-order';

/** True for a placeholder of a transaction_id, for example of an unpaid payment page. */
const isNoneYet = (id: string) => saysNone(id) || /^pending$/i.test(id);
const unique = '2.1/transaction_id/unique';

/** Both identifiers of an order without what a listing may change in all of them: case, width, blanks, unseen signs. */
const looksOf = ({ order_no, transaction_id }: Pick<Payment, 'order_no' | 'transaction_id'>) =>
  `${order_no}/${transaction_id}`
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase();

/** 2.1: transaction_id identifies one transaction, so it belongs to one order_no and is given once. */
export const transactionIds: RunRule = {
  name: 'transaction-ids',
  clauses: [oneOrder, unique],
  operations: ['direct-payment', ...operationsOf('batch', 'search'), 'payout'],
  check(run, about) {
    const facts = factsOf(run);
    const payments = paymentsOf(facts);
    checkUnique(facts, payments, about);
    const byTransaction = new Map(payments.map((payment) => [payment.transaction_id, payment]));
    const byLooks = new Map(payments.map((payment) => [looksOf(payment), payment]));
    const onceByOrder = ordersPaidOnce(facts, payments);
    const taken = ordersAcceptedOnce(facts);
    const listed = new Map<string, { readonly order: string; readonly isTaken: boolean }>();
    for (const { judged, operation, record, path, account } of recordsOf(
      facts,
      ...operationsOf('batch', 'search'),
    )) {
      if (typeof record.order_no !== 'string' || typeof record.transaction_id !== 'string') continue;
      // A result entry repeats the outer blanks of what it was sent; a listing repeats nothing.
      const named = (text: string) => (operation.lists === undefined ? withoutOuterBlanks(text) : text);
      const [order_no, transaction_id] = [named(record.order_no), named(record.transaction_id)];
      const exchanged = byTransaction.get(order_no);
      const isExchanged = exchanged?.order_no === transaction_id;
      const alike = operation.lists && byLooks.get(looksOf({ order_no, transaction_id }));
      const paid = isExchanged ? exchanged : (byTransaction.get(transaction_id) ?? alike);
      const single = onceByOrder.get(`${account}\n${order_no}`);
      // For an order without a transaction_id at acceptance, or of another run, a listing is the first source.
      const isListed = operation.lists !== undefined && !isNoneYet(transaction_id);
      const isTaken = taken.has(`${account}\n${order_no}`);
      const other = isListed ? listed.get(transaction_id) : undefined;
      if (isListed && other === undefined) listed.set(transaction_id, { order: order_no, isTaken });
      if (paid !== undefined && paid.order_no !== order_no) {
        about(judged).breaks(oneOrder, {
          kind: 'differs',
          path: `${path}.order_no`,
          expected: say('order-of-transaction', [paid.order_no]),
          received: sayValue(order_no),
          // Entries of a batch have their own identity clauses (2.9).
          ...(operation.lists === undefined ? { atMost: 'warn' } : {}),
        });
      } else if (single !== undefined && single.transaction_id !== transaction_id) {
        about(judged).breaks(oneOrder, {
          kind: 'differs',
          path: `${path}.transaction_id`,
          expected: say('transaction-of-order', [single.transaction_id]),
          received: sayValue(transaction_id),
          // A service may give each attempt, or each part of an order, its own transaction.
          atMost: 'warn',
        });
      } else if (paid === undefined && other !== undefined && other.order !== order_no) {
        about(judged).breaks(oneOrder, {
          kind: 'differs',
          path: `${path}.order_no`,
          expected: say('order-listed-beside', [other.order]),
          received: sayValue(order_no),
          // For orders of another run the placeholder of a missing transaction is unknown.
          ...(other.isTaken && isTaken ? {} : { atMost: 'warn' }),
        });
      } else if (paid !== undefined || other !== undefined) about(judged).holds(oneOrder);
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
      isAccepted &&
      typeof transaction_id === 'string' &&
      !isBlank(transaction_id) &&
      hasClearIdentifiers(fact.answer);
    return given ? { ...fact, transaction_id, name: `payout ${String(request_id)}` } : [];
  });
  const seen = new Map<string, { name: string; order_no: string | undefined; exchange: string }>();
  for (const { judged, transaction_id, name } of [
    ...payments.map((one) => ({ ...one, name: `order ${one.account} ${one.order_no}` })),
    ...payouts,
  ]) {
    const before = seen.get(transaction_id);
    // A repeated request may be answered with the same transaction.
    const order_no = orders.get(judged);
    if (before !== undefined && before.name !== name) {
      // Two orders or payouts are two transactions; that payments and payouts share no ids is only implied.
      const areOrders =
        before.order_no !== undefined && order_no !== undefined && before.order_no !== order_no;
      const arePayouts = before.name.startsWith('payout ') && name.startsWith('payout ');
      const path = judged.exchange.operation === 'payout' ? 'transaction_id' : 'respon.transaction_id';
      about(judged).breaks(unique, {
        kind: 'repeated',
        path,
        expected: say('own-transaction'),
        received: say('given-before', [transaction_id], before.exchange),
        ...(areOrders || arePayouts ? {} : { atMost: 'warn' }),
      });
    } else about(judged).holds(unique);
    seen.set(transaction_id, before ?? { name, order_no, exchange: judged.exchange.id });
  }
}

/** Card payments of orders with exactly one payment request. */
function ordersPaidOnce(facts: readonly Fact[], payments: readonly Payment[]): ReadonlyMap<string, Payment> {
  const attempts = attemptsOf(facts);
  return new Map(
    payments
      .map((payment) => [`${payment.account}\n${payment.order_no}`, payment] as const)
      .filter(([key]) => attempts.get(key)?.length === 1),
  );
}
