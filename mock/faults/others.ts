import { orderMoves } from '../../generators/moves.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { allOf } from '../manner.ts';
import { addAmounts } from '../money.ts';
import { textOf } from '../operations/request-member.ts';
import { onAnswer, onEntries, onEntry, onPage, onWire, remember, withoutStatus } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

const emptied = (value: JsonObject, name: string): JsonObject =>
  name in value ? { ...value, [name]: '' } : value;

function fault(operation: DocumentedOperationId, name: string, clause: ClauseId): Fault {
  const isListed = operationOf(operation).lists !== undefined;
  return plant({
    id: `${operation}-${name}-empty`.replaceAll('_', '-'),
    clause,
    description: `${name} is an empty text, which identifies nothing`,
    change: isListed
      ? onEntry(operation, (entry) => emptied(entry, name))
      : onAnswer(operation, (value) => emptied(value, name)),
  });
}

/** Identifiers that are there and say nothing (2.1). */
export const emptyIdentifierFaults: readonly Fault[] = [
  fault('direct-payment', 'transaction_id', '2.6/transaction_id/present'),
  fault('direct-payment', 'recurring_id', '2.6/respon/listed'),
  fault('query', 'transaction_id', '2.10/transaction_id/present'),
  fault('query', 'order_no', '2.10/order_no/present'),
  fault('refund-search', 'transaction_id', '2.11/transaction_id/present'),
  fault('refund-search', 'order_no', '2.11/order_no/present'),
  fault('payout', 'transaction_id', '2.13/transaction_id/present'),
  fault('payout', 'payer_id', '2.13/result/listed'),
];

/** Pages that write a repeated text as it came: whoever sends it can run scripts in the payment page (2.8). */
export const injectionFaults: readonly Fault[] = planted({
  'redirect-payment-runs-note-as-script': {
    clause: '2.8/page/script-in-value',
    description: 'a script of the page contains the note of a payment as it was sent',
    needs: 'browser',
    change: onWire('redirect-payment', (wire, { request }) => {
      if (typeof wire.body !== 'string') return wire;
      const script = `<script>var note = '${textOf(request, 'note')}';</script>\n<script>`;
      return { ...wire, body: wire.body.replace('<script>', () => script) };
    }),
  },
});

/** An input of the redirect page that occurs there a second time with another value (2.8). */
export const postedTwiceFaults: readonly Fault[] = planted({
  'redirect-payment-posts-amount-twice': {
    clause: '2.8/amount/echo',
    verdict: 'warn',
    needs: 'browser',
    description: 'amount is posted a second time with another value',
    change: onPage((page) => ({ ...page, added: [...page.added, ['amount', '987654.32']] })),
  },
});

const key = (earlier: string, transactionId: unknown) => `${earlier} ${String(transactionId)}`;

/** Deviations that show only in orders with a history: an entry of one operation lacks its status once another one has named the order. */
export const historyFaults: readonly Fault[] = orderMoves.map(([earlier, later]) =>
  plant({
    id: `${later}-after-${earlier}-without-status`,
    clause: `7.2/${later}_status/present`,
    operation: later,
    rare: true,
    description: `an entry of an order that a ${earlier} named before has no status`,
    change: allOf(
      onEntry(later, (entry, _index, { memo }) =>
        memo.has(key(earlier, entry.transaction_id)) ? withoutStatus(later, entry) : entry,
      ),
      onEntries(earlier, (entries, { memo }) => {
        for (const { transaction_id } of entries) remember(memo, key(earlier, transaction_id));
        return entries;
      }),
    ),
  }),
);

/** For a field, another value of the same shape: what a wrong echo or a mixed-up identity looks like. */
export const others = {
  merchant_id: (id: string) => (id === '200002' ? '100001' : '200002'),
  account_id: (id: string) => (id === '100001002' ? '100001001' : '100001002'),
  /** Rounded to whole units, or a cent more when that changes nothing. */
  amount: (amount: string) => roundedOr(amount),
  refund_amount: (amount: string) => roundedOr(amount),
  currency: (code: string) => (code === 'USD' ? 'EUR' : 'USD'),
  payment_currency: (code: string) => (code === 'USD' ? 'EUR' : 'USD'),
  payment_amount: (digits: string) => `${digits}0`,
  payment_date: (date: string) => (date === '2025-06-30' ? '2025-06-29' : '2025-06-30'),
  request_id: (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  notify_url: (url: string) => `${url}${url.includes('?') ? '&' : '?'}other=1`,
  text: (text: string) => `${text}-other`,
} as Readonly<Record<string, (value: string) => string>> & { readonly text: (value: string) => string };

function roundedOr(amount: string): string {
  const rounded = amount.replace(/\.[0-9]+$/, '.00');
  return rounded === amount ? addAmounts(amount, '0.01') : rounded;
}
