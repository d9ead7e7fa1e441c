import { changeAt, isObject, pathOf, type Step, valueAt } from '../../schemas/json.ts';
import { decode } from '../../schemas/media/decode.ts';
import { encodeXml } from '../../schemas/media/xml.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { Answer, DocumentedOperationId, Exchange, JsonValue, Medium } from '../../schemas/types.ts';

/** Returns an integer from 0 to `below - 1`. */
export type Draw = (below: number) => number;

/** An answer of a run with one change. */
export interface ChangedAnswer {
  readonly exchange: Exchange;
  /** Name of the change, such as `removed`. */
  readonly change: string;
  /** The path of the change; empty for the answer as a whole. */
  readonly path: string;
  /** The changed place in the decoded answer and its new value; absent for pages and whole answers. */
  readonly place?: { readonly steps: readonly Step[]; readonly now: JsonValue | undefined };
}

type Answered = Exchange & { readonly received: Answer };
type Change = (value: JsonValue, draw: Draw) => JsonValue | undefined;

const removed: Change = () => undefined;

/** Replaces one character by another of the same kind, so that the text still matches its pattern. */
function sameKindText(text: string, draw: Draw): string {
  const places = [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index);
  const at = places[draw(places.length)];
  if (at === undefined) return `${text}~`;
  const code = text.charCodeAt(at);
  const [first, count] = code < 58 ? [48, 10] : code < 91 ? [65, 26] : [97, 26];
  const other = String.fromCharCode(first + ((code - first + 1) % count));
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** The changes of a text, number or boolean. */
const leafChanges = table<Change>({
  removed,
  blanked: () => '',
  'another value': (value, draw) =>
    typeof value === 'boolean'
      ? !value
      : typeof value === 'number'
        ? value + 1
        : sameKindText(String(value), draw),
  'a sign more': (value) => (typeof value === 'string' ? `${value}~` : value),
  'a sign less': (value) => (typeof value === 'string' ? value.slice(0, -1) : value),
  'another type': (value) => ({ part: value }),
});
const jsonChanges = table<Change>({
  ...leafChanges,
  null: () => null,
  'a number': (value) => (typeof value === 'string' ? Number(value) || 12 : String(value)),
});
const partChanges = table<Change>({
  removed,
  'a member more': (value) => (isObject(value) ? { ...value, further_member: 'x' } : value),
  'an entry twice': (value, draw) =>
    Array.isArray(value) && value.length > 0 ? [...value, value[draw(value.length)] ?? ''] : value,
  'a text': () => 'text',
});

const encoder = new TextEncoder();

const withAnswer = (exchange: Answered, part: Partial<Answer>): Answered => ({
  ...exchange,
  received: { ...exchange.received, ...part },
});
const withHeaders = (exchange: Answered, headers: Answer['headers']) =>
  withAnswer(exchange, { headers: { ...exchange.received.headers, ...headers } });
const withBody = (exchange: Answered, body: string) => withAnswer(exchange, { body: encoder.encode(body) });

const wholeChanges = table<(exchange: Answered, draw: Draw) => Answered>({
  'another status': (exchange, draw) =>
    withAnswer(exchange, { status: [201, 204, 302, 404, 500][draw(5)] ?? 500 }),
  'another Content-Type': (exchange) => withHeaders(exchange, { 'content-type': 'application/octet-stream' }),
  'a header more': (exchange) => withHeaders(exchange, { 'x-further': 'x' }),
  'a body cut short': (exchange) =>
    withBody(exchange, textOf(exchange).slice(0, textOf(exchange).length / 2)),
  // The page is dropped: how a browser treats another body is unknown.
  'no body': ({ page: _, ...exchange }) => withBody(exchange, ''),
});

const textOf = ({ received }: Answered) => Buffer.from(received.body).toString();

// A truncated page does not show how a browser treats it.
const { 'a body cut short': _, ...wholePageChanges } = wholeChanges;

function pick<Value>(from: Readonly<Record<string, Value>>, draw: Draw): readonly [string, Value] {
  const rows = Object.entries(from);
  return rows[draw(rows.length)] as readonly [string, Value];
}

/** All paths below the root of a value. */
function placesIn(value: JsonValue, steps: readonly Step[] = []): readonly (readonly Step[])[] {
  const members: readonly (readonly [Step, JsonValue])[] = Array.isArray(value)
    ? value.map((entry, at) => [at, entry])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return members.flatMap(([step, member]) => [[...steps, step], ...placesIn(member, [...steps, step])]);
}

const writers: Readonly<Record<Exclude<Medium, 'html'>, (value: JsonValue) => string>> = {
  json: (value) => JSON.stringify(value),
  xml: (value) => {
    const [root = '', content = null] = isObject(value) ? (Object.entries(value)[0] ?? []) : [];
    return encodeXml(content, { root });
  },
};

/** An answer to change, re-encoded like its changed versions; undefined if unreadable. `isOpen`: a path is unmasked. */
export function originalOf(exchange: Exchange, isOpen: (path: string) => boolean) {
  if (exchange.received.kind === 'none') return undefined;
  const answered: Answered = { ...exchange, received: exchange.received };
  const medium = operationOf(exchange.operation as DocumentedOperationId).answers;
  const whole = (draw: Draw): ChangedAnswer => {
    const [change, made] = pick(medium === 'html' ? wholePageChanges : wholeChanges, draw);
    return { exchange: made(answered, draw), change, path: '' };
  };
  if (medium === 'html')
    return { exchange, change: (draw: Draw) => changePage(answered, draw) ?? whole(draw) };
  const decoded = decode(medium, exchange.received.body, exchange.received.headers['content-type']);
  if (!decoded.ok) return undefined;
  const { value } = decoded;
  const write = writers[medium];
  const places = placesIn(value);
  const plain = withBody(answered, write(value));
  return {
    exchange: plain,
    change(draw: Draw): ChangedAnswer | undefined {
      // One change in ten concerns the answer as a whole.
      const steps = draw(10) === 0 ? undefined : places[draw(places.length)];
      if (steps === undefined) return whole(draw);
      const path = pathOf(steps);
      const old = valueAt(value, steps) ?? null;
      const isPart = typeof old === 'object' && old !== null;
      const [change, made] = pick(isPart ? partChanges : medium === 'json' ? jsonChanges : leafChanges, draw);
      const now = made(old, draw);
      if (now === old || (!isOpen(path) && typeof now === 'string')) return undefined;
      const body = write(changeAt(value, steps, () => now) ?? null);
      return { exchange: withBody(plain, body), change, path, place: { steps, now } };
    },
  };
}

const tagChanges = table<(tag: string, draw: Draw) => string>({
  removed: () => '',
  'without a value': (tag) => tag.replace(/ value="[^"]*"/, ' value=""'),
  'another value': (tag, draw) =>
    tag.replace(/ value="([^"&]+)"/, (_, text: string) => ` value="${sameKindText(text, draw)}"`),
  'another name': (tag) => tag.replace(/ name="([^"]*)"/, ' name="other_$1"'),
  shown: (tag) => tag.replace(/ type="hidden"/, ' type="text"'),
});
const postedChanges = table<(value: string, draw: Draw) => string | undefined>({
  removed: () => undefined,
  blanked: () => '',
  'another value': sameKindText,
  'a sign more': (value) => `${value}~`,
});

/** Changes an input of a page or a field that it posted. */
function changePage(exchange: Answered, draw: Draw): ChangedAnswer | undefined {
  const { page } = exchange;
  const fields = page?.posted?.fields ?? [];
  const text = textOf(exchange);
  const tags = [...text.matchAll(/<(?:input|form)\b[^>]*>/g)];
  const way = draw(10);
  if (way === 0) return undefined;
  if (way < 6 && page?.posted !== undefined && fields.length > 0) {
    const at = draw(fields.length);
    const [name, value] = fields[at] ?? ['', ''];
    const [change, made] = pick(postedChanges, draw);
    const now = made(value, draw);
    const changed = fields.flatMap((field, index) =>
      index !== at ? [field] : now === undefined ? [] : [[name, now] as const],
    );
    const posted = { ...page.posted, fields: changed };
    return {
      exchange: { ...exchange, page: { ...page, posted } },
      change: `posted field ${change}`,
      path: name,
    };
  }
  const tag = tags[draw(tags.length)];
  if (tag === undefined) return undefined;
  const [change, made] = pick(tagChanges, draw);
  const body = text.slice(0, tag.index) + made(tag[0], draw) + text.slice(tag.index + tag[0].length);
  const name = / name="([^"]*)"/.exec(tag[0])?.[1] ?? '';
  return { exchange: withBody(exchange, body), change: `input ${change}`, path: name };
}
