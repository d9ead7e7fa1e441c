import { say, sayValue } from '../findings/say.ts';
import { formFields } from '../media/form.ts';
import { resolveReferences } from '../media/xml-scan.ts';
import type { Notebook } from '../notebook.ts';
import type { JsonObject } from '../types.ts';
import { holdsAmount, namesOf } from './alternate-names.ts';
import { sameText } from './as-sent.ts';
import { compareDecimals } from './decimals.ts';
import { postedFields } from './posted-form.ts';
import type { Rule } from './rule.ts';

const agrees = '2.8/allParams/agrees';
const complete = '2.8/allParams/complete';

/** 2.8: allParams holds the parameters as one query-style string; its encoding and order are free. */
export const allParams: Rule = {
  name: 'all-params',
  clauses: [agrees, complete],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check(view, notebook) {
    const fields = postedFields(view);
    const text = fields?.allParams;
    if (fields === undefined || typeof text !== 'string') return;
    const params = readParams(text);
    if (params.values.size === 0) return;
    const posted = new Map<string, string[]>();
    for (const [name, value] of view.exchange.page?.posted?.fields ?? [])
      posted.set(name, [...(posted.get(name) ?? []), value]);
    for (const [name, starts] of params.values) {
      const values = posted.get(name);
      if (values === undefined || name === 'allParams') continue;
      if (starts.some((start) => values.some((value) => saysSame(params, start, value, holdsAmount(name)))))
        notebook.holds(agrees);
      else
        notebook.breaks(agrees, {
          kind: 'differs',
          path: 'allParams',
          expected: say('as-posted', [values[0]], name),
          received: sayValue(asForm(params.text.slice(starts[0], endsFrom(params, starts[0] ?? 0)[0]))),
        });
    }
    reportMissing(view.request, fields, new Set(params.values.keys()), notebook);
  },
};

function reportMissing(
  request: JsonObject,
  fields: JsonObject,
  held: ReadonlySet<string>,
  notebook: Notebook,
): void {
  notebook.holds(complete);
  for (const [field, sent] of Object.entries(request)) {
    const isPosted = namesOf(field).some((name) => Object.hasOwn(fields, name));
    if (!isPosted || typeof sent === 'object' || field === 'encryption_data') continue;
    // What writes a query often leaves out a parameter that has no value.
    if (sent === '') continue;
    if (namesOf(field).some((name) => held.has(name))) continue;
    notebook.breaks(complete, {
      kind: 'absent',
      path: 'allParams',
      expected: say('posted-parameter', [], field),
      received: say('none'),
    });
  }
}

/** A query-style string with the places where a value may begin, by the name before it, and where one may end. */
interface Params {
  readonly text: string;
  readonly values: ReadonlyMap<string, readonly number[]>;
  readonly ends: readonly number[];
}

/**
 * Reads a query-style string, also when it was encoded as a whole once more. Joined without any encoding, a value may hold what
 * else joins parameters, so that every place that looks like an end is one.
 */
function readParams(whole: string): Params {
  const text = whole.includes('=') ? whole : asPercent(whole);
  const values = new Map<string, number[]>();
  const ends = new Set([...text.matchAll(/[&;]/g)].map(({ index }) => index).concat(text.length));
  for (const { 0: all, 1: mark = '', 2: name = '', index } of text.matchAll(
    /(^|[^\w.~%[\]-])([\w.~%[\]-]+)=/g,
  )) {
    if (mark !== '') ends.add(index);
    const known = asPercent(name);
    values.set(known, [...(values.get(known) ?? []), index + all.length]);
  }
  return { text, values, ends: [...ends].sort((one, other) => one - other) };
}

/** Ends that are tried for one value, and how much longer than the value its writing may be: character references are. */
const bounds = { ends: 200, longer: 12 } as const;

function endsFrom({ ends }: Params, start: number): readonly number[] {
  const first = ends.findIndex((end) => end >= start);
  return ends.slice(first, first + bounds.ends);
}

/** Tells whether some reading of what begins at a place is the posted value. */
function saysSame(params: Params, start: number, posted: string, isAmount: boolean): boolean {
  const { text, ends } = params;
  if (text.startsWith(posted, start) && ends.includes(start + posted.length)) return true;
  const isEqual = (value: string) =>
    sameText(value, posted) ||
    sameText(value, asPercent(posted)) ||
    (isAmount && compareDecimals(value, posted) === 0);
  return endsFrom(params, start)
    .filter((end) => end - start <= bounds.longer * (posted.length + 1))
    .some((end) => readingsOf(text.slice(start, end)).some(isEqual));
}

/** A value as it stands there, percent-encoded, as a form, with character references, or two of these, one in the other. */
function readingsOf(value: string): readonly string[] {
  const decoders = [asPercent, asForm, asReferences];
  const once = new Set([value, ...decoders.map((read) => read(value))]);
  return [...new Set([...once].flatMap((text) => [text, ...decoders.map((read) => read(text))]))];
}

function asPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function asForm(text: string): string {
  return [...formFields(`v=${text.replaceAll('&', '%26')}`)][0]?.[1] ?? '';
}

function asReferences(text: string): string {
  try {
    return resolveReferences(text);
  } catch {
    // A number beyond Unicode names no character.
    return text;
  }
}
