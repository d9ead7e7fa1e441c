import fc from 'fast-check';
import { allOf, onPage, rewiring, styling } from '../../mock/behaviour.ts';
import { listedInputs, listedMembers } from '../../mock/changes.ts';
import { alternateNames, withAllParams } from '../../mock/pages/redirect-page.ts';
import type { Input, Page } from '../../mock/reply.ts';
import { writePage } from '../../mock/write/html.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { type FreedomTable, freedom } from './freedom.ts';

const touches = ['redirect-payment'] as const satisfies DocumentedOperationId[];

// The document states the presence of these under their own names, or the hosted page needs them.
const needed = ['encryption_data', 'merchant_id', 'account_id', 'order_no'];
const ownNames = new Set(Object.values(alternateNames).filter((name) => !needed.includes(name)));

/** The page with other added inputs, which allParams repeats. */
function adding(page: Page, change: (added: readonly Input[]) => readonly Input[]): Page {
  const added = change(page.added.filter(([name]) => name !== 'allParams'));
  return { ...page, added: withAllParams(page.form.inputs, added) };
}

function onParams(change: (text: string) => string) {
  return onPage((page) => ({
    ...page,
    added: page.added.map(([name, value]): Input => [name, name === 'allParams' ? change(value) : value]),
  }));
}

const query: Readonly<Record<string, (pairs: readonly Input[]) => string>> = table({
  plus: (pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(),
  percent: (pairs) =>
    pairs
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&'),
  'small hex digits': (pairs) =>
    new URLSearchParams(pairs.map(([name, value]) => [name, value]))
      .toString()
      .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  raw: (pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'),
  references: (pairs) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&amp;'),
  semicolons: (pairs) =>
    new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString().replaceAll('&', ';'),
  'a question mark': (pairs) =>
    `?${new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()}`,
});

// Browsers read ISO-8859-1 as windows-1252, which differs from it between 7F and 9F.
const beyondLatin = /[\u007f-\u009f\u0100-\u{10ffff}]/gu;

/** Replaces characters outside ISO-8859-1 by an escape in scripts and by a character reference elsewhere. */
function inLatin(page: string): string {
  return page
    .split(/(<script\b[\s\S]*?<\/script>)/i)
    .map((part, at) =>
      part.replace(beyondLatin, (character) =>
        at % 2 === 0
          ? `&#${character.codePointAt(0)};`
          : [...Array(character.length).keys()]
              .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
              .join(''),
      ),
    )
    .join('');
}

// Inputs that repeat no field of the request.
const unrelatedInputs = listedInputs().filter(
  (name) => name !== 'allParams' && !(name in alternateNames) && !ownNames.has(name) && !/url$/i.test(name),
);

/** The actions of a form on the checkout path. */
const actions: Readonly<Record<string, (page: Page) => Partial<Page> & { readonly action: string }>> = table({
  relative: () => ({ action: 'checkout/pay' }),
  'with a query': (page) => ({ action: `${page.form.action}?step=1&lang=en` }),
  'with a fragment': (page) => ({ action: `${page.form.action}#pay` }),
  'with dots': (page) => ({ action: page.form.action.replace('/checkout/', '/x/../checkout/') }),
  'relative to a base': (page) => ({ base: page.form.action.replace(/[^/]*$/, ''), action: 'pay' }),
  'the path itself': (page) => ({ action: page.form.action.replace(/\/pay$/, '') }),
});

const prefaces: Readonly<Record<string, string>> = table({
  none: '',
  'another form': '<form name="other" method="get" action="https://help.example/"><input name="q"></form>',
  comment: '<!-- <form name="theForm"> please wait -->',
  text: '<p>One moment &hellip; <img src="data:," alt="">',
  template: '<template><form name="theForm"></form></template><noscript>Please enable scripts</noscript>',
  script: '<script>var theForm = null;</script>',
});

/** The redirect page (2.8): its inputs, its form and how it is written. */
export const pages: FreedomTable = {
  'names-of-inputs': freedom({
    sections: ['2.8'],
    reason:
      '2.8 says that the inputs repeat the request fields with alternate names (C-10): one of the two names is enough, and an alternate name that is absent warns and no more.',
    parameters: fc.record({
      alternateOnly: fc.subarray([...ownNames]),
      ownOnly: fc.subarray(Object.keys(alternateNames).filter((name) => name !== 'signInfo')),
    }),
    touches,
    warns: ({ ownOnly }) =>
      ownOnly.length === 0 ? [] : ['2.8/alternates/listed', '2.8/added-inputs/listed'],
    change: ({ alternateOnly, ownOnly }) =>
      onPage((page) =>
        adding(page, (added) =>
          added.filter(([name]) => {
            const field = alternateNames[name];
            if (field === undefined) return !alternateOnly.includes(name);
            return !ownOnly.includes(name) || alternateOnly.includes(field);
          }),
        ),
      ),
  }),
  'inputs-left-out': freedom({
    sections: ['2.8', '2.14'],
    reason:
      '2.14: which fields are required is not shown; an added input that is listed and absent warns and no more.',
    parameters: fc.record({ names: fc.subarray([...unrelatedInputs], { minLength: 1 }) }),
    touches,
    warns: ['2.8/added-inputs/listed'],
    change: ({ names }) =>
      onPage((page) => adding(page, (added) => added.filter(([name]) => !names.includes(name)))),
  }),
  'static-inputs-left-out': freedom({
    sections: ['2.8', '2.14'],
    reason:
      '2.14: which fields are required is not shown; a static input that is listed and absent warns and no more.',
    parameters: fc.record({ names: fc.subarray([...listedMembers('redirect-payment')], { minLength: 1 }) }),
    touches,
    warns: ['2.8/static-inputs/listed'],
    change: ({ names }) =>
      onPage((page) =>
        adding(
          {
            ...page,
            form: { ...page.form, inputs: page.form.inputs.filter(([name]) => !names.includes(name)) },
          },
          (added) => added,
        ),
      ),
  }),
  'values-of-static-inputs': freedom({
    sections: ['2.8', '2.14'],
    reason: '2.8 names the static inputs and shows no value of them.',
    parameters: fc.record({
      name: fc.constantFrom(
        'gbc_id',
        'connector_code',
        'pm_id',
        'descriptor',
        'rrtimezone',
        'ordernumlength',
        'webSite',
      ),
      value: fc.constantFrom('0', 'a "quoted" & <b>', '中文', 'https://x.example/?a=1&b=2', '  '),
    }),
    touches,
    change: ({ name: chosen, value: put }) =>
      onPage((page) => {
        const inputs = page.form.inputs.map(([name, value]): Input => [name, name === chosen ? put : value]);
        return adding({ ...page, form: { ...page.form, inputs } }, (added) => added);
      }),
  }),
  'further-inputs': freedom({
    sections: ['4.3'],
    reason: '4.3: the remainder of the hidden inputs after those listed is not shown.',
    parameters: fc.record({
      names: fc.subarray(['x_trace', 'csrf', 'status', 'result'], { minLength: 1 }),
      value: fc.constantFrom('b7', '', '0'),
      late: fc.boolean(),
    }),
    touches,
    change: ({ names, value, late }) =>
      onPage((page) => {
        const more = names.map((name): Input => [name, value]);
        return late
          ? { ...page, added: [...page.added, ...more] }
          : adding(
              { ...page, form: { ...page.form, inputs: [...page.form.inputs, ...more] } },
              (added) => added,
            );
      }),
  }),
  'inputs-twice': freedom({
    sections: ['2.8'],
    reason: '2.8 does not say that an input comes once; of two of one name with one value either may count.',
    parameters: fc.record({
      names: fc.subarray(['order_no', 'amount', 'merNo', 'signInfo', 'default_lang'], { minLength: 1 }),
    }),
    touches,
    change: ({ names }) =>
      onPage((page) =>
        adding(page, (added) => [...added, ...added.filter(([name]) => names.includes(name))]),
      ),
  }),
  'order-of-inputs': freedom({
    sections: ['2.8'],
    reason: '2.8 lists inputs and gives them no order.',
    parameters: fc.record({ statics: fc.boolean(), added: fc.boolean() }),
    touches,
    change: ({ statics, added: late }) =>
      onPage((page) => {
        const inputs = statics ? [...page.form.inputs].reverse() : page.form.inputs;
        return adding({ ...page, form: { ...page.form, inputs } }, (added) =>
          late || !statics ? [...added].reverse() : added,
        );
      }),
  }),
  'totals-as-numbers': freedom({
    sections: ['2.8', '1.1'],
    reason: '2.8: the inputs repeat the request fields; an amount is a number, and 12.30 is 12.3.',
    parameters: fc.record({
      names: fc.subarray(
        [
          'amount',
          'orderAmount',
          'item_total',
          'itemTotal',
          'tax_total',
          'taxTotal',
          'shipping_discount',
          'shippingDiscount',
        ],
        { minLength: 1 },
      ),
    }),
    touches,
    change: ({ names }) =>
      onPage((page) =>
        adding(page, (added) =>
          added.map(
            ([name, value]): Input => [
              name,
              names.includes(name) && /^\d+\.\d0$/.test(value) ? value.slice(0, -1) : value,
            ],
          ),
        ),
      ),
  }),
  'all-params': freedom({
    sections: ['2.8'],
    reason:
      '2.8: allParams holds the parameters as one query-style string; its encoding, its separator and its order are not shown.',
    parameters: fc.record({ write: fc.constantFrom(...Object.keys(query)), reversed: fc.boolean() }),
    touches,
    change: ({ write, reversed }) =>
      onPage((page) => {
        const added = page.added.filter(([name]) => name !== 'allParams');
        const pairs = [...page.form.inputs, ...added];
        const text = query[write]?.(reversed ? [...pairs].reverse() : pairs) ?? '';
        return { ...page, added: [...added, ['allParams', text]] };
      }),
  }),
  'all-params-with-more': freedom({
    sections: ['2.8', '4.3'],
    reason: '2.8 does not say that allParams holds nothing else.',
    parameters: fc.record({ more: fc.constantFrom('&sid=7', '&empty=', '&flag', '&a[]=1&a[]=2') }),
    touches,
    change: ({ more }) => onParams((text) => text + more),
  }),
  'how-the-page-posts': freedom({
    sections: ['2.8'],
    reason:
      '2.8 says that a script adds inputs and that the page posts on load, not where the script is or how it posts.',
    parameters: fc.record({ post: fc.constantFrom('onload' as const, 'late' as const, 'file' as const) }),
    touches,
    change: ({ post }) =>
      onPage((page) => (post === 'file' ? { ...page, post: 'never', file: 'leave.js' } : { ...page, post })),
  }),
  'action-of-the-form': freedom({
    sections: ['2.8'],
    reason:
      '2.8: an action address on the checkout path; a browser resolves it against its page or a base element.',
    parameters: fc.record({
      form: fc.constantFrom(...Object.keys(actions)),
      method: fc.constantFrom('POST', 'post', 'Post'),
    }),
    touches,
    change: ({ form, method }) =>
      onPage((page) => {
        const { action, ...rest } = actions[form]?.(page) ?? { action: page.form.action };
        return { ...page, ...rest, form: { ...page.form, action, method } };
      }),
  }),
  'writing-of-the-page': freedom({
    sections: ['1.4', '2.8'],
    reason: 'HTML leaves case, quoting, order of attributes and layout to its writer (1.4).',
    parameters: fc.record({
      upperCase: fc.boolean(),
      quote: fc.constantFrom('"' as const, "'" as const),
      attributes: fc.shuffledSubarray(['type', 'name', 'value'] as const, { minLength: 3, maxLength: 3 }),
      lineBreak: fc.constantFrom('\n', '\r\n', ' '),
      doctype: fc.constantFrom(
        '<!DOCTYPE html>',
        '<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
        ' <!DOCTYPE html SYSTEM "about:legacy-compat">',
      ),
      wrapper: fc.constantFrom('div', 'fieldset', 'span'),
      preface: fc.constantFrom(...Object.keys(prefaces)),
    }),
    touches,
    change: ({ preface, ...style }) =>
      styling({ html: (page) => writePage(page, { ...style, prelude: prefaces[preface] ?? '' }) }),
  }),
  'latin-pages': freedom({
    sections: ['1.4', '2.8'],
    reason:
      'The document names no encoding of the page (1.4, 2.8), nor that in which its form posts: a browser writes what it lacks as a reference.',
    parameters: fc.record({
      type: fc.constantFrom(
        'text/html; charset=ISO-8859-1',
        'text/html;charset=latin1',
        'text/html; charset="windows-1252"',
      ),
    }),
    touches,
    change: ({ type }) =>
      allOf(
        rewiring((wire, _about, reply) =>
          reply.form !== 'page' || typeof wire.body !== 'string'
            ? wire
            : {
                ...wire,
                headers: { ...wire.headers, 'content-type': type },
                body: Buffer.from(inLatin(wire.body), 'latin1'),
              },
        ),
      ),
  }),
};
