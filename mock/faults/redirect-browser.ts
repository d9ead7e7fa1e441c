import type { Change } from '../manner.ts';
import { alternateNames } from '../pages/redirect-page.ts';
import type { Input, Page } from '../reply.ts';
import { escapeMarkup } from '../write/xml.ts';
import { onPage, onWire } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';
import { others } from './others.ts';

const operation = 'redirect-payment';
const needs = 'browser';

/** Changes the inputs that the script adds; `allParams` follows unless it is the point. */
function onAdded(change: (added: readonly Input[], page: Page) => readonly Input[]): Change {
  return onPage((page) => {
    const added = change(
      page.added.filter(([name]) => name !== 'allParams'),
      page,
    );
    const pairs = [...page.form.inputs, ...added].map(([name, value]) => [name, value]);
    return { ...page, added: [...added, ['allParams', new URLSearchParams(pairs).toString()]] };
  });
}

function onAllParams(change: (text: string) => string): Change {
  return onPage((page) => ({
    ...page,
    added: page.added.map(
      (input): Input => (input[0] === 'allParams' ? ['allParams', change(input[1])] : input),
    ),
  }));
}

/** A request field with its alternate names. */
function namesOf(field: string): readonly string[] {
  return [field, ...Object.keys(alternateNames).filter((name) => alternateNames[name] === field)];
}

const without = (...names: readonly string[]) =>
  onAdded((added) => added.filter(([name]) => !names.includes(name)));
const altering = (names: readonly string[], change: (value: string) => string) =>
  onAdded((added) =>
    added.map((input): Input => (names.includes(input[0]) ? [input[0], change(input[1])] : input)),
  );

const wrongFields: readonly (readonly [field: string, clause: string])[] = [
  ['merchant_id', '2.8/merchant_id/identity'],
  ['account_id', '2.8/account_id/identity'],
  ['order_no', '2.8/order_no/identity'],
  ['amount', '2.8/amount/echo'],
  ['currency', '2.8/currency/echo'],
  ['note', '2.8/inputs/repeated-value'],
  ['shopper_email', '2.8/inputs/repeated-value'],
];

const sentElsewhere = onWire(operation, (wire) => ({
  ...wire,
  body: String(wire.body).replace('form.submit();', 'form.action = "/v1/elsewhere"; form.submit();'),
}));

/** Deviations of the redirect page that only a real browser shows (2.8, 6.2). */
export const redirectBrowserFaults: readonly Fault[] = [
  ...wrongFields.map(([field, clause]) =>
    plant({
      id: `redirect-payment-posts-other-${field.replaceAll('_', '-')}`,
      clause,
      operation,
      needs,
      description: `the posted form has another ${field} than the request`,
      change: altering(namesOf(field), others[field] ?? others.text),
    }),
  ),
  ...planted({
    'redirect-payment-posts-other-order-amount': {
      clause: '2.8/amount/echo',
      needs,
      description: 'orderAmount differs from amount',
      change: altering(['orderAmount'], (value) => others.text(value)),
    },
  }),
  ...['amount', 'order_no', 'website', 'shopper_phone'].map((field) =>
    plant({
      id: `redirect-payment-drops-${field.replaceAll('_', '-')}`,
      clause: '2.8/inputs/repeated',
      operation,
      needs,
      verdict: 'warn',
      description: `the posted form has ${field} under none of its names`,
      change: without(...namesOf(field)),
    }),
  ),
  ...['merNo', 'orderAmount', 'goodsInfo', 'email', 'shipFirstName'].map((name) =>
    plant({
      id: `redirect-payment-drops-alternate-${name.toLowerCase()}`,
      clause: '2.8/alternates/listed',
      operation,
      needs,
      description: `the alternate name ${name} has vanished from the posted form`,
      change: without(name),
    }),
  ),
  ...(
    [
      [
        'firstName',
        'escaped-twice',
        (value: string) => escapeMarkup(escapeMarkup(value)).replace(/^(.)/, '$1&amp;'),
      ],
      [
        'lastName',
        'read-as-latin-1',
        (value: string) => Buffer.from(`\ufeff${value}`, 'utf8').toString('latin1'),
      ],
      ['shopperId', 'changed', others.text],
    ] as const
  ).map(([name, id, change]) =>
    plant({
      id: `redirect-payment-${name.toLowerCase()}-${id}`,
      clause: '2.8/inputs/repeated-value',
      operation,
      needs,
      description: `${name} does not hold what was sent: ${id.replaceAll('-', ' ')}`,
      change: altering([name], change),
    }),
  ),
  ...planted({
    'redirect-payment-shows-added-inputs': {
      clause: '2.8/added-inputs/hidden',
      needs,
      description: 'the script adds its inputs so that a shopper sees them',
      change: onWire(operation, (wire) => ({
        ...wire,
        body: String(wire.body).replace('input.type = "hidden";', 'input.type = "text";'),
      })),
    },
  }),
  ...['source_request_ip', 'source_notify_url', 'default_lang', 'logo_name'].map((name) =>
    plant({
      id: `redirect-payment-added-${name.replaceAll('_', '-')}-absent`,
      clause: '2.8/added-inputs/listed',
      operation,
      needs,
      description: `the script adds no ${name}`,
      change: without(name),
    }),
  ),
  ...planted({
    'redirect-payment-no-return-address': {
      clause: '6.2/shopper-addresses',
      needs,
      description: 'the posted form has no return address',
      change: without('returnUrl', 'return_url'),
    },
    'redirect-payment-no-cancel-address': {
      clause: '6.2/shopper-addresses',
      needs,
      description: 'the posted form has no cancel address',
      change: without('cancelUrl', 'cancel_url'),
    },
    'redirect-payment-no-sign-info': {
      clause: '2.8/signInfo/present',
      needs,
      description: 'the posted form has no signInfo',
      change: without('signInfo'),
    },
    'redirect-payment-no-encryption-data': {
      clause: '2.8/encryption_data/present',
      needs,
      description: 'the posted form has no encryption_data',
      change: without('encryption_data'),
    },
    'redirect-payment-sign-info-differs': {
      clause: '2.8/signInfo/agrees',
      needs,
      description: 'signInfo and encryption_data carry two signatures',
      change: altering(['signInfo'], (value) => value.replace(/^./, (first) => (first === '0' ? '1' : '0'))),
    },
    'redirect-payment-all-params-absent': {
      clause: '2.8/allParams/present',
      needs,
      description: 'the posted form has no allParams',
      change: onPage((page) => ({ ...page, added: page.added.filter(([name]) => name !== 'allParams') })),
    },
    'redirect-payment-all-params-as-json': {
      clause: '2.8/allParams/query-style',
      needs,
      description: 'allParams is JSON',
      change: onAllParams((text) => JSON.stringify(Object.fromEntries(new URLSearchParams(text)))),
    },
    'redirect-payment-all-params-disagrees': {
      clause: '2.8/allParams/agrees',
      needs,
      description: 'allParams has another amount than the posted form',
      change: onAllParams((text) => {
        const params = new URLSearchParams(text);
        for (const name of namesOf('amount')) params.set(name, '999.99');
        return params.toString();
      }),
    },
    'redirect-payment-all-params-incomplete': {
      clause: '2.8/allParams/complete',
      needs,
      description: 'allParams leaves the order number out',
      change: onAllParams((text) => {
        const params = new URLSearchParams(text);
        for (const name of namesOf('order_no')) params.delete(name);
        return params.toString();
      }),
    },
    'redirect-payment-never-posts': {
      clause: '2.8/theForm/automatic-post',
      needs,
      description: 'the form waits for a click',
      change: onPage((page) => ({ ...page, post: 'never' })),
    },
    'redirect-payment-script-throws': {
      clause: '2.8/theForm/automatic-post',
      needs,
      description: 'the script fails before it posts',
      change: onPage((page) => ({ ...page, post: 'throws' })),
    },
    'redirect-payment-posts-elsewhere': {
      clause: '2.8/theForm/automatic-post',
      needs,
      description: 'the script changes the action to another path before it posts',
      change: sentElsewhere,
    },
  }),
];
