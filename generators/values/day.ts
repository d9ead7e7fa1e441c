/** Milliseconds in a day. */
const day = 86_400_000;

/** The day, `YYYY-MM-DD`, that many days after another one. */
export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * day).toISOString().slice(0, 10);
}

/** The day, or the following Monday for a weekend, when banks are closed. */
export function bankDay(from: string): string {
  const weekday = new Date(from).getUTCDay();
  return weekday === 6 ? dayAfter(from, 2) : weekday === 0 ? dayAfter(from, 1) : from;
}

/** The start of a day in seconds since 1970 (UTC). */
export function secondsAt(from: string): number {
  return Date.parse(from) / 1000;
}
