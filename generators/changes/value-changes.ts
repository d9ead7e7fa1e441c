import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { controlCharacters, injections } from '../values/text.ts';

/** The gap of 2.14 or 8 that a changed value probes when it breaks no clause. */
export type Gap = 'required' | 'values' | 'lengths' | 'formats' | 'maximum';

/** One change to a value: its stable kind, the gap it probes, and the new value. */
export interface ValueChange {
  readonly kind: string;
  readonly gap: Gap;
  /** Undefined removes the member. */
  readonly value: JsonValue | undefined;
}

const change = (kind: string, value: JsonValue | undefined, gap: Gap = 'formats'): ValueChange => ({
  kind,
  gap,
  value,
});

const missing = [change('absent', undefined, 'required'), change('null', null, 'required')] as const;

/** The name of a member that the document does not have. */
export const unknownMember = 'not_documented';

/** Changes to a number: absent, of another type, zero, negative, fractional, too large to be exact. */
export function numberChanges(number: number): ValueChange[] {
  return [
    ...missing,
    change('as-text', String(number)),
    change('empty', ''),
    change('as-boolean', true),
    change('as-array', [number]),
    change('zero', 0),
    change('negative', -1),
    change('with-fraction', number + 0.5),
    change('largest-exact', Number.MAX_SAFE_INTEGER, 'maximum'),
    change('beyond-exact', 1e21, 'maximum'),
  ];
}

/** Changes to an object: absent, of another type, empty, with an extra member, nested one level deeper. */
export function objectChanges(name: string, object: JsonObject): ValueChange[] {
  return [
    ...missing,
    change('empty', {}, 'required'),
    change('as-text', JSON.stringify(object)),
    change('as-array', [object]),
    change('unknown-member', { ...object, [unknownMember]: 'x' }),
    change('nested-deeper', { [name]: object }),
  ];
}

/** Changes to an array: absent, of another type, nested one level deeper, with an extra null entry. */
export function arrayChanges(entries: readonly JsonValue[]): ValueChange[] {
  const [first = {}] = entries;
  return [
    ...missing,
    change('as-text', JSON.stringify(entries)),
    change('as-object', isObject(first) ? first : { entry: first }),
    change('nested-deeper', [[...entries]]),
    change('null-entry', [...entries, null]),
  ];
}

/** Sizes of an array without a limit: no entries, and 200 entries. */
export function sizeChanges(entries: readonly JsonValue[]): ValueChange[] {
  const [first = {}] = entries;
  return [
    change('0-entries', [], 'required'),
    change(
      '200-entries',
      Array.from({ length: 200 }, () => first),
      'lengths',
    ),
  ];
}

/** Length of the longest text sent in one field, in characters: beyond any column, below any body limit. */
const veryLong = 10_000;

function fullWidth(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

function otherSeparator(text: string): string {
  if (text.includes('#,#')) return text.replaceAll('#,#', ',').replaceAll('#;#', ';');
  return text.replace(/[-.:/]/g, (separator) => (separator === '.' ? ',' : separator === '-' ? '/' : '-'));
}

function stretch(text: string): string {
  const unit = text === '' ? 'x' : text;
  return unit.repeat(Math.ceil(veryLong / unit.length)).slice(0, veryLong);
}

/** Dates with an impossible day or month, in the format of the value; none for a text that is not a date. */
function impossibleDates(text: string): readonly string[] {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return ['2030-02-30', '2030-13-01', '2030-00-10', '2030-06-00', '2030-02-29', '2100-02-29', '2030-04-31'];
  if (/^\d{2}-\d{2}-\d{4}$/.test(text)) return ['31-31-1980', '00-00-1980', '30-02-1980', '31-04-1980'];
  return [];
}

/** The date with a two-digit year or a one-digit month; none for a text that is not a date. */
function shortDates(text: string): ValueChange[] {
  if (!/^(?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{4})$/.test(text)) return [];
  return [
    change('two-digit-year', text.replace(/\d{2}(\d{2})/, '$1')),
    change('one-digit-month', text.replace(/-\d(\d)-/, '-$1-')),
  ];
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The characters just below and above the range (digits or letters) that the last character belongs to. */
function neighboursOf(text: string): readonly string[] {
  const last = text.at(-1) ?? '';
  if (uuid.test(text)) return ['/', 'g'];
  if (/[0-9]/.test(last)) return ['/', ':'];
  if (/[A-Z]/.test(last)) return ['@', '['];
  return /[a-z]/.test(last) ? ['`', '{'] : [];
}

function neighbourChanges(text: string): ValueChange[] {
  const [below, above] = neighboursOf(text).map((sign) => text.slice(0, -1) + sign);
  return below === undefined || above === undefined
    ? []
    : [change('sign-below-its-letters', below), change('sign-above-its-letters', above)];
}

// A positive number could be a numeric code of ISO 4217 or an identifier in use.
function numeric(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : -12;
}

/** Changes to any text: absent, of another type, empty, blank, padded, with control characters, very long. */
export function textChanges(text: string): ValueChange[] {
  return [
    ...missing,
    change('empty', ''),
    change('blank', ' '),
    change('padded', ` ${text} `),
    change('as-number', numeric(text)),
    change('as-boolean', true),
    change('as-object', { value: text }),
    change('as-array', [text]),
    change('control-characters', `${text}${controlCharacters}`),
    change('very-long', stretch(text), 'lengths'),
  ];
}

/** Texts that an interpreter might execute: all of them, or only the one at index `turn`, modulo their number. */
export function injectionChanges(turn?: number): ValueChange[] {
  const all = Object.entries(injections).map(([name, value]) => change(`injection-${name}`, value));
  return turn === undefined ? all : all.slice(turn % all.length, (turn % all.length) + 1);
}

/** Near misses of a text that has a shape: one character short or long, other separators, digits and case. */
export function shapedChanges(text: string): ValueChange[] {
  return [
    change('one-short', text.slice(0, -1)),
    change('one-long', text + (text.at(-1) ?? 'x')),
    change('wrong-separator', otherSeparator(text)),
    change('no-separator', text.replace(/[-.:]/g, '')),
    change('full-width-digits', fullWidth(text)),
    change('lower-case', text.toLowerCase()),
    // In many languages, a pattern that ends in `$` also matches before a final line break.
    change('line-end-behind', `${text}\n`),
    ...neighbourChanges(text),
    ...shortDates(text),
    ...impossibleDates(text).map((value, at) => change(`impossible-date-${at + 1}`, value)),
  ].filter(({ value }) => value !== text);
}

/** Boundary values of a decimal amount: smallest, zero, negative, other precision, many digits. */
export function amountChanges(): ValueChange[] {
  return [
    change('smallest', '0.01'),
    change('zero', '0.00'),
    change('negative', '-0.01'),
    change('no-fraction', '12'),
    change('one-fraction-digit', '12.3'),
    change('three-fraction-digits', '12.345'),
    change('no-digit-before-the-dot', '.34'),
    change('no-digit-behind-the-dot', '12.'),
    change('two-dots', '12.34.56'),
    change('plus-sign', '+12.34'),
    change('leading-zeros', '0012.34'),
    change('exponent', '1e3'),
    change('thousands-separator', '1,234.56'),
    change('not-a-number', 'NaN'),
    change('twelve-digits', '999999999999.99', 'maximum'),
    change('thirty-digits', `${'9'.repeat(30)}.99`, 'maximum'),
  ];
}

/** Boundary values of an amount that is a string of digits (1.2). */
export function digitChanges(): ValueChange[] {
  return [
    change('smallest', '1'),
    change('zero', '0'),
    change('negative', '-1'),
    change('plus-sign', '+12'),
    change('with-fraction', '12.34'),
    change('leading-zeros', '007'),
    change('exponent', '1e3'),
    change('eighteen-digits', '9'.repeat(18), 'maximum'),
    change('thirty-digits', '9'.repeat(30), 'maximum'),
  ];
}
