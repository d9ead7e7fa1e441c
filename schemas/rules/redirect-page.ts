import { amountParts } from '../amount-parts.ts';
import {
  type Inspection,
  postedFormSchema,
  requestSchema,
  staticInputsSchema,
  validatePosted,
  validateStaticInputs,
} from '../contract.ts';
import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { checkoutFormsOf } from '../history/outcome.ts';
import { isObject, listOf, objectOf } from '../json.ts';
import { addressOfForm, liesBelowVersion, liesOnCheckout } from '../judge/answer-checks.ts';
import type { Recorder } from '../judge/recorder.ts';
import { setMember } from '../media/member.ts';
import { urlIn } from '../media/url-in.ts';
import type { JsonObject, JsonValue, PageVisit } from '../types.ts';
import type { Rule, View } from './rule.ts';

/** A member or input name for a fingerprint: short, and without digit runs that may be an identifier or a card. */
export function fingerprintName(name: string): string {
  return name.slice(0, 60).replaceAll(/[0-9]{4,}/g, '#');
}

const posts = '2.8/theForm/automatic-post';

/** 2.8, static page: exactly one theForm, its action on the checkout path, the sixteen static inputs, a way to post. */
export const pageForm: Rule = {
  name: 'page-form',
  clauses: [
    posts,
    '2.8/theForm/present',
    '2.8/theForm/action',
    '2.8/theForm/action/host',
    '2.8/static-inputs/listed',
    '4.3/other-inputs',
  ],
  operations: ['redirect-payment'],
  looksAt: 'answer',
  check(view, recorder) {
    const [form, ...others] = checkoutFormsOf(view.answer);
    if (form === undefined) return;
    if (others.length > 0) {
      recorder.breaks('2.8/theForm/present', {
        kind: 'count',
        path: 'theForm',
        expected: say('one-the-form'),
        received: say('forms-found', [], others.length + 1),
        atMost: 'warn',
      });
    }
    judgeAction(view, form, recorder);
    if (view.exchange.page === undefined) judgeText(view, form, recorder);
    // The first of a repeated name counts, as for `allParams`.
    const inspection = validateStaticInputs(Object.fromEntries(postedInputs(form, view).reverse()));
    noteInspection(inspection, recorder, 'theForm.');
    const documented = objectOf(postedFormSchema().properties);
    const strange = inspection.undocumented.filter(({ name }) => !Object.hasOwn(documented, name));
    for (const { name } of strange.slice(0, 50)) {
      if (!Object.hasOwn(view.request, name))
        recorder.observes(
          '4.3/other-inputs',
          fingerprintName(name),
          `theForm holds the input ${fingerprintName(name)}`,
        );
    }
  },
};

function noteInspection({ breaches, exercised }: Inspection, recorder: Recorder, above = ''): void {
  for (const { clause, kind, path, expected, received } of breaches)
    recorder.breaks(clause, { kind, path: `${above}${path}`, expected, received });
  for (const clause of exercised) recorder.holds(clause);
}

/** What the text of a page shows without a browser: that nothing on it, and no header, can post the form or lead on. */
function judgeText(view: View, form: JsonObject, recorder: Recorder): void {
  if (view.answer.autoPost === 'never' && view.received?.headers.refresh === undefined)
    recorder.breaks(posts, {
      kind: 'page',
      path: 'theForm',
      expected: say('automatic-post'),
      received: say('still-page'),
    });
  judgeTwice(postedInputs(form, view), {}, recorder);
}

/** The inputs of a form that are posted, as the browser shows it or else the text. */
function postedInputs(form: JsonObject, view: View): (readonly [name: string, value: JsonValue])[] {
  const posted = postedFields(view);
  return listOf(form.inputs)
    .filter(isObject)
    .filter(({ name, disabled }) =>
      posted === undefined ? disabled !== true && name !== '' : Object.hasOwn(posted, String(name)),
    )
    .map(({ name, value = '' }) => [String(name), value]);
}

function judgeAction(view: View, form: JsonObject, recorder: Recorder): void {
  const address = addressOfForm(form, view.answer, view.exchange.sent.url);
  const isCheckout = liesOnCheckout(address);
  recorder.judges('2.8/theForm/action', isCheckout && liesBelowVersion(address), {
    kind: 'value',
    path: 'theForm.action',
    expected: say('checkout-address', [], view.operation.path),
    received: sayValue(form.action),
    // A checkout path below another path than /v1 is unusual.
    ...(isCheckout ? { atMost: 'warn' } : {}),
  });
  if (isCheckout) observeHost(address, view.exchange.sent.url, recorder);
}

/** Observes whether the form leads to the called host; another host may also belong to the service. */
function observeHost(address: string, called: string, recorder: Recorder): void {
  const { protocol, host } = new URL(address);
  const scheme = protocol.replace(':', '');
  const where =
    urlIn(called)?.host === host ? 'the host that was called' : `another host, ${fingerprintName(host)}`;
  recorder.observes(
    '2.8/theForm/action/host',
    `${where}, by ${scheme}`,
    `theForm leads to ${where}, by ${scheme}`,
  );
}

let unmatched: ReadonlySet<string> | undefined;
let alternates: ReadonlyMap<string, readonly string[]> | undefined;

/** Names under which the posted form may repeat a request field: its own, then its alternates (2.8, C-10). */
export function namesOf(field: string): readonly string[] {
  alternates ??= readAlternates();
  return [field, ...(alternates.get(field) ?? [])];
}

/** True for names of posted amounts and totals, whose values are compared as numbers. */
export function holdsAmount(name: string): boolean {
  return amountParts.some((field) => namesOf(field).includes(name));
}

/** Alternate names of 2.8 that repeat no field of the request. */
export function unmatchedNames(): ReadonlySet<string> {
  unmatched ??= readUnmatched();
  return unmatched;
}

function readUnmatched(): ReadonlySet<string> {
  const schema = postedFormSchema();
  const request = objectOf(requestSchema('redirect-payment').properties);
  const statics = objectOf(staticInputsSchema().properties);
  const added = isObject(schema.listed) && Array.isArray(schema.listed.names) ? schema.listed.names : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return new Set(
    Object.entries(objectOf(schema.properties))
      .filter(
        ([name, property]) =>
          !(name in request || name in statics || (isObject(property) && '$comment' in property)),
      )
      .map(([name]) => name)
      .filter((name) => !added.includes(name) && !required.includes(name)),
  );
}

// The posted form's schema names the repeated field in the `$comment` of each alternate name.
function readAlternates(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const { properties } = postedFormSchema();
  for (const [name, property] of Object.entries(objectOf(properties))) {
    const comment = isObject(property) && typeof property.$comment === 'string' ? property.$comment : '';
    const field = /^alternate name of (\w+)/.exec(comment)?.[1];
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), name]);
  }
  return found;
}

const hidden = '2.8/added-inputs/hidden';

/** 2.8 in a real browser: the page posts automatically to the right URL with the right fields. */
export const postedForm: Rule = {
  name: 'posted-form',
  clauses: [
    posts,
    '2.8/page/behaviour',
    '2.8/allParams/present',
    '2.8/allParams/query-style',
    '2.8/signInfo/present',
    '2.8/encryption_data/present',
    '2.8/signInfo/agrees',
    '2.8/added-inputs/listed',
    '2.8/static-inputs/listed',
    hidden,
    '6.2/shopper-addresses',
    '4.3/other-inputs',
  ],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check(view, recorder) {
    const { page } = view.exchange;
    if (page === undefined) return;
    observeBehaviour(view, recorder);
    const { posted, failure } = page;
    // An error page is not expected to post.
    if (posted === undefined && view.outcome !== 'accepted') return;
    if (posted === undefined || failure?.reason === 'excess') {
      recorder.breaks(posts, {
        kind: 'page',
        path: 'theForm',
        expected: say('automatic-post'),
        ...(failure === undefined
          ? { received: silenceOf(page) }
          : { received: say('browser-failure', [failure.detail], failure.reason), atMost: 'inconclusive' }),
      });
      return;
    }
    recorder.holds(posts);
    if (posted.method.toUpperCase() !== 'POST') {
      recorder.breaks(posts, {
        kind: 'page',
        path: 'theForm',
        expected: say('automatic-post-method'),
        received: say('method-used', [posted.method.slice(0, 20)]),
      });
    } else if (!liesOnCheckout(posted.url)) {
      recorder.breaks(posts, {
        kind: 'page',
        path: 'theForm',
        expected: say('checkout-post', [], view.operation.path),
        received: sayValue(posted.url),
      });
    }
    const fields = postedFields(view);
    if (fields === undefined) return;
    const inspection = validatePosted(fields, { request: view.request });
    noteInspection(inspection, recorder);
    for (const { name } of inspection.undocumented.slice(0, 50)) {
      recorder.observes(
        '4.3/other-inputs',
        fingerprintName(name),
        `the posted form holds ${fingerprintName(name)}`,
      );
    }
    judgeShown(posted.shown ?? [], recorder);
    judgeSignature(view, fields, recorder);
    judgeTwice(posted.fields, view.request, recorder);
    judgeAddresses(fields, recorder);
  },
};

/** The posted fields by name, the first of a repeated name; undefined without a POST. */
export function postedFields({ exchange }: View): JsonObject | undefined {
  const { posted } = exchange.page ?? {};
  // Opening another URL is not a form that lacks all fields.
  if (posted?.method.toUpperCase() !== 'POST') return undefined;
  const fields: JsonObject = {};
  for (const [name, value] of posted.fields) {
    if (!Object.hasOwn(fields, name)) setMember(fields, name, value);
  }
  return fields;
}

/** 2.8: the script adds hidden inputs. Static and undocumented inputs have other clauses. */
function judgeShown(shown: readonly string[], recorder: Recorder): void {
  recorder.holds(hidden);
  const { properties } = postedFormSchema();
  const statics = objectOf(staticInputsSchema().properties);
  for (const name of shown) {
    if (!Object.hasOwn(objectOf(properties), name) || Object.hasOwn(statics, name)) continue;
    recorder.breaks(hidden, {
      kind: 'page',
      path: name,
      expected: say('hidden-input'),
      received: say('shown-input'),
    });
  }
}

function judgeSignature({ exchange }: View, fields: JsonObject, recorder: Recorder): void {
  const names = ['signInfo', 'encryption_data'];
  if (names.some((name) => !fields[name])) return;
  // Of two inputs of one name either may count.
  const posted = exchange.page?.posted?.fields.filter(([name]) => names.includes(name)) ?? [];
  recorder.judges('2.8/signInfo/agrees', new Set(posted.map(([, value]) => value)).size === 1, {
    kind: 'differs',
    path: 'signInfo',
    expected: say('same-signature'),
    received: say('another-one'),
  });
}

/** Of two inputs of one name either may count (2.8); those that repeat the request are compared with it. */
function judgeTwice(
  posted: readonly (readonly [string, JsonValue])[],
  request: JsonObject,
  recorder: Recorder,
): void {
  const statics = objectOf(staticInputsSchema().properties);
  const compared = new Set(['signInfo', ...Object.keys(request).flatMap(namesOf)]);
  const values = new Map<string, JsonValue>();
  for (const [name, value] of posted) {
    const before = values.get(name) ?? value;
    values.set(name, before);
    if (
      before === value ||
      compared.has(name) ||
      !Object.hasOwn(objectOf(postedFormSchema().properties), name)
    )
      continue;
    recorder.breaks(Object.hasOwn(statics, name) ? '2.8/static-inputs/listed' : '2.8/added-inputs/listed', {
      kind: 'repeated',
      path: name,
      expected: say('one-value'),
      received: say('another-one'),
    });
  }
}

function judgeAddresses(fields: JsonObject, recorder: Recorder): void {
  const clause = '6.2/shopper-addresses';
  recorder.holds(clause);
  for (const names of [
    ['return_url', 'returnUrl'],
    ['cancel_url', 'cancelUrl'],
  ]) {
    if (names.some((name) => Object.hasOwn(fields, name))) continue;
    recorder.breaks(clause, {
      kind: 'absent',
      path: names[0] ?? '',
      expected: say('input', [], names.join('" or "')),
      received: say('none'),
    });
  }
}

function silenceOf({ scripts = [] }: PageVisit): Said {
  const absent = scripts.find(({ status }) => status !== 200);
  return absent === undefined ? say('no-post') : say('no-post-without', [absent.url], absent.status);
}

function observeBehaviour({ exchange }: View, recorder: Recorder): void {
  const {
    foreignRequests = [],
    dialogs = [],
    scriptErrors = [],
    counts = {},
    scripts = [],
    failure,
  } = exchange.page ?? {};
  const see = (count: number, what: string) => {
    if (count > 0) recorder.observes('2.8/page/behaviour', what, `The page made ${count} ${what}`);
    return count;
  };
  if (failure !== undefined) {
    const { reason, detail } = failure;
    recorder.observes('2.8/page/behaviour', `not watched to its end: ${reason}`, `The browser: ${detail}`);
  }
  const seen =
    see(scripts.length, 'requests for its own script files') +
    see(counts.foreignRequests ?? foreignRequests.length, 'requests to other places') +
    see(counts.dialogs ?? dialogs.length, 'dialogs') +
    see(counts.scriptErrors ?? scriptErrors.length, 'script errors');
  if (seen === 0 && failure === undefined) {
    recorder.observes('2.8/page/behaviour', 'nothing else', 'The page did nothing besides posting');
  }
}
