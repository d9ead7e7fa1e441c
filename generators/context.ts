import type { Card, DocumentedOperationId, FieldValues, JsonObject } from '../schemas/types.ts';
import { formatCents, larger, parseCents, smaller } from './values/money.ts';

/** The format of a merchant's order numbers. */
export interface OrderNumbers {
  /** The allowed characters, at least ten. */
  readonly characters: readonly string[];
  /** Maximum length in characters, including the prefix. */
  readonly longest?: number;
  readonly prefix?: string;
}

/** Bounds of the amount of an order, as decimal strings. */
export interface AmountRange {
  readonly smallest?: string;
  readonly largest?: string;
}

/** What generated requests depend on: the merchant, the prefix of the run, and what the target allows. */
export interface MakeContext {
  readonly merchant_id: string;
  readonly account_id: string;
  /** First part of every `order_no` and `request_id` of the run. */
  readonly prefix: string;
  /** The only cards ever sent; the published test numbers if the operator names none. */
  readonly cards: readonly Card[];
  /** Cards that the operator says are declined or challenged; sent only in tests about such payments. */
  readonly otherCards?: readonly Card[];
  readonly notifyUrl?: string;
  readonly returnUrl?: string;
  /** Currencies that the account accepts; by default, the currency of the shopper's country. */
  readonly currencies?: readonly string[];
  /** Bounds of amounts, by currency. */
  readonly ranges?: Readonly<Record<string, AmountRange>>;
  /** Fixed values of the fields of an operation, unless a case is about that field. */
  readonly fixed?: Readonly<Partial<Record<DocumentedOperationId, FieldValues>>>;
  /** Format of order numbers; by default the prefix of the run, a hyphen, letters and digits. */
  readonly orderNumbers?: OrderNumbers;
  /** Fields of the payment methods that work (2.7); each request uses one of them. */
  readonly apmMethods?: readonly FieldValues[];
  /** Fields of the payouts that work (2.13); each request uses one of them. */
  readonly payouts?: readonly FieldValues[];
  /** Members of a subscription that works (2.4). */
  readonly subscription?: JsonObject;
  /**
   * Largest sum of the amounts in one request that the target allows, a decimal string. Minimal payments stay below a
   * hundredth of it, so that a full batch of them stays within it.
   */
  readonly amountLimit?: string;
  /** Restricts order amounts: `usual` from 1.00 to 999.99, `whole` to such amounts without a fraction. */
  readonly amounts?: 'usual' | 'whole';
  /** Restricts generated texts to ASCII; values that the merchant gives stay as they are. */
  readonly letters?: 'plain';
  /** Refunds are always for the full amount, never partial. */
  readonly refunds?: 'whole';
  /** The day of the run, `YYYY-MM-DD`, from which dates are counted. It is an input like the seed; no clock is read. */
  readonly day: string;
  /** Keeps contradicting members in a request, so that the caller can choose which one to remove. */
  readonly contradictions?: 'kept';
}

/** Test numbers that card schemes and processors publish; none belongs to a person. */
export const publishedCards: readonly Card[] = [
  { card: '4111111111111111', expiration_month: '12', expiration_year: '2035', security_code: '123' },
  { card: '5555555555554444', expiration_month: '01', expiration_year: '2034', security_code: '737' },
  { card: '378282246310005', expiration_month: '06', expiration_year: '2033', security_code: '1234' },
  { card: '6011111111111117', expiration_month: '09', expiration_year: '2035', security_code: '000' },
  { card: '3530111333300000', expiration_month: '11', expiration_year: '2034', security_code: '999' },
  { card: '30569309025904', expiration_month: '03', expiration_year: '2036', security_code: '321' },
];

/** The merchant of the embedded endpoint, with the published test cards. */
export const defaultContext: MakeContext = {
  merchant_id: '100001',
  account_id: '100001001',
  prefix: 'T',
  cards: publishedCards,
  day: '2030-06-03',
};

/** Number of entries in the largest batch that is sent: one over the limit of 100 (8). */
export const largestBatch = 101n;

/** The amount limit of the target in cents: for a request with one amount, and for each entry of a full batch. */
export function amountCaps({
  amountLimit,
}: MakeContext): { readonly request: bigint; readonly entry: bigint } | undefined {
  const request = amountLimit === undefined ? undefined : parseCents(amountLimit);
  if (request === undefined) return undefined;
  return { request, entry: larger(1n, request / largestBatch) };
}

/** The context with the amount limit of a batch entry, so that complete payments fit into one batch. */
export function withinBatches(context: MakeContext): MakeContext {
  const caps = amountCaps(context);
  return caps === undefined ? context : { ...context, amountLimit: formatCents(caps.entry) };
}

function centsOf(amount: string | undefined): bigint | undefined {
  return amount === undefined ? undefined : (parseCents(amount) ?? parseCents(`${amount}.00`));
}

/** The amount in cents nearest to the given one that the account accepts in a currency. */
export function withinRange(cents: bigint, currency: string, { ranges = {} }: MakeContext): bigint {
  const { smallest, largest } = ranges[currency] ?? {};
  const most = smaller(centsOf(largest) ?? cents, cents);
  return larger(centsOf(smallest) ?? most, most);
}
