import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { controlCharacters, injections } from '../values/text.ts';

/** What a changed value is about when it breaks no clause: one of the gaps of 2.14 and 8. */
export type Gap = 'required' | 'values' | 'lengths' | 'formats' | 'maximum';

/** One way to change a value: its stable kind, the gap it probes, and the new value. */
export interface ValueChange {
  readonly kind: string;
  readonly gap: Gap;
  /** Undefined takes the member away. */
  readonly value: JsonValue | undefined;
}

const change = (kind: string, value: JsonValue | undefined, gap: Gap = 'formats'): ValueChange => ({
  kind,
  gap,
  value,
});

const missing = [change('absent', undefined, 'required'), change('null', null, 'required')] as const;

/** The name of a member that no document knows. */
export const unknownMember = 'not_documented';

/** The ways to change a number: absent, of another type, zero, negative, fractional, beyond what a number holds exactly. */
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

/** The ways to change an object: absent, of another type, one member more, one level more or less. */
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

/** The ways to change an array: absent, of another type, empty, one level more or less, many entries. */
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

/** The sizes of an array without a limit: none, and many. */
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

/** Longest text sent in one field: far beyond any column, far below any body limit. */
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

/** Impossible days and months, in the order of digits that the value has; undefined for a text that is no date. */
function impossibleDates(text: string): readonly string[] {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return ['2030-02-30', '2030-13-01', '2030-00-10', '2030-06-00', '2030-02-29', '2100-02-29', '2030-04-31'];
  if (/^\d{2}-\d{2}-\d{4}$/.test(text)) return ['31-31-1980', '00-00-1980', '30-02-1980', '31-04-1980'];
  return [];
}

/** Dates with fewer digits than their shape has. */
function shortDates(text: string): ValueChange[] {
  if (!/^(?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{4})$/.test(text)) return [];
  return [
    change('two-digit-year', text.replace(/\d{2}(\d{2})/, '$1')),
    change('one-digit-month', text.replace(/-\d(\d)-/, '-$1-')),
  ];
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The signs just below and above the letters or digits that the last one of a text is one of. */
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

// A positive number could be one of ISO 4217, or somebody's.
function numeric(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : -12;
}

/** The ways to change any text: absent, of another type, empty, odd, long, looking like code. */
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

/** Texts that an interpreter might take for its own language: all of them, or the one that `turn` comes to. */
export function injectionChanges(turn?: number): ValueChange[] {
  const all = Object.entries(injections).map(([name, value]) => change(`injection-${name}`, value));
  return turn === undefined ? all : all.slice(turn % all.length, (turn % all.length) + 1);
}

/** The near misses of a text that has a shape: one character short or long, other separators, digits and cases. */
export function shapedChanges(text: string): ValueChange[] {
  return [
    change('one-short', text.slice(0, -1)),
    change('one-long', text + (text.at(-1) ?? 'x')),
    change('wrong-separator', otherSeparator(text)),
    change('no-separator', text.replace(/[-.:]/g, '')),
    change('full-width-digits', fullWidth(text)),
    change('lower-case', text.toLowerCase()),
    // A pattern that ends in a dollar sign takes it in many languages.
    change('line-end-behind', `${text}\n`),
    ...neighbourChanges(text),
    ...shortDates(text),
    ...impossibleDates(text).map((value, at) => change(`impossible-date-${at + 1}`, value)),
  ].filter(({ value }) => value !== text);
}

/** The edges of a decimal amount: smallest, zero, negative, of other precision, many digits. */
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

/** The edges of an amount that is a string of digits (1.2). */
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
