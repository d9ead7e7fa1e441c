import type { Card, DocumentedOperationId, FieldValues, JsonObject } from '../schemas/types.ts';
import { formatCents, larger, parseCents, smaller } from './values/money.ts';

/** What a merchant's order numbers look like. */
export interface OrderNumbers {
  /** Characters allowed, at least ten. */
  readonly characters: readonly string[];
  /** Most characters, the prefix included. */
  readonly longest?: number;
  readonly prefix?: string;
}

/** Decimal bounds of the amount of an order. */
export interface AmountRange {
  readonly smallest?: string;
  readonly largest?: string;
}

/** What a request is made for: the merchant, the run's prefix, and what the target allows. */
export interface MakeContext {
  readonly merchant_id: string;
  readonly account_id: string;
  /** First part of every `order_no` and `request_id` of the run. */
  readonly prefix: string;
  /** The only cards ever sent; the published test numbers where the operator names none. */
  readonly cards: readonly Card[];
  /** Cards of the operator that are declined or challenged, sent where a test is about such payments. */
  readonly otherCards?: readonly Card[];
  readonly notifyUrl?: string;
  readonly returnUrl?: string;
  /** Currencies the account takes; without it each shopper pays in the currency of the country. */
  readonly currencies?: readonly string[];
  /** Bounds of amounts, by currency. */
  readonly ranges?: Readonly<Record<string, AmountRange>>;
  /** Values that a field of an operation always has, unless a case is about that field. */
  readonly fixed?: Readonly<Partial<Record<DocumentedOperationId, FieldValues>>>;
  /** How order numbers are written; the run's prefix, a hyphen and letters and digits without it. */
  readonly orderNumbers?: OrderNumbers;
  /** Fields of the payment methods that work (2.7); each request is made for one of them. */
  readonly apmMethods?: readonly FieldValues[];
  /** Fields of the payouts that work (2.13); each request is made for one of them. */
  readonly payouts?: readonly FieldValues[];
  /** Members of a subscription that works (2.4). */
  readonly subscription?: JsonObject;
  /**
   * Largest sum of the amounts of one request that the target allows, a decimal string. Minimal payments then stay
   * below a hundredth of it, so that a full batch over them keeps to it as well.
   */
  readonly amountLimit?: string;
  /** Keeps amounts of orders to what anybody takes: `usual` from 1.00 to 999.99, `whole` without a fraction as well. */
  readonly amounts?: 'usual' | 'whole';
  /** Keeps texts of a request to ASCII, where it is about something else; what the merchant says stays as it is. */
  readonly letters?: 'plain';
  /** A payment is refunded whole, never in parts. */
  readonly refunds?: 'whole';
  /** The day of the run, `YYYY-MM-DD`: dates count from it. It is part of what a seed draws from, so that no clock is read. */
  readonly day: string;
  /** Leaves members together that contradict each other, so that whoever asked for the request chooses between them. */
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

/** The merchant of the embedded endpoint, with published cards and addresses nobody owns. */
export const defaultContext: MakeContext = {
  merchant_id: '100001',
  account_id: '100001001',
  prefix: 'T',
  cards: publishedCards,
  day: '2030-06-03',
};

/** Most orders that one batch holds or tries to hold (8). */
export const largestBatch = 101n;

/** What the target's amount limit means in cents: for a request with one amount, and for each entry of a full batch. */
export function amountCaps({
  amountLimit,
}: MakeContext): { readonly request: bigint; readonly entry: bigint } | undefined {
  const request = amountLimit === undefined ? undefined : parseCents(amountLimit);
  if (request === undefined) return undefined;
  return { request, entry: larger(1n, request / largestBatch) };
}

/** The context of complete payments that are in one batch: each of them as large as an entry may be. */
export function withinBatches(context: MakeContext): MakeContext {
  const caps = amountCaps(context);
  return caps === undefined ? context : { ...context, amountLimit: formatCents(caps.entry) };
}

function centsOf(amount: string | undefined): bigint | undefined {
  return amount === undefined ? undefined : (parseCents(amount) ?? parseCents(`${amount}.00`));
}

/** The sum nearest to the given cents that the account takes in a currency. */
export function withinRange(cents: bigint, currency: string, { ranges = {} }: MakeContext): bigint {
  const { smallest, largest } = ranges[currency] ?? {};
  return larger(centsOf(smallest) ?? cents, smaller(centsOf(largest) ?? cents, cents));
}
