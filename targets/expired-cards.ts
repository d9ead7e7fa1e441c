import type { TestCard } from './target-file.ts';

/** Tells that the last month of a card lies before a point in time. */
export function isExpired({ expiration_year, expiration_month }: TestCard, now: Date): boolean {
  // Months count from 0 here, so this is the second day of the next one: by then it has begun in every zone.
  return Date.UTC(Number(expiration_year), Number(expiration_month), 2) <= now.getTime();
}

/** The cards that ought to be approved and have expired, as `the card that ends in 1111 expired in 12/2020`; undefined where none has. */
export function expiredWords(cards: readonly TestCard[], now: Date): string | undefined {
  const expired = cards.filter((card) => card.outcome !== 'decline' && isExpired(card, now));
  const words = expired.map(
    ({ card, expiration_month, expiration_year }) =>
      `the card that ends in ${card.slice(-4)} expired in ${expiration_month}/${expiration_year}`,
  );
  return words.length === 0 ? undefined : words.join(', ');
}
