import { redactText, redactTextOf } from '../reports/redact.ts';
import { answerOf } from '../schemas/answer-of.ts';
import { objectOf } from '../schemas/json.ts';
import type { JsonObject, JsonValue, JudgedExchange } from '../schemas/types.ts';
import { tellingMembers, tellsOfEntry } from './telling-members.ts';

const longest = 160;

/** The text of an answer's body; empty when there is none. */
export function bodyText({ exchange: { received } }: JudgedExchange): string {
  return received.kind === 'answer' ? Buffer.from(received.body).toString('utf8') : '';
}

/** The status of an answer; undefined without one. */
export function statusOf({ exchange: { received } }: JudgedExchange): number | undefined {
  return received.kind === 'answer' ? received.status : undefined;
}

/** A header of an answer, by its lower-case name. */
export function headerOf({ exchange: { received } }: JudgedExchange, name: string): string | undefined {
  return received.kind === 'answer' ? received.headers[name] : undefined;
}

/** Tells an answer that is a page for people. */
export function isPage(judged: JudgedExchange): boolean {
  return (
    /html/i.test(headerOf(judged, 'content-type') ?? '') ||
    /^\s*<(?:!doctype html|html)/i.test(bodyText(judged))
  );
}

/** The readable words of a page: its title, else its first words. */
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

/** The members of an answer: those that the document names, else those of a JSON text; of an error in it, too. */
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
      tellsOfEntry(name) && typeof value === 'string' ? [`${name} "${value}"`] : [],
    );
  });
}

/** What the service says about the call: the telling members, the words of a page, or the first line. */
export function reasonWords(judged: JudgedExchange): string {
  const members = membersIn(judged);
  const told = tellingMembers.flatMap((name) => {
    const value = members[name];
    return typeof value === 'string' || typeof value === 'number' ? [`${name} "${value}"`] : [];
  });
  const words = [...told, ...entryTexts(judged)].join(', ');
  if (words !== '') return words;
  if (isPage(judged)) return `a page: "${pageWords(judged)}"`;
  return bodyText(judged).trim().split('\n')[0] ?? '';
}

/** Status and words of an answer in one masked line, or why there was none. */
export function answeredWords(judged: JudgedExchange): string {
  const { received } = judged.exchange;
  if (received.kind === 'none')
    return redactTextOf(judged, `no answer: ${received.reason} (${received.detail})`);
  const masked = (text: string) => redactTextOf(judged, text);
  const location = headerOf(judged, 'location');
  const type = headerOf(judged, 'content-type')?.split(';')[0];
  // Shortened when it is masked: of a secret cut in two, neither half would be known.
  const reason = masked(reasonWords(judged));
  const short = reason.length > longest ? `${reason.slice(0, longest)}…` : reason;
  const parts = [
    `${received.status}${type === undefined ? '' : ` ${type}`}`,
    ...(location === undefined ? [] : [`Location ${masked(location).slice(0, longest)}`]),
    short === '' ? 'an empty body' : short,
  ];
  return parts.join(', ');
}

/** What was sent in one masked line: method, path, encoding and who asked. */
export function sentWords({ exchange: { sent } }: JudgedExchange): string {
  const value = sent.value as { merchant_id?: unknown; account_id?: unknown };
  const { pathname } = new URL(sent.url);
  const party = `merchant_id ${String(value.merchant_id)}, account_id ${String(value.account_id)}`;
  return redactText(
    `${sent.method} ${pathname}, ${sent.encoding} as ${sent.headers['content-type']}, ${party}`,
  );
}

/** What became of a request, and in one masked line what was answered. */
export function outcomeWords(judged: JudgedExchange): string {
  return `${judged.judgement.outcome}: ${answeredWords(judged)}`;
}
