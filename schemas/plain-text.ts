import { table } from './table.ts';

// Control, bidirectional and invisible characters, line and paragraph separators, and lone surrogates.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const everyUnsafe = new RegExp(unsafe, 'gu');
// Commands of CI systems: `::error` of GitHub at the start of a line; `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere.
const everyCommand = /:(?=:[A-Za-z])|#(?=#(?:\[|[a-z]+\[))/g;
const command = /::[A-Za-z]|##(?:\[|[a-z]+\[)/;
// Fast path: nearly all texts have only these characters, and this test costs a tenth of one with Unicode classes.
const isPlain = /^[ !"$-9;-~]*$/;
const isAscii = /^[ -~]*$/;
const everyAscii = /[ -~]+/g;

const short: Readonly<Record<string, string>> = table({ '\n': '\\n', '\r': '\\r', '\t': '\\t' });

function escaped(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return short[sign] ?? (code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`);
}

function isUnsafe(text: string): boolean {
  // Each ASCII run becomes a blank, so that two lone surrogates do not join to one character.
  return !isAscii.test(text) && unsafe.test(text.replaceAll(everyAscii, ' '));
}

/**
 * Returns a text from a service made safe for one line of a terminal or log: control, bidirectional and invisible
 * characters and line ends are escaped, such as `\u001b`, and so are commands of CI systems.
 */
export function plainLine(text: string): string {
  if (isPlain.test(text)) return text;
  const shown = isUnsafe(text) ? text.replaceAll(everyUnsafe, escaped) : text;
  return command.test(shown) ? shown.replaceAll(everyCommand, escaped) : shown;
}

/** Applies `plainLine` to each line of a text; a tab becomes two blanks. */
export function plainText(text: string): string {
  if (isPlain.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').split('\n').map(plainLine).join('\n');
}

/** Applies `plainLine` to every text and member name of a value; binary data stays as it is. */
export function plainValue<Value>(value: Value): Value {
  return plainOf(value) as Value;
}

function plainOf(value: unknown): unknown {
  if (typeof value === 'string') return plainLine(value);
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [plainLine(name), plainOf(member)]),
  );
}

function escapedInJson(sign: string): string {
  return [...Array(sign.length).keys()]
    .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

// Matches every escape in JSON text, so that no match begins inside another escape.
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * JSON text that any reader accepts: lone surrogates become U+FFFD, and the characters that `plainLine` escapes are
 * written as JSON escapes. Otherwise it has the same value as `JSON.stringify`.
 */
export function jsonText(value: unknown, indent?: number): string {
  return exactJsonText(value, indent, (text) =>
    // JSON.stringify writes an escape of this form only for a lone surrogate.
    text.includes('\\ud')
      ? text.replaceAll(escapes, (whole, half?: string) => (half === undefined ? whole : '\\ufffd'))
      : text,
  );
}

/** Like `jsonText`, but keeps lone surrogates: evidence must reproduce exactly what was sent. */
export function exactJsonText(
  value: unknown,
  indent?: number,
  change: (text: string) => string = (text) => text,
): string {
  // Line feeds occur only between members; inside texts JSON.stringify has escaped them.
  return change(JSON.stringify(value, null, indent))
    .split('\n')
    .map(jsonEscaped)
    .join('\n');
}

function jsonEscaped(line: string): string {
  const shown = isUnsafe(line) ? line.replaceAll(everyUnsafe, escapedInJson) : line;
  return command.test(shown) ? shown.replaceAll(everyCommand, escapedInJson) : shown;
}

/** A count with its noun, for example `1 finding` or `2 findings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first texts and the number of the others, for example `a, b, and 3 more`. */
export function listed(texts: readonly string[], most: number, sign = ', '): string {
  const more = texts.length > most ? [`and ${texts.length - most} more`] : [];
  return [...texts.slice(0, most), ...more].join(sign);
}

/** Comparison function for sorting values of one type. */
export function compare<Value extends string | number>(one: Value, other: Value): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
