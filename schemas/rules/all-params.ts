import { say, sayValue } from '../findings/say.ts';
import { formFields } from '../media/form.ts';
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
    if (params.length === 0) return;
    const posted = new Map<string, string[]>();
    for (const [name, value] of view.exchange.page?.posted?.fields ?? [])
      posted.set(name, [...(posted.get(name) ?? []), value]);
    for (const [name, value] of params) {
      const values = posted.get(name);
      if (values === undefined || name === 'allParams') continue;
      const isEqual = (other: string) =>
        equalDecoded(value, other) || (holdsAmount(name) && compareDecimals(value, other) === 0);
      if (values.some(isEqual)) notebook.holds(agrees);
      else
        notebook.breaks(agrees, {
          kind: 'differs',
          path: 'allParams',
          expected: say('as-posted', [values[0]], name),
          received: sayValue(value),
        });
    }
    reportMissing(view.request, fields, new Set(params.map(([name]) => name)), notebook);
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

/** Reads a query-style string, also when it was encoded as a whole once more. */
function readParams(text: string): readonly (readonly [string, string])[] {
  const plain = text.includes('=') ? text : decoded(text);
  return plain.includes('=') ? [...formFields(joinedByAmpersand(plain.replace(/^\?/, '')))] : [];
}

// A query may join its parameters by semicolons as well; one that no name follows stands in a value, as between items (2.2).
function joinedByAmpersand(query: string): string {
  return query.includes('&') ? query : query.replaceAll(/;(?=[^;=&]+=)/g, '&');
}

// The encoding is free: the value may stand there plain, encoded, or encoded twice. A browser rewrites line ends when it posts.
function equalDecoded(value: string, posted: string): boolean {
  return (
    sameText(value, posted) ||
    sameText(decoded(value), posted) ||
    sameText(value, decoded(posted)) ||
    sameText(value.replaceAll(' ', '+'), posted)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
