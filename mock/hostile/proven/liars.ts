import type { Change } from '../../manner.ts';
import { allOf } from '../../manner.ts';
import { saying, sayingOfEntries, sending } from './honest-but.ts';
import { type Hostile, type HostileVerdict, shortRun, startDisguised } from './hostile.ts';

interface Lie {
  readonly does: string;
  readonly operation: Hostile['operation'];
  readonly change: () => Change;
  readonly expects: Omit<HostileVerdict, 'most'>;
}

const lies = {
  'strangers-orders': {
    does: 'answers each payment with the order number and transaction of somebody else',
    operation: 'direct-payment',
    change: () =>
      saying('direct-payment', (value, _about, number) => ({
        ...value,
        order_no: `VICTIM-ORDER-${number}`,
        transaction_id: `VICTIM-TX-${number}`,
      })),
    expects: { end: 'failed', fails: '2.6/order_no/echo' },
  },
  'dearer-amounts': {
    does: 'answers each payment with an amount of its own',
    operation: 'direct-payment',
    change: () => saying('direct-payment', (value) => ({ ...value, amount: '9999.00' })),
    expects: { end: 'failed', fails: '2.6/amount/echo' },
  },
  'other-currencies': {
    does: 'answers each payment with a currency of its own',
    operation: 'direct-payment',
    change: () =>
      saying('direct-payment', (value) => ({ ...value, currency: value.currency === 'KWD' ? 'EUR' : 'KWD' })),
    expects: { end: 'failed', fails: '2.6/currency/echo' },
  },
  'one-transaction': {
    does: 'answers every payment with one and the same transaction_id',
    operation: 'direct-payment',
    change: () => saying('direct-payment', (value) => ({ ...value, transaction_id: 'T1' })),
    expects: { end: 'failed', fails: '2.1/transaction_id/unique' },
  },
  'nameless-transactions': {
    does: 'answers every payment with an empty transaction_id',
    operation: 'direct-payment',
    change: () => saying('direct-payment', (value) => ({ ...value, transaction_id: '' })),
    expects: { end: 'failed', fails: '2.6/transaction_id/present' },
  },
  'another-merchant': {
    does: 'answers each query with the name of another merchant',
    operation: 'query',
    change: () => saying('query', (value) => ({ ...value, merchant_id: '999999' })),
    expects: { end: 'failed', fails: '2.10/merchant_id/identity' },
  },
  'lost-entries': {
    does: 'answers each capture with success and without an entry',
    operation: 'capture',
    change: () => sayingOfEntries('capture', () => []),
    expects: { end: 'failed', fails: '1.3/one-result-per-order' },
  },
  'doubled-entries': {
    does: 'answers each captured order twice',
    operation: 'capture',
    change: () => sayingOfEntries('capture', (entries) => [...entries, ...entries]),
    expects: { end: 'failed', fails: '1.3/one-result-per-order' },
  },
  'strangers-refunds': {
    does: 'answers each refund with the order of somebody else',
    operation: 'refund',
    change: () =>
      sayingOfEntries('refund', (entries) =>
        entries.map((entry) => ({ ...entry, order_no: 'VICTIM-ORDER' })),
      ),
    expects: { end: 'failed', fails: '2.9/order_no/identity' },
  },
  'wrong-behind-blanks': {
    does: 'follows each refund with wrong amounts by five million blanks',
    operation: 'refund',
    change: () =>
      allOf(
        sayingOfEntries('refund', (entries) => entries.map((entry) => ({ ...entry, amount: 'twelve' }))),
        sending('refund', (wire) => ({ ...wire, body: `${String(wire.body)}${' '.repeat(5_000_000)}` })),
      ),
    expects: { end: 'failed', fails: '2.9/amount/decimal' },
  },
} as const satisfies Readonly<Record<string, Lie>>;

/** Services that lie in answers that look like success: the policy lets each be failed by a stated clause. */
export const liars: readonly Hostile[] = Object.entries<Lie>(lies).map(
  ([name, { does, operation, change, expects }]) => ({
    name,
    does,
    operation,
    start: (port) => startDisguised(port, change()),
    expects: { ...expects, most: shortRun },
  }),
);
