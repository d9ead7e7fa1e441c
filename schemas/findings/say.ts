import type { JsonValue } from '../types.ts';
import type { Phrase } from './phrases.ts';
import type { FindingValues, Said, SeenValue } from './said.ts';

/** Characters of a text that a finding keeps, at its start and at its end. */
const kept = { start: 400, end: 200 } as const;
const mostNames = 8;
const longestName = 60;

/** A value as findings carry it, in at most 600 characters. */
export function seenOf(value: JsonValue): SeenValue {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', length: value.length };
  switch (typeof value) {
    case 'string':
      return seenText(value);
    case 'number':
      // JSON has neither infinities nor a minus zero, and a finding is kept as JSON.
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

/** Says a phrase about values of the exchange, `none` in place of one that is not there, and about terms of the contract. */
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

/** Says a value as it was received; `none` when there is none. */
export function sayValue(value: JsonValue | undefined): Said {
  return value === undefined ? say('none') : say('value', [value]);
}

/** Values of a finding of which only the words are known. */
export function wordsAlone({
  expected,
  received,
}: Readonly<Record<keyof FindingValues, string>>): FindingValues {
  return { expected: say('plain', [expected]), received: say('plain', [received]) };
}
