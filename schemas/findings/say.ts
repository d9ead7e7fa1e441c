import type { JsonValue } from '../types.ts';
import type { Phrase } from './phrases.ts';
import type { Said, SeenValue } from './said.ts';

/** Number of characters of a long text that a finding keeps, at its start and its end. */
const kept = { start: 400, end: 200 } as const;
const mostNames = 8;
const longestName = 60;

/** A value in the form that findings keep: at most 600 characters of a text. */
export function seenOf(value: JsonValue): SeenValue {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', length: value.length };
  switch (typeof value) {
    case 'string':
      return seenText(value);
    case 'number':
      // JSON has no infinity and no minus zero, and findings are saved as JSON.
      return { type: 'number', value: Number.isFinite(value) ? value + 0 : String(value) };
    case 'boolean':
      return { type: 'boolean', value };
    default:
      return seenNames(Object.keys(value));
  }
}

function seenText(value: string): SeenValue {
  if (value.length <= kept.start + kept.end) return { type: 'string', value };
  return {
    type: 'string',
    value: `${value.slice(0, kept.start)}…${value.slice(-kept.end)}`,
    length: value.length,
  };
}

function seenNames(all: readonly string[]): SeenValue {
  const names = all.slice(0, mostNames).map((name) => name.slice(0, longestName));
  return all.length > mostNames
    ? { type: 'object', names, more: all.length - mostNames }
    : { type: 'object', names };
}

/** Builds one side of a finding from values of the exchange (null if undefined) and terms of the contract. */
export function say(
  says: Phrase,
  values: readonly (JsonValue | undefined)[] = [],
  ...terms: readonly (string | number)[]
): Said {
  return {
    says,
    ...(values.length === 0 ? {} : { values: values.map((value) => seenOf(value ?? null)) }),
    ...(terms.length === 0 ? {} : { terms }),
  };
}

/** The received value as a phrase; `none` if it is undefined. */
export function sayValue(value: JsonValue | undefined): Said {
  return value === undefined ? say('none') : say('value', [value]);
}
