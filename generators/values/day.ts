/** Milliseconds of a day. */
const day = 86_400_000;

/** The day, `YYYY-MM-DD`, so many days after another one. */
export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * day).toISOString().slice(0, 10);
}

/** The day, or the Monday after it on a weekend, when banks pay nothing. */
export function bankDay(from: string): string {
  const weekday = new Date(from).getUTCDay();
  return weekday === 6 ? dayAfter(from, 2) : weekday === 0 ? dayAfter(from, 1) : from;
}

/** The first second of a day in seconds since 1970. */
export function secondsAt(from: string): number {
  return Date.parse(from) / 1000;
}
