import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { objectOf, pointerSteps, valueAt } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { didYouMean, didYouMeanOrKnown, plainName } from '../nearest.ts';
import { secretRule } from './secret.ts';

/** The schema of target files. */
export const targetSchema = JSON.parse(
  readFileSync(new URL('../target.schema.json', import.meta.url), 'utf8'),
) as JsonObject;

/**
 * The contents of a key of a target file, from `holds` in its schema: `words` may be repeated in errors, `settings` may
 * not, and a `secret` is in no report. A key without `holds` has request values, which are masked by name: unknown
 * content is hidden.
 */
type KeyContent = 'words' | 'settings' | 'secret' | 'requests';

/** The contents of the key at a path; a nested key inherits them by default. */
export function keyContentAt(steps: readonly string[]): KeyContent {
  let place = targetSchema;
  let held: KeyContent = 'requests';
  for (const step of steps) {
    place = objectOf(valueAt(place, ['properties', step]));
    held = (place.holds as KeyContent | undefined) ?? held;
  }
  return held;
}

/** Describes the most useful breach in one line: key, rule, value and nearest valid name; undefined without one. */
export function breachText(errors: readonly ErrorObject[], root: string): string | undefined {
  // A misspelt key often breaks other rules too, so it comes first. "if" only repeats the error of its branch.
  const telling = errors.filter(({ keyword }) => keyword !== 'if');
  const first = (keyword: string) => telling.find((one) => one.keyword === keyword);
  // A breach of the name rule shows the name.
  const error = first('additionalProperties') ?? first('propertyNames') ?? telling[0];
  return error === undefined ? undefined : wordingOf(error, root);
}

function wordingOf(error: ErrorObject, root: string): string {
  const key = keyOf(error.instancePath, root);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      if (plainName(name) === undefined)
        return `${keyOf(error.instancePath, root)} holds a key that is not known, and not shown.${didYouMeanOrKnown('', known)}`;
      return `${keyOf(`${error.instancePath}/${name}`, root)} is not a known key.${didYouMeanOrKnown(name, known)}`;
    }
    case 'required':
      return `${keyOf(`${error.instancePath}/${String(params.missingProperty)}`, root)} is missing${missingKeyHint(error)}.`;
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String);
      return `${key} must be one of ${allowed.join(', ')}, found ${received(error, root)}.${hintFor(error, allowed)}`;
    }
    case 'false schema':
      return error.instancePath === '/acquirer'
        ? `${key} is for the embedded endpoint only.`
        : `${key} must be absent for the embedded endpoint.`;
    case 'propertyNames':
      return `${key} has ${plainName(String(params.propertyName)) ?? 'a name that is not shown'}, which is not a header name.`;
    default:
      if (isSecret(error)) {
        return `${key} ${secretRule}`;
      }
      return `${key} ${ruleOf(error)}, found ${received(error, root)}.`;
  }
}

function keyOf(pointer: string, root: string): string {
  const path = pointerSteps(pointer).reduce(
    (text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    root,
  );
  return path === '' ? 'the file' : `"${path}"`;
}

const vowels = /^[aeiou]/;

/** JSON types in words, as in `a string or a number`. */
export function typeWords(types: readonly string[]): string {
  const words = types.map((type) => (type === 'null' ? type : `${vowels.test(type) ? 'an' : 'a'} ${type}`));
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/** The rule in words for each pattern. */
const patternWords: Readonly<Record<string, string>> = table({
  // A blank at the start or end comes from copying and cannot be seen.
  '^\\S(?:.*\\S)?$': 'not begin or end with a blank',
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*$': 'hold no control characters',
  '^[0-9]{1,12}(\\.[0-9]{1,4})?$': 'be an amount such as "12.34", with at most 12 digits before the point',
  '[1-9]': 'be above 0',
  '\\S': 'not be blank',
  '^[0-9]+(\\.[0-9]+)*/[^\\s]+$': 'be a clause such as "2.9/refund_reference_id/shape"',
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$': 'be a day such as "2026-01-31"',
  '^[0-9]{12,19}$': 'be 12 to 19 digits without blanks',
  '^(0[1-9]|1[0-2])$': 'be a month from "01" to "12"',
  '^[0-9]{4}$': 'be four digits',
  '^[0-9]{3,4}$': 'be three or four digits',
  '^[A-Z]{3}$': 'be three capital letters such as "EUR"',
  '^https?://': 'be an http or https address',
  '^\\d{4}-\\d{2}-\\d{2}$': 'be a day such as "2026-01-31"',
  '^/': 'begin with "/"',
  '^[A-Za-z_][A-Za-z0-9_.-]*$': 'be the name of an XML element',
});

function ruleOf(error: ErrorObject): string {
  const { minimum, maximum } = (error.parentSchema ?? {}) as { minimum?: number; maximum?: number };
  if (error.keyword === 'type' && String(error.schema) === 'integer' && minimum !== undefined) {
    return `must be an integer ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`;
  }
  if (error.keyword === 'type') return `must be ${typeWords([error.schema].flat().map(String))}`;
  if (error.keyword === 'pattern')
    return `must ${patternWords[String(error.schema)] ?? `match ${String(error.schema)}`}`;
  if (error.keyword === 'minLength' || error.keyword === 'minItems' || error.keyword === 'minProperties')
    return 'must not be empty';
  if (error.keyword === 'minimum') return `must be at least ${String(error.schema)}`;
  if (error.keyword === 'maximum') return `must be at most ${String(error.schema)}`;
  if (error.keyword === 'maxLength') return `must have at most ${String(error.schema)} characters`;
  if (error.keyword === 'uniqueItems') return 'must name nothing twice';
  return error.message ?? 'is not valid';
}

function missingKeyHint(error: ErrorObject): string {
  const missing = String((error.params as { missingProperty: string }).missingProperty);
  const properties = error.parentSchema?.properties as Record<string, { description?: string }> | undefined;
  const description = properties?.[missing]?.description;
  return description === undefined ? '' : ` (${description.replace(/\.$/, '')})`;
}

function hintFor(error: ErrorObject, allowed: readonly string[]): string {
  return typeof error.data === 'string' ? didYouMean(error.data, allowed) : '';
}

function isSecret(error: ErrorObject): boolean {
  return /^#\/\$defs\/secret\//.test(error.schemaPath);
}

// Keys of a certification file and of a file of known deviations.
const companionKeys = new Set(['tester', 'product', 'validUntil', 'deviations']);

// A value outside the keys with `words` may be a misplaced secret.
function received(error: ErrorObject, root: string): string {
  const steps = [...(root === '' ? [] : [root]), ...pointerSteps(error.instancePath)];
  if (!companionKeys.has(steps[0] ?? '') && keyContentAt(steps) !== 'words')
    return 'a value that is not shown';
  const text = JSON.stringify(error.data) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
