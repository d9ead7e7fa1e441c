import { say } from '../../findings/say.ts';
import { isBlank } from '../../history/outcome.ts';
import { groupedBy, isObject } from '../../json.ts';
import { documentedOperations, operationsOf } from '../../operations.ts';
import type { ClauseId, JsonObject, OperationId } from '../../types.ts';
import { cardNumber, headersHolding, holdsCard } from '../cards.ts';
import type { RunRule } from '../rule.ts';
import { type Fact, factsOf, mayHoldMaskedCard, type Payment, paymentsOf, recordsOf } from './facts.ts';
import { ordersIn } from './orders.ts';

const clause = '2.6/card/masked-everywhere';

/** 2.6: a card number sent in one request never comes back unmasked in the answer to another. */
export const wholeCards: RunRule = {
  name: 'whole-cards',
  clauses: [clause],
  operations: documentedOperations.map(({ id }) => id),
  disallowed: true,
  check(run, about) {
    const cards = new Set(
      run.flatMap(
        ({ exchange }) =>
          cardNumber(isObject(exchange.sent.value) ? exchange.sent.value.card : undefined) ?? [],
      ),
    );
    if (cards.size === 0) return;
    for (const judged of run) {
      const { received, sent } = judged.exchange;
      if (received.kind === 'none') continue;
      about(judged).holds(clause);
      const bytes = received.body;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      for (const card of cards) {
        // A number in the request itself is judged with that exchange or repeats the request.
        if (sent.body.includes(card)) continue;
        for (const path of [...(holdsCard(text, card) ? [''] : []), ...headersHolding(received, card)]) {
          about(judged).breaks(clause, {
            kind: 'card-in-clear',
            path,
            expected: say('no-whole-card'),
            received: say('in-clear-of-another', [], card.length),
          });
        }
      }
    }
  },
};

const listed: Readonly<Partial<Record<OperationId, ClauseId>>> = {
  query: '2.10/account-separation',
  'refund-search': '2.11/account-separation',
};
const processed = '2.9/account-separation';
const ended = '2.12/account-separation';
const operations = operationsOf('batch', 'search');

/** 5.3: the account in the body identifies the caller, so what another account paid is neither listed nor moved or ended. */
export const accountSeparation: RunRule = {
  name: 'account-separation',
  clauses: [...Object.values(listed), processed, ended],
  operations: [...operations, ...operationsOf('subscription')],
  check(run, about) {
    const facts = factsOf(run);
    const payments = paymentsOf(facts);
    checkSubscriptions(facts, payments, about);
    const accounts = new Set(payments.map(({ account }) => account));
    const owners = new Map(payments.map(({ transaction_id, account }) => [transaction_id, account]));
    const isForeign = ({ transaction_id }: JsonObject, account: string) =>
      (owners.get(String(transaction_id)) ?? account) !== account;
    for (const { judged, operation, request, account } of facts) {
      if (
        operation.batch !== undefined &&
        ordersIn(operation.id, request).some((one) => isForeign(one, account))
      )
        about(judged).holds(processed);
    }
    for (const { judged, operation, account, record, path } of recordsOf(facts, ...operations)) {
      const isListed = operation.lists !== undefined;
      const clause = listed[operation.id] ?? processed;
      if (isListed && accounts.size > (accounts.has(account) ? 1 : 0)) about(judged).holds(clause);
      if (!isForeign(record, account)) continue;
      about(judged).breaks(clause, {
        kind: 'differs',
        path: `${path}.order_no`,
        expected: say(isListed ? 'own-account' : 'own-order'),
        received: say('other-account', [record.order_no]),
      });
    }
  },
};

function checkSubscriptions(
  facts: readonly Fact[],
  payments: readonly Payment[],
  about: Parameters<RunRule['check']>[1],
): void {
  const opened = groupedBy(payments, ({ answer }) => answer.recurring_id);
  for (const { judged, operation, request, account } of facts) {
    const { recurring_id: id } = request;
    if (operation.family !== 'subscription' || isBlank(id) || mayHoldMaskedCard(String(id))) continue;
    // A service may give one recurring_id under two accounts.
    const owners = opened.get(id) ?? [];
    if (owners.length === 0 || owners.some((owner) => owner.account === account)) continue;
    about(judged).judges(ended, judged.judgement.outcome !== 'accepted', {
      kind: 'differs',
      path: 'recurring_id',
      expected: say('own-subscription'),
      received: say('other-account', [id]),
    });
  }
}
