import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Changed } from '../appraise.ts';
import type { MakeContext } from '../context.ts';
import { digitsOf } from '../values/identity.ts';
import { formatCents, larger, parseCents } from '../values/money.ts';

/** Entries of a batch in order. */
export type Entries = readonly JsonObject[];
/** One way to choose or change the entries of a batch, made from one entry more than its limit. */
export interface BatchChange {
  readonly name: string;
  /** Path of the change; the whole array unless given. */
  readonly at?: string;
  readonly entries: (all: Entries) => Entries;
  readonly known: NonNullable<Changed['known']>;
}

function sizeName(field: string, size: number): string {
  return `${field}/${size}-${size === 1 ? 'entry' : 'entries'}`;
}

function sizes(operation: DocumentedOperationId, field: string, limit: number): BatchChange[] {
  const clauseOf = (size: number): ClauseId =>
    size === 0 ? '1.3/empty-batch' : size > limit ? `8/${operation}/over-limit` : `8/${operation}/at-limit`;
  return [0, 1, limit - 1, limit, limit + 1].map((size) => ({
    name: sizeName(field, size),
    entries: (all) => all.slice(0, size),
    known: {
      expectation: size === 0 ? 'not-shown' : size > limit ? 'refused' : 'accepted',
      clause: clauseOf(size),
    },
  }));
}

function repeats(field: string): BatchChange[] {
  const known = { expectation: 'not-shown', clause: '1.3/repeated-order' } as const;
  const second = (all: Entries, change: (first: JsonObject, next: JsonObject) => JsonObject): Entries => {
    const [first = {}, next = {}] = all;
    return [first, change(first, next)];
  };
  return [
    { name: `${field}/same-entry-twice`, entries: (all) => second(all, (first) => first), known },
    {
      name: `${field}/one-transaction-two-orders`,
      entries: (all) =>
        second(all, (first, next) => ({ ...next, transaction_id: first.transaction_id ?? '' })),
      known,
    },
    {
      name: `${field}/one-order-two-transactions`,
      entries: (all) => second(all, (first, next) => ({ ...next, order_no: first.order_no ?? '' })),
      known,
    },
  ];
}

function strangers(
  field: string,
  operation: DocumentedOperationId,
  { currencies = ['USD', 'EUR'] }: Pick<MakeContext, 'currencies'>,
): BatchChange[] {
  const known = { expectation: 'not-shown', clause: '1.3/refused-entry' } as const;
  const last = `${field}[1]`;
  const second = (all: Entries, change: JsonObject): Entries => [all[0] ?? {}, { ...all[1], ...change }];
  const stranger = {
    transaction_id: digitsOf(operation, 'stranger'),
    order_no: `unknown-${digitsOf(operation)}`,
  };
  const dearer = (amount: JsonValue | undefined) => formatCents((parseCents(String(amount)) ?? 0n) + 1n);
  // An account of one currency has no other that may be sent.
  const another = (currency: JsonValue | undefined) => currencies.find((one) => one !== currency);
  return [
    { name: `${field}/unknown-order`, at: last, entries: (all) => second(all, stranger), known },
    {
      name: `${field}/other-amount`,
      at: `${last}.amount`,
      entries: (all) => second(all, { amount: dearer(all[1]?.amount) }),
      known,
    },
    ...(currencies.length < 2
      ? []
      : [
          {
            name: `${field}/other-currency`,
            at: `${last}.currency`,
            entries: (all: Entries) => second(all, { currency: another(all[1]?.currency) ?? '' }),
            known,
          },
        ]),
  ];
}

/** Refunds of one order in parts, as thousandths of its amount. */
function refunded(all: Entries, ...permille: bigint[]): Entries {
  const [first = {}] = all;
  const cents = parseCents(String(first.amount)) ?? 1000n;
  return permille.map((part) => ({
    ...first,
    refund_amount: formatCents(larger(1n, (cents * part) / 1000n)),
  }));
}

const refundParts: readonly BatchChange[] = [
  {
    name: 'refund_orders/refund-above-amount',
    entries: (all) => refunded(all, 2000n),
    known: { expectation: 'refused', clause: '2.9/refund_amount/within-amount' },
  },
  {
    name: 'refund_orders/two-parts-within-amount',
    entries: (all) => refunded(all, 300n, 400n),
    known: { expectation: 'not-shown', clause: '1.3/repeated-order' },
  },
  {
    name: 'refund_orders/two-parts-above-amount',
    entries: (all) => refunded(all, 700n, 800n),
    known: { expectation: 'not-shown', clause: '2.9/refund_amount/sum-above-amount' },
  },
];

/** Batches of every size at an edge, batches that name an order twice or wrongly, and refunds in parts. */
export function batchChanges(
  operation: DocumentedOperationId,
  context: Pick<MakeContext, 'currencies'>,
): BatchChange[] {
  const { batch } = operationOf(operation);
  if (batch === undefined) return [];
  const { field, limit } = batch;
  return [
    ...sizes(operation, field, limit),
    ...repeats(field),
    ...strangers(field, operation, context),
    ...(operation === 'refund' ? refundParts : []),
  ];
}
