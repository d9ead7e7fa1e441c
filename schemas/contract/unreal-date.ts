/** Tells a text that would fit a date pattern with another day of the month: only the calendar is against it. */
export function isUnrealDate(text: string, pattern: string): boolean {
  const parts = /^([0-9]{4}-?[0-9]{2}-?)(0[1-9]|[12][0-9]|3[01])/.exec(text);
  if (parts === null) return false;
  const first = `${parts[1]}01${text.slice(parts[0].length)}`;
  return new RegExp(pattern, 'u').test(first) && !new RegExp(pattern, 'u').test(text);
}
