import { documentedOperations } from '../operations.ts';
import { isBlank } from '../outcome.ts';
import type { ClauseId, DocumentedOperationId, JsonValue } from '../types.ts';
import { compareAsSent } from './as-sent.ts';
import { compareDecimals } from './decimals.ts';
import { pathIn, type Rule } from './rule.ts';

/** Section in which the clauses about the envelope of an operation stand, and the word that they use. */
const envelopes: Readonly<
  Record<Exclude<DocumentedOperationId, 'redirect-payment'>, readonly [section: string, word: string]>
> = {
  'direct-payment': ['2.6', 'echo'],
  'apm-payment': ['2.7', 'echo'],
  query: ['2.10', 'identity'],
  capture: ['2.9', 'identity'],
  review: ['2.9', 'identity'],
  cancel: ['2.9', 'identity'],
  'cancel-subscription': ['2.12', 'identity'],
  refund: ['2.9', 'identity'],
  'refund-search': ['2.11', 'identity'],
  payout: ['2.13', 'identity'],
};

/** Further members that name or repeat what was asked for, with the clause on each. */
const further: Partial<Record<DocumentedOperationId, Readonly<Record<string, ClauseId>>>> = {
  'direct-payment': {
    order_no: '2.6/order_no/echo',
    amount: '2.6/amount/echo',
    currency: '2.6/currency/echo',
  },
  'apm-payment': { order_no: '2.7/order_no/echo', amount: '2.7/amount/echo', currency: '2.7/currency/echo' },
  'cancel-subscription': {
    recurring_id: '2.12/recurring_id/identity',
    contract_name: '2.12/contract_name/echo',
  },
  payout: { request_id: '2.13/request_id/identity' },
};

const compared = new Map(
  Object.entries(envelopes).map(([operation, [section, word]]) => [
    operation as DocumentedOperationId,
    {
      merchant_id: `${section}/merchant_id/${word}`,
      account_id: `${section}/account_id/${word}`,
      ...further[operation as DocumentedOperationId],
    } as Readonly<Record<string, ClauseId>>,
  ]),
);

/** The answer speaks of what was asked for: merchant, account, order, subscription, payout; and payments echo their amount. */
export const identity: Rule = {
  name: 'identity',
  clauses: [...new Set([...compared.values()].flatMap((members) => Object.values(members)))],
  operations: documentedOperations.map(({ id }) => id).filter((id) => id !== 'redirect-payment'),
  looksAt: 'answer',
  check(view, notebook) {
    if (!view.comparable || !view.fits) return;
    for (const [name, clause] of Object.entries(compared.get(view.operation.id) ?? {})) {
      const sent = view.request[name];
      const shown = view.answer[name];
      if (typeof sent !== 'string' || shown === undefined) continue;
      const received = namedBy(shown, sent);
      if (received === undefined) continue;
      // An identifier that is blank names nothing, and may be filled in.
      if (isBlank(sent)) continue;
      // One that came blank is absent, which clauses on presence judge.
      if (isBlank(received)) continue;
      compareAsSent(notebook, {
        clause,
        path: pathIn(view, name),
        sent,
        received,
        shown,
        medium: view.operation.answers,
        // The letters of a UUID are hexadecimal digits (2.13), which mean the same in either case.
        ...(name === 'request_id' && sent.toLowerCase() === received.toLowerCase() ? { differs: false } : {}),
        // An amount of the same value echoes it; that it has two fraction digits is shown by samples alone (C-09).
        ...(name === 'amount' && compareDecimals(sent, received) === 0 ? { atMost: 'warn' } : {}),
      });
    }
  },
};

/** What a member names, whatever its type, which is judged elsewhere: null names nothing, a number of the same value what was sent. */
function namedBy(shown: JsonValue, sent: string): string | undefined {
  if (shown === null) return '';
  if (typeof shown === 'object') return undefined;
  // A JSON number keeps neither leading zeros nor every digit of a long one.
  return typeof shown === 'number' && shown === Number(sent) ? sent : String(shown);
}
