/**
 * A text as a copy of its own, for what is remembered: a part of a message would keep the whole message in memory, unless it is so
 * short that it was copied.
 */
export function ownText(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
