import type { JsonValue, JudgedExchange } from '../schemas/types.ts';
import { answeredWords, bodyText, statusOf } from './answer-words.ts';

/** The texts and numbers of a value, as texts. */
export function leavesOf(value: JsonValue): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

// Codes are short; what names a call, a moment or an order is long.
const passing =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:[t ][\d:.]+(?:z|[+-][\d:]+)?)?|\d\d:\d\d:\d\d|\b\d+\.\d+\b|\b(?=\w*\d)(?=\w*[a-z])[\w-]{8,}|\d{7,}/g;

/** The text of an answer without what differs from call to call: what was sent, ids, dates and amounts. */
function plainAnswer(judged: JudgedExchange): string {
  const { received, sent } = judged.exchange;
  if (received.kind === 'none') return received.reason;
  const sentTexts = [...new Set(leavesOf(sent.value))].filter((text) => text.length > 2);
  sentTexts.sort((one, other) => other.length - one.length);
  const body = sentTexts.reduce((text, own) => text.replaceAll(own, '#'), bodyText(judged));
  return `${statusOf(judged)} ${body.toLowerCase().replace(passing, '#').replace(/\s+/g, ' ').trim()}`;
}

/** Tells whether a service answered two requests in the same words, whatever order or moment they name. */
export function isSameAnswer(one: JudgedExchange | undefined, other: JudgedExchange | undefined): boolean {
  return one !== undefined && other !== undefined && plainAnswer(one) === plainAnswer(other);
}

// Shorter values, as a currency, are what a refusal may be about.
const shortestOwn = 6;

/** Status and words of an answer, masked, with a sign for what names the one request or the moment, so that two runs say the same. */
export function steadyWords(judged: JudgedExchange): string {
  const own = [...new Set(leavesOf(judged.exchange.sent.value))].filter((text) => text.length >= shortestOwn);
  own.sort((one, other) => other.length - one.length);
  const words = own.reduce((text, sent) => text.replaceAll(sent, '#'), answeredWords(judged));
  return words.replace(new RegExp(passing.source, 'gi'), '#');
}
