import { table } from '../../schemas/table.ts';
import { larger, payable } from './money.ts';

// Millionths of a US dollar per unit on an ordinary day; other currencies count as one dollar.
const dollarMillionths: Readonly<Record<string, bigint>> = table({
  USD: 1_000_000n,
  EUR: 1_085_000n,
  GBP: 1_268_000n,
  PLN: 251_000n,
  BRL: 182_000n,
  JPY: 6_700n,
});

function dollarMillionthsOf(currency: string): bigint {
  return dollarMillionths[currency.toUpperCase()] ?? 1_000_000n;
}

/** Converts cents to another currency at a plausible rate; at least one cent. */
export function exchanged(cents: bigint, from: string, to: string): bigint {
  if (from === to) return cents;
  return larger(1n, payable((cents * dollarMillionthsOf(from)) / dollarMillionthsOf(to), to));
}
