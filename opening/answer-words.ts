import { redactText, redactTextOf } from '../reports/redact.ts';
import { answerOf } from '../schemas/history/outcome.ts';
import { leavesOf, objectOf } from '../schemas/json.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { JsonObject, JsonValue, JudgedExchange, OperationId } from '../schemas/types.ts';

const longest = 160;

/** The body of an answer as text; empty if there is none. */
export function bodyText({ exchange: { received } }: JudgedExchange): string {
  return received.kind === 'answer' ? Buffer.from(received.body).toString('utf8') : '';
}

/** The status of an answer; undefined without an answer. */
export function statusOf({ exchange: { received } }: JudgedExchange): number | undefined {
  return received.kind === 'answer' ? received.status : undefined;
}

/** A header of an answer, by its lower-case name. */
export function headerOf({ exchange: { received } }: JudgedExchange, name: string): string | undefined {
  return received.kind === 'answer' ? received.headers[name] : undefined;
}

/** True if the answer is an HTML page. */
export function isPage(judged: JudgedExchange): boolean {
  return (
    /html/i.test(headerOf(judged, 'content-type') ?? '') ||
    /^\s*<(?:!doctype html|html)/i.test(bodyText(judged))
  );
}

/** The readable text of a page: its title, otherwise all its text. */
export function pageWords(judged: JudgedExchange): string {
  const text = bodyText(judged);
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(text) ?? [];
  const words = text
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return title.trim() || words;
}

/** The members of an answer, documented or in JSON, including those of its `error` object. */
export function membersIn(judged: JudgedExchange): JsonObject {
  const members = { ...parsedObject(bodyText(judged)), ...answerOf(judged) };
  return { ...objectOf(members.error), ...members };
}

function parsedObject(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonValue;
    return objectOf(value);
  } catch {
    return {};
  }
}

function entryTexts(judged: JudgedExchange): string[] {
  const lists = Object.values(membersIn(judged)).filter(Array.isArray).flat();
  return lists.slice(0, 1).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    return Object.entries(entry).flatMap(([name, value]) =>
      isEntryOutcome(name) && typeof value === 'string' ? [`${name} "${value}"`] : [],
    );
  });
}

/** What the service says about the call: the telling members, else the text of a page, else the first line. */
export function reasonWords(judged: JudgedExchange): string {
  const members = membersIn(judged);
  const told = outcomeMembers.flatMap((name) => {
    const value = members[name];
    return typeof value === 'string' || typeof value === 'number' ? [`${name} "${value}"`] : [];
  });
  const words = [...told, ...entryTexts(judged)].join(', ');
  if (words !== '') return words;
  if (isPage(judged)) return `a page: "${pageWords(judged)}"`;
  return bodyText(judged).trim().split('\n')[0] ?? '';
}

/** The status and text of an answer in one masked line, or why there was none. */
export function answeredWords(judged: JudgedExchange): string {
  const { received } = judged.exchange;
  if (received.kind === 'none')
    return redactTextOf(judged, `no answer: ${received.reason} (${received.detail})`);
  const masked = (text: string) => redactTextOf(judged, text);
  const location = headerOf(judged, 'location');
  const type = headerOf(judged, 'content-type')?.split(';')[0];
  // Masked before it is shortened, because half a secret would not be recognised.
  const reason = masked(reasonWords(judged));
  const short = reason.length > longest ? `${reason.slice(0, longest)}…` : reason;
  const parts = [
    `${received.status}${type === undefined ? '' : ` ${type}`}`,
    ...(location === undefined ? [] : [`Location ${masked(location).slice(0, longest)}`]),
    short === '' ? 'an empty body' : short,
  ];
  return parts.join(', ');
}

/** The sent request in one masked line: method, path, encoding and caller. */
export function sentWords({ exchange: { sent } }: JudgedExchange): string {
  const value = sent.value as { merchant_id?: unknown; account_id?: unknown };
  const { pathname } = new URL(sent.url);
  const party = `merchant_id ${String(value.merchant_id)}, account_id ${String(value.account_id)}`;
  return redactText(
    `${sent.method} ${pathname}, ${sent.encoding} as ${sent.headers['content-type']}, ${party}`,
  );
}

/** The outcome of a request and its answer in one masked line. */
export function outcomeWords(judged: JudgedExchange): string {
  return `${judged.judgement.outcome}: ${answeredWords(judged)}`;
}

/** Members that may show the outcome of a call, in the order in which they are printed: documented ones first. */
export const outcomeMembers = [
  'return_status',
  'return_message',
  'result_info',
  'result_status',
  'cancel_status',
  'error_message',
  'failure_type',
  'failure_reason',
  'code',
  'error_code',
  'error',
  'message',
  'detail',
  'title',
] as const;

/** True for a member that shows the outcome of an entry: its status or its message (7.2). */
export function isEntryOutcome(name: string): boolean {
  return /(?:_status|_message)$/.test(name);
}

const recordWords = /transaction|order|payment|subscription|recurring|record/i;
const isUnknown =
  /unknown|not (?:be )?(?:found|known|exist)|no such|(?:has|have|with|there is) no\b|does(?:n't| not) exist|missing/i;

/** True if a text, or a code made of words, says that an order or subscription is unknown. */
export function saysUnknown(said: string): boolean {
  const words = said.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return recordWords.test(words) && isUnknown.test(words);
}

/**
 * True for a search with an empty list, which is no refusal even if it does not report success. Words that nothing was
 * found are none, as a refusal of the caller may have them.
 */
export function hasEmptyList(judged: JudgedExchange): boolean {
  const { operation } = judged.exchange;
  const field = isDocumented(operation) ? operationOf(operation).lists?.field : undefined;
  const list = field === undefined ? undefined : answerOf(judged)[field];
  return statusOf(judged) === 200 && Array.isArray(list) && list.length === 0;
}

/** True for no answer, or one that is not a refusal: further requests of the operation would be answered alike. */
export function isDead(judged: JudgedExchange): boolean {
  const status = statusOf(judged);
  if (status === undefined) return true;
  const { operation } = judged.exchange;
  // "Record not found" is a documented answer of the APM payment (7.6).
  if (status === 404) return operation !== 'apm-payment' || isPage(judged);
  if (status === 405 || status === 410 || status === 415 || status >= 500) return true;
  if (status >= 300 && status < 400) return true;
  return status >= 200 && status < 300 && bodyText(judged).trim() === '';
}

/** The participle of each operation on a payment, as in `captured`. */
export const participles: Partial<Record<OperationId, string>> = {
  capture: 'captured',
  review: 'reviewed',
  cancel: 'cancelled',
  refund: 'refunded',
};

/** The strings and numbers of a value, as strings. */
export function textsIn(value: JsonValue): readonly string[] {
  return leavesOf(value).flatMap(([, leaf]) =>
    typeof leaf === 'string' || typeof leaf === 'number' ? [String(leaf)] : [],
  );
}

/** Replaces each value of a request that has at least `shortest` characters by `#`. */
export function withoutSentValues(text: string, sent: JsonValue, shortest: number): string {
  const own = [...new Set(textsIn(sent))].filter(({ length }) => length >= shortest);
  own.sort((one, other) => other.length - one.length);
  return own.reduce((kept, value) => kept.replaceAll(value, '#'), text);
}

// Codes are short; identifiers of calls, times and orders are long.
const variableParts =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:[t ][\d:.]+(?:z|[+-][\d:]+)?)?|\d\d:\d\d:\d\d|\b\d+\.\d+\b|\b(?=\w*\d)(?=\w*[a-z])[\w-]{8,}|\d{7,}/g;

/** The text of an answer without what differs between calls: sent values, ids, dates and amounts. */
function plainAnswer(judged: JudgedExchange): string {
  const { received, sent } = judged.exchange;
  if (received.kind === 'none') return received.reason;
  const body = withoutSentValues(bodyText(judged), sent.value, 3);
  return `${statusOf(judged)} ${body.toLowerCase().replace(variableParts, '#').replace(/\s+/g, ' ').trim()}`;
}

/** True if a service answered two requests with the same text, apart from orders and times. */
export function isSameAnswer(one: JudgedExchange | undefined, other: JudgedExchange | undefined): boolean {
  return one !== undefined && other !== undefined && plainAnswer(one) === plainAnswer(other);
}

/** The masked status and text of an answer, with `#` for ids and times, so that two runs give the same text. */
export function stableWords(judged: JudgedExchange): string {
  // Shorter values, such as a currency, may be the reason of a refusal.
  const words = withoutSentValues(answeredWords(judged), judged.exchange.sent.value, 6);
  return words.replace(new RegExp(variableParts.source, 'gi'), '#');
}
