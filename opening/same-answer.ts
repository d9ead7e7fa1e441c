import { leavesOf } from '../schemas/json.ts';
import type { JsonValue, JudgedExchange } from '../schemas/types.ts';
import { answeredWords, bodyText, statusOf } from './answer-words.ts';

/** The texts and numbers of a value, as texts. */
export function textsIn(value: JsonValue): readonly string[] {
  return leavesOf(value).flatMap(([, leaf]) =>
    typeof leaf === 'string' || typeof leaf === 'number' ? [String(leaf)] : [],
  );
}

/** A text with a sign in place of each value of a request that has so many characters or more. */
export function withoutOwn(text: string, sent: JsonValue, shortest: number): string {
  const own = [...new Set(textsIn(sent))].filter(({ length }) => length >= shortest);
  own.sort((one, other) => other.length - one.length);
  return own.reduce((kept, value) => kept.replaceAll(value, '#'), text);
}

// Codes are short; what names a call, a moment or an order is long.
const passing =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:[t ][\d:.]+(?:z|[+-][\d:]+)?)?|\d\d:\d\d:\d\d|\b\d+\.\d+\b|\b(?=\w*\d)(?=\w*[a-z])[\w-]{8,}|\d{7,}/g;

/** The text of an answer without what differs from call to call: what was sent, ids, dates and amounts. */
function plainAnswer(judged: JudgedExchange): string {
  const { received, sent } = judged.exchange;
  if (received.kind === 'none') return received.reason;
  const body = withoutOwn(bodyText(judged), sent.value, 3);
  return `${statusOf(judged)} ${body.toLowerCase().replace(passing, '#').replace(/\s+/g, ' ').trim()}`;
}

/** Tells whether a service answered two requests in the same words, whatever order or moment they name. */
export function isSameAnswer(one: JudgedExchange | undefined, other: JudgedExchange | undefined): boolean {
  return one !== undefined && other !== undefined && plainAnswer(one) === plainAnswer(other);
}

/** Status and words of an answer, masked, with a sign for what names the one request or the moment, so that two runs say the same. */
export function steadyWords(judged: JudgedExchange): string {
  // Shorter values, as a currency, are what a refusal may be about.
  const words = withoutOwn(answeredWords(judged), judged.exchange.sent.value, 6);
  return words.replace(new RegExp(passing.source, 'gi'), '#');
}
