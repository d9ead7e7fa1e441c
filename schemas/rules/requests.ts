import { requestSchema } from '../contract.ts';
import { say, sayValue } from '../findings/say.ts';
import { groupedBy, isObject, objectOf } from '../json.ts';
import type { Recorder } from '../judge/recorder.ts';
import { formFields } from '../media/form.ts';
import { resolveReferences } from '../media/xml-references.ts';
import { documentedOperations } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../types.ts';
import { sameText } from './echoes.ts';
import { holdsAmount, namesOf, postedFields } from './redirect-page.ts';
import type { Rule, View } from './rule.ts';
import { compareDecimals } from './values.ts';

/** The only values of enumerated fields in the samples (2.2, 2.4, 2.13). */
const samples: Readonly<Record<string, string>> = table({
  open3d: 'do3DS',
  token_flag: 'NO',
  fee_paid_by: 'PAYER',
  swift_charge_option: 'SHARED',
  fund_source: 'DepositAccount',
});

/** 2.14: observes required fields, allowed values, lengths and formats, which are not documented. */
export const requestFreedom: Rule = {
  name: 'request-freedom',
  clauses: [
    '2.14/required-request-fields',
    '2.14/allowed-values',
    '2.14/lengths',
    '2.14/formats',
    '1.3/empty-batch',
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'warns',
  check(view, recorder) {
    const { exchange, request, outcome, operation, received, comparable } = view;
    // Another signature, party or body type explains a refusal alone.
    if (received === undefined || !comparable || exchange.sent.departs !== undefined) return;
    const observe = (clause: string, what: string) =>
      recorder.observes(clause, `${what}: ${outcome}`, `${operation.title}: ${what} was ${outcome}`);
    for (const name of absentFields(view)) {
      // The outcome precedes the name: after the name of a secret it would be masked like its value.
      const what = `${outcome} without ${name}`;
      recorder.observes('2.14/required-request-fields', what, `${operation.title}: ${what}`);
    }
    if (operation.batch !== undefined && isEmptyArray(request[operation.batch.field]))
      observe('1.3/empty-batch', 'no entry');
    for (const name of Object.keys(request)) {
      const value = request[name];
      if (typeof value !== 'string') continue;
      const sample = samples[name];
      if (sample !== undefined && value !== sample)
        observe('2.14/allowed-values', `${name} other than ${sample}`);
      if (value.length > 255) observe('2.14/lengths', `${name} over 255 characters`);
      else if (value === '') observe('2.14/lengths', `${name} empty`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII on purpose.
      else if (/[^\x00-\x7F]/.test(value)) observe('2.14/formats', `${name} beyond ASCII`);
    }
  },
};

/** Missing core fields, and other missing fields if at most two: only then their absence is conclusive. */
function absentFields({ operation, request, asked }: View): readonly string[] {
  if (asked.breaches.some(({ keyword }) => keyword !== 'required')) return [];
  const core = operation.core.filter((name) => !Object.hasOwn(request, name));
  if (core.length > 2) return [];
  const absent: string[] = [];
  for (const name of Object.keys(objectOf(requestSchema(operation.id).properties))) {
    if (Object.hasOwn(request, name)) continue;
    if (absent.length === 2) return core;
    absent.push(name);
  }
  return [...new Set([...core, ...absent])];
}

function isEmptyArray(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The Content-Type of the sample commands in section 4. */
export const formType = 'application/x-www-form-urlencoded';

/** The clauses on the layout of bodies whose declared type is XML (C-05). */
export const layouts: Partial<Record<DocumentedOperationId, ClauseId>> = {
  'redirect-payment': '4.3/body-layout',
  'cancel-subscription': '4.8/body-layout',
};

/** Section 4: which body types work; the declared type and the sample header contradict each other (C-01, C-05). */
export const bodyTypes: Rule = {
  name: 'body-types',
  clauses: [
    '4/body-type/matrix',
    '4/body-type/usable',
    '4/body-type/nested-form-values',
    '4.1/body-type',
    ...Object.values(layouts),
    '4.4/body-type/form',
    '4.10/body-type/form',
    '4/header-parameters',
    '5.6/header-credential',
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'warns',
  check(view, recorder) {
    const { exchange, outcome, operation, grade, received } = view;
    // Only an otherwise valid body is evidence about its type.
    const right = view.fits && view.comparable && isComplete(view);
    if (received === undefined || !right || outcome === 'none') return;
    const { encoding } = exchange.sent;
    const type = mediaTypeOf(exchange.sent.headers['content-type']);
    recorder.observes(
      '4/body-type/matrix',
      `${encoding} as ${type}: ${outcome}`,
      `${operation.title}: a body in ${encoding} sent as ${type} was ${outcome}`,
    );
    if (operation.id === 'direct-payment' && outcome === 'accepted') {
      recorder.observes('4.1/body-type', `${encoding} as ${type}`, `Accepted in ${encoding} sent as ${type}`);
    }
    const nested = encoding === 'form' ? nestedStyle(view) : undefined;
    if (nested !== undefined) {
      recorder.observes(
        '4/body-type/nested-form-values',
        `${nested}: ${outcome}`,
        `${operation.title}: nested values as ${nested} were ${outcome}`,
      );
    }
    judgeTypes(view, type, recorder);
    if (grade === 'broken') return;
    if (outcome !== 'accepted') return;
    const sent = Object.keys(exchange.sent.headers);
    const credential = sent.some((name) => /^(?:authorization|x-api-key)$/i.test(name));
    const word = credential ? 'with a credential header' : 'without a credential header';
    recorder.observes('5.6/header-credential', `${word}: accepted`, `${operation.title}: accepted ${word}`);
    recorder.observes(
      '4/header-parameters',
      'accepted without documented header parameters',
      `${operation.title}: accepted with no header that the document lists`,
    );
  },
};

function judgeTypes(view: View, type: string, recorder: Recorder): void {
  const { operation, outcome, exchange, received } = view;
  const declared = type === (operation.declares ?? type);
  const form = exchange.sent.encoding === 'form' && operation.declares === formType;
  const clause: ClauseId | undefined = form ? `${operation.section}/body-type/form` : undefined;
  if (outcome === 'accepted') {
    if (declared || type === formType) recorder.holds('4/body-type/usable');
    const layout = layouts[operation.id];
    if (layout !== undefined) recorder.holds(layout);
    if (clause !== undefined) recorder.holds(clause);
  } else if (received?.status === 415 && clause !== undefined && declared && view.grade !== 'broken') {
    recorder.breaks(clause, {
      kind: 'status',
      path: '',
      expected: say('type-understood', [], formType),
      received: say('status', [], 415),
    });
  }
}

/** Returns whether every core field is present. */
function isComplete({ operation, request }: View): boolean {
  return operation.core.every((name) => Object.hasOwn(request, name));
}

/** The media type of a Content-Type header in lower case without parameters; `none` without a header. */
export function mediaTypeOf(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() || 'none';
}

function nestedStyle({ exchange, request }: View): string | undefined {
  const holdsObjects = Object.values(request).some((value) => isObject(value) || Array.isArray(value));
  if (!holdsObjects) return undefined;
  return /(?:%5B|\[)[^&=]*=/i.test(exchange.sent.body) ? 'names in brackets' : 'JSON text';
}

/** Section 1: the caller uses POST and the path of the operation; deviations are intentional and only observed. */
export const calling: Rule = {
  name: 'calling',
  clauses: ['1/operations/method', '1/operations/path'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'warns',
  check({ exchange, operation }, recorder) {
    const { method, url } = exchange.sent;
    if (method === 'POST') recorder.holds('1/operations/method');
    if (url.split(/[?#]/)[0]?.endsWith(operation.path) === true) recorder.holds('1/operations/path');
  },
};

const agrees = '2.8/allParams/agrees';
const complete = '2.8/allParams/complete';

/** 2.8: allParams has the parameters as one query-style string; its encoding and order are not fixed. */
export const allParams: Rule = {
  name: 'all-params',
  clauses: [agrees, complete],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check(view, recorder) {
    const fields = postedFields(view);
    const text = fields?.allParams;
    if (fields === undefined || typeof text !== 'string') return;
    const params = readParams(text);
    if (params.values.size === 0) return;
    const posted = groupedBy(view.exchange.page?.posted?.fields ?? [], ([name]) => name);
    for (const [name, starts] of params.values) {
      const values = posted.get(name)?.map(([, value]) => value);
      if (values === undefined || name === 'allParams') continue;
      if (
        starts.some((start) =>
          values.some((value) => decodesToPosted(params, start, value, holdsAmount(name))),
        )
      )
        recorder.holds(agrees);
      else
        recorder.breaks(agrees, {
          kind: 'differs',
          path: 'allParams',
          expected: say('as-posted', [values[0]], name),
          received: sayValue(asForm(params.text.slice(starts[0], endsFrom(params, starts[0] ?? 0)[0]))),
        });
    }
    reportMissing(view.request, fields, new Set(params.values.keys()), recorder);
  },
};

function reportMissing(
  request: JsonObject,
  fields: JsonObject,
  held: ReadonlySet<string>,
  recorder: Recorder,
): void {
  recorder.holds(complete);
  for (const [field, sent] of Object.entries(request)) {
    const isPosted = namesOf(field).some((name) => Object.hasOwn(fields, name));
    if (!isPosted || typeof sent === 'object' || field === 'encryption_data') continue;
    // Query builders often omit a parameter without a value.
    if (sent === '') continue;
    if (namesOf(field).some((name) => held.has(name))) continue;
    recorder.breaks(complete, {
      kind: 'absent',
      path: 'allParams',
      expected: say('posted-parameter', [], field),
      received: say('none'),
    });
  }
}

/** A query-style string with the possible start positions of values, by name, and possible end positions. */
interface Params {
  readonly text: string;
  readonly values: ReadonlyMap<string, readonly number[]>;
  readonly ends: readonly number[];
}

/** Parses a query-style string, even if encoded twice; unencoded values may hold separators, so all ends are kept. */
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

/** Maximum ends tried per value, and maximum length as a multiple of the posted value, for character references. */
const bounds = { ends: 200, longer: 12 } as const;

function endsFrom({ ends }: Params, start: number): readonly number[] {
  const first = ends.findIndex((end) => end >= start);
  return ends.slice(first, first + bounds.ends);
}

/** Returns whether the text at a position can be decoded to the posted value. */
function decodesToPosted(params: Params, start: number, posted: string, isAmount: boolean): boolean {
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

/** A value as written, percent-decoded, form-decoded, with references resolved, or two of these in sequence. */
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
    // A reference beyond the range of Unicode.
    return text;
  }
}
