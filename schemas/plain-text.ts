import { table } from './table.ts';

// Control, direction and invisible signs, line and paragraph ends, and halves of a character.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const everyUnsafe = new RegExp(unsafe, 'gu');
// What CI systems obey: `::error` of GitHub at the start of a line, `##[…]`, `##vso[…]` and `##teamcity[…]` within one.
const everyCommand = /:(?=:[A-Za-z])|#(?=#(?:\[|[a-z]+\[))/g;
const command = /::[A-Za-z]|##(?:\[|[a-z]+\[)/;
// Nearly every text is of these signs alone, and to tell so costs a tenth of looking for classes of Unicode.
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
  // A blank for each stretch, so that halves of two characters do not become one.
  return !isAscii.test(text) && unsafe.test(text.replaceAll(everyAscii, ' '));
}

/**
 * A text that a service may have set, safe within a line of a terminal or log: control, direction and invisible signs
 * and line ends become escapes such as `\u001b`, and no CI system takes it for a command.
 */
export function plainLine(text: string): string {
  if (isPlain.test(text)) return text;
  const shown = isUnsafe(text) ? text.replaceAll(everyUnsafe, escaped) : text;
  return command.test(shown) ? shown.replaceAll(everyCommand, escaped) : shown;
}

/** A text of several lines, each as `plainLine` gives it; tabs are two blanks. */
export function plainText(text: string): string {
  if (isPlain.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').split('\n').map(plainLine).join('\n');
}

/** A value of which every text and member name is as `plainLine` gives it, for writers that show many of them; bytes stay. */
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

// Of JSON text: the escapes one after the other, so that none begins within another.
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * JSON text that any reader takes: halves of a character are U+FFFD, and every sign that `plainLine` escapes is written
 * as an escape of JSON. Otherwise it says the same value as `JSON.stringify`.
 */
export function jsonText(value: unknown, indent?: number): string {
  return exactJsonText(value, indent, (text) =>
    // Only halves are escapes of this kind in what JSON.stringify writes.
    text.includes('\\ud')
      ? text.replaceAll(escapes, (whole, half?: string) => (half === undefined ? whole : '\\ufffd'))
      : text,
  );
}

/** As `jsonText`, with halves of a character as they are: for evidence, which has to say again what was sent. */
export function exactJsonText(
  value: unknown,
  indent?: number,
  change: (text: string) => string = (text) => text,
): string {
  // Line feeds occur between members only; within texts JSON has escaped them already.
  return change(JSON.stringify(value, null, indent))
    .split('\n')
    .map(jsonEscaped)
    .join('\n');
}

function jsonEscaped(line: string): string {
  const shown = isUnsafe(line) ? line.replaceAll(everyUnsafe, escapedInJson) : line;
  return command.test(shown) ? shown.replaceAll(everyCommand, escapedInJson) : shown;
}

/** A count and what is counted, as in `1 finding` and `2 findings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first of some texts, and how many more there are, as in `a, b, and 3 more`. */
export function listed(texts: readonly string[], most: number, sign = ', '): string {
  const more = texts.length > most ? [`and ${texts.length - most} more`] : [];
  return [...texts.slice(0, most), ...more].join(sign);
}

/** A text in lines of at most so many characters, broken at its blanks; a longer word has a line for itself. */
export function wordLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? undefined : `${lines.at(-1)} ${word}`;
    if (longer !== undefined && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Compares two values of one kind as sorting wants it. */
export function compare<Value extends string | number>(one: Value, other: Value): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
