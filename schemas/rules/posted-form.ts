import { postedFormSchema, staticInputsSchema, validatePosted } from '../contract.ts';
import { say, sayValue } from '../findings/say.ts';
import { objectOf } from '../json.ts';
import { liesOnCheckout } from '../judge/checkout-address.ts';
import { setMember } from '../media/member.ts';
import type { Notebook } from '../notebook.ts';
import type { JsonObject } from '../types.ts';
import { openName } from './open-name.ts';
import type { Rule, View } from './rule.ts';

const hidden = '2.8/added-inputs/hidden';
const posts = '2.8/theForm/automatic-post';

/** 2.8 in a real browser: the page posts by itself, to where it should and with what it should. */
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
    hidden,
    '6.2/shopper-addresses',
    '4.3/other-inputs',
  ],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check(view, notebook) {
    const { page } = view.exchange;
    if (page === undefined) return;
    observeBehaviour(view, notebook);
    const { posted, failure } = page;
    // An error page is not a redirect page that forgot to post.
    if (posted === undefined && view.outcome !== 'accepted') return;
    if (posted === undefined || failure?.reason === 'excess') {
      notebook.breaks(posts, {
        kind: 'page',
        path: 'theForm',
        expected: say('automatic-post'),
        ...(failure === undefined
          ? { received: say('no-post') }
          : { received: say('browser-failure', [failure.detail], failure.reason), atMost: 'inconclusive' }),
      });
      return;
    }
    notebook.holds(posts);
    if (posted.method.toUpperCase() !== 'POST') {
      notebook.breaks(posts, {
        kind: 'page',
        path: 'theForm',
        expected: say('automatic-post-method'),
        received: say('method-used', [posted.method.slice(0, 20)]),
      });
    } else if (!liesOnCheckout(posted.url)) {
      notebook.breaks(posts, {
        kind: 'page',
        path: 'theForm',
        expected: say('checkout-post', [], view.operation.path),
        received: sayValue(posted.url),
      });
    }
    const fields = postedFields(view);
    if (fields === undefined) return;
    const inspection = validatePosted(fields, { request: view.request });
    for (const { clause, kind, path, expected, received } of inspection.breaches) {
      notebook.breaks(clause, { kind, path, expected, received });
    }
    for (const clause of inspection.exercised) notebook.holds(clause);
    for (const { name } of inspection.undocumented.slice(0, 50)) {
      notebook.observes('4.3/other-inputs', openName(name), `the posted form holds ${openName(name)}`);
    }
    judgeShown(posted.shown ?? [], notebook);
    judgeSignature(fields, notebook);
    judgeAddresses(fields, notebook);
  },
};

/** The posted fields by name; of a repeated name the first counts. Undefined where the page posted nothing or went by GET. */
export function postedFields({ exchange }: View): JsonObject | undefined {
  const { posted } = exchange.page ?? {};
  // Another address that a page opens is no form that lacks everything.
  if (posted?.method.toUpperCase() !== 'POST') return undefined;
  const fields: JsonObject = {};
  for (const [name, value] of posted.fields) {
    if (!Object.hasOwn(fields, name)) setMember(fields, name, value);
  }
  return fields;
}

/** 2.8: the script adds hidden inputs. Inputs that 2.8 does not name, and the static ones, are other clauses' business. */
function judgeShown(shown: readonly string[], notebook: Notebook): void {
  notebook.holds(hidden);
  const { properties } = postedFormSchema();
  const statics = objectOf(staticInputsSchema().properties);
  for (const name of shown) {
    if (!Object.hasOwn(objectOf(properties), name) || Object.hasOwn(statics, name)) continue;
    notebook.breaks(hidden, {
      kind: 'page',
      path: name,
      expected: say('hidden-input'),
      received: say('shown-input'),
    });
  }
}

function judgeSignature({ signInfo, encryption_data }: JsonObject, notebook: Notebook): void {
  if (!signInfo || !encryption_data) return;
  if (signInfo === encryption_data) notebook.holds('2.8/signInfo/agrees');
  else
    notebook.breaks('2.8/signInfo/agrees', {
      kind: 'differs',
      path: 'signInfo',
      expected: say('same-signature'),
      received: say('another-one'),
    });
}

function judgeAddresses(fields: JsonObject, notebook: Notebook): void {
  const clause = '6.2/shopper-addresses';
  notebook.holds(clause);
  for (const names of [
    ['return_url', 'returnUrl'],
    ['cancel_url', 'cancelUrl'],
  ]) {
    if (names.some((name) => Object.hasOwn(fields, name))) continue;
    notebook.breaks(clause, {
      kind: 'absent',
      path: names[0] ?? '',
      expected: say('input', [], names.join('" or "')),
      received: say('none'),
    });
  }
}

function observeBehaviour({ exchange }: View, notebook: Notebook): void {
  const {
    foreignRequests = [],
    dialogs = [],
    scriptErrors = [],
    counts = {},
    scripts = [],
    failure,
  } = exchange.page ?? {};
  const see = (count: number, what: string) => {
    if (count > 0) notebook.observes('2.8/page/behaviour', what, `The page made ${count} ${what}`);
    return count;
  };
  if (failure !== undefined) {
    const { reason, detail } = failure;
    notebook.observes('2.8/page/behaviour', `not watched to its end: ${reason}`, `The browser: ${detail}`);
  }
  const seen =
    see(scripts.length, 'requests for script files of its own') +
    see(counts.foreignRequests ?? foreignRequests.length, 'requests to other places') +
    see(counts.dialogs ?? dialogs.length, 'dialogs') +
    see(counts.scriptErrors ?? scriptErrors.length, 'script errors');
  if (seen === 0 && failure === undefined) {
    notebook.observes('2.8/page/behaviour', 'nothing else', 'The page did nothing besides posting');
  }
}
