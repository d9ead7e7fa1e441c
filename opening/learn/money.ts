import type { learnedPayments } from './required-fields.ts';

/** A payment whose body says itself what is paid. */
export type LearnedPayment = (typeof learnedPayments)[number];

/** Where a payment names its money, and how. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
  /** Smallest units in what the field calls 1. */
  readonly units: number;
  /** So many smallest units as the field writes them. */
  text(units: number): string;
}

/** Smallest units as a decimal string of two fraction digits. */
export const decimals = (units: number): string => (units / 100).toFixed(2);

const order: Money = { amount: 'amount', currency: 'currency', units: 100, text: decimals };

/** Amounts of payouts are strings of digits (1.2). */
const payout: Money = {
  amount: 'payment_amount',
  currency: 'payment_currency',
  units: 1,
  text: (units) => String(units),
};

/** Where an operation names its money. */
export function moneyOf(operation: LearnedPayment): Money {
  return operation === 'payout' ? payout : order;
}
