/** Says until when a certificate is valid on a day, or that it has expired; nothing where no day was stated. */
export function expiryWords(validUntil: string | undefined, now: Date): string | undefined {
  if (validUntil === undefined) return undefined;
  return isPast(validUntil, now.toISOString())
    ? `the certificate expired: it was valid until ${validUntil}.`
    : `the certificate is valid until ${validUntil}.`;
}

/** Tells whether a last day (`2027-12-31`) lies before a time (ISO 8601). */
export function isPast(lastDay: string, time: string): boolean {
  return lastDay < time.slice(0, 10);
}
