import { staticInputsSchema } from '../../schemas/contract.ts';
import { listOf, objectOf } from '../../schemas/json.ts';
import { type Change, onPage, onText } from '../behaviour.ts';
import { alternateNames, withAllParams } from '../pages/redirect-page.ts';
import { type Input, textOf } from '../reply.ts';
import { escapeMarkup } from '../write/xml.ts';
import { echoOf, type Fault, faultFrom, otherValue, planted } from './fault.ts';

const operation = 'redirect-payment';

const staticNames = listOf(objectOf(staticInputsSchema().listed).names).map(String);

const onForm = (change: Partial<{ name: string; method: string; action: string }>) =>
  onPage((page) => ({ ...page, form: { ...page.form, ...change } }));

const onHtml = (change: (html: string) => string) => onText(operation, change);

/** Deviations of the redirect page that its static text and script files show (2.8). */
export const redirectPageFaults: readonly Fault[] = [
  ...staticNames.map((name) =>
    faultFrom({
      id: `redirect-payment-static-${name.replaceAll('_', '-').toLowerCase()}-absent`,
      clause: '2.8/static-inputs/listed',
      description: `the static input ${name} is missing`,
      change: onPage((page) => ({
        ...page,
        form: { ...page.form, inputs: page.form.inputs.filter(([one]) => one !== name) },
      })),
    }),
  ),
  ...planted(
    {
      'static-outside-form': {
        clause: '2.8/static-inputs/listed',
        description: 'the static inputs are outside the form',
        change: onHtml((html) => html.replace(/(<form[^>]*>)([\s\S]*?)(<\/form>)/, '$2$1$3')),
      },
      'static-visible': {
        clause: '2.8/static-inputs/hidden',
        description: 'the static input descriptor is visible',
        change: onHtml((html) =>
          html.replace('type="hidden" name="descriptor"', 'type="text" name="descriptor"'),
        ),
      },
      'static-without-type': {
        clause: '2.8/static-inputs/hidden',
        description: 'the static input gbc_id has no type and is shown',
        change: onHtml((html) => html.replace('type="hidden" name="gbc_id"', 'name="gbc_id"')),
      },
      'static-disabled': {
        clause: '2.8/static-inputs/listed',
        description: 'the static inputs are in a disabled fieldset',
        change: onHtml((html) =>
          html.replace(/(<form[^>]*>)([\s\S]*?)(<\/form>)/, '$1<fieldset disabled>$2</fieldset>$3'),
        ),
      },
      'form-renamed': {
        clause: '2.8/theForm/present',
        description: 'the form is named payForm',
        change: onForm({ name: 'payForm' }),
      },
      'form-capital': {
        clause: '2.8/theForm/present',
        description: 'the form is named TheForm',
        change: onForm({ name: 'TheForm' }),
      },
      'form-by-id-only': {
        clause: '2.8/theForm/present',
        description: 'the form has an id instead of a name',
        change: onHtml((html) => html.replace('<form name=', '<form id=')),
      },
      'no-form': {
        clause: '2.8/theForm/present',
        description: 'the page links to the payment instead of posting a form',
        change: onHtml(
          () =>
            '<!DOCTYPE html>\n<html><head><title>Payment</title></head><body><a href="/v1/checkout/pay">Pay</a></body></html>',
        ),
      },
      'form-method-get': {
        clause: '2.8/theForm/method',
        description: 'the form has the method GET',
        change: onForm({ method: 'GET' }),
      },
      'form-method-and-blank': {
        clause: '2.8/theForm/method',
        description: 'the method of the form is followed by a blank, so it is sent by GET',
        change: onHtml((html) => html.replace(/ method="POST"/, ' method="POST "')),
      },
      'refreshes-to-checkout': {
        clause: '2.8/theForm/present',
        description: 'the page holds no form and refreshes to the checkout path',
        change: onHtml(
          () =>
            '<!doctype html><html><head><meta http-equiv="refresh" content="0;url=/v1/checkout/pay"></head></html>',
        ),
      },
      'form-without-method': {
        clause: '2.8/theForm/method',
        description: 'the form has no method, so it is sent by GET',
        change: onHtml((html) => html.replace(/ method="POST"/, '')),
      },
      'action-other-path': {
        clause: '2.8/theForm/action',
        description: 'the action lies off the checkout path',
        change: onForm({ action: '/v1/pay' }),
      },
      'action-script': {
        clause: '2.8/theForm/action',
        description: 'the action is a script address',
        change: onForm({ action: 'javascript:void(0)' }),
      },
      'form-without-action': {
        clause: '2.8/theForm/action',
        description: 'the form has no action, so it is sent to wherever the page came from',
        change: onHtml((html) => html.replace(/(<form[^>]*?) action="[^"]*"/, '$1')),
      },
      'action-relative-astray': {
        clause: '2.8/theForm/action',
        description: 'a relative action leads off the checkout path once it is resolved',
        change: onForm({ action: '../pay' }),
      },
      'script-file-idle': {
        clause: '2.8/theForm/automatic-post',
        needs: 'browser',
        description: 'the page loads a script file that posts nothing',
        change: onPage((page) => ({ ...page, post: 'never', file: 'idle.js' })),
      },
    },
    operation,
  ),
];

/** Changes the inputs that the script adds, and updates `allParams`. */
function onAdded(change: (added: readonly Input[]) => readonly Input[]): Change {
  return onPage((page) => ({
    ...page,
    added: withAllParams(page.form.inputs, change(page.added.filter(([name]) => name !== 'allParams'))),
  }));
}

/** Changes `allParams` only. */
function onAllParams(change: (params: URLSearchParams) => unknown): Change {
  const changed = (text: string) => String(change(new URLSearchParams(text)));
  return onPage((page) => ({
    ...page,
    added: page.added.map(([name, value]): Input => [name, name === 'allParams' ? changed(value) : value]),
  }));
}

/** A request field name and its alternate names. */
function namesOf(field: string): readonly string[] {
  return [field, ...Object.keys(alternateNames).filter((name) => alternateNames[name] === field)];
}

const dropping = (...names: readonly string[]) =>
  onAdded((added) => added.filter(([name]) => !names.includes(name)));
const altering = (names: readonly string[], change: (value: string) => string) =>
  onAdded((added) =>
    added.map((input): Input => (names.includes(input[0]) ? [input[0], change(input[1])] : input)),
  );

/** A fault that shows in the form that a browser posts. */
const posted = (
  id: string,
  clause: string,
  description: string,
  change: Change,
  more: Partial<Fault> = {},
): Fault =>
  faultFrom({
    id: `${operation}-${id}`.replaceAll('_', '-').toLowerCase(),
    clause,
    needs: 'browser',
    description,
    change,
    ...more,
  });

/** Deviations of the redirect page that only a real browser shows (2.8, 6.2). */
export const redirectBrowserFaults: readonly Fault[] = [
  ...['merchant_id', 'account_id', 'order_no', 'amount', 'currency', 'note', 'shopper_email'].map((field) =>
    posted(
      `posts-other-${field}`,
      echoOf(operation, field),
      `the posted form has another ${field} than the request`,
      altering(namesOf(field), (value) => otherValue(field, value)),
    ),
  ),
  posted(
    'posts-other-order-amount',
    '2.8/amount/echo',
    'orderAmount differs from amount',
    altering(['orderAmount'], (value) => `${value}-other`),
  ),
  ...['amount', 'order_no', 'website', 'shopper_phone'].map((field) =>
    posted(
      `drops-${field}`,
      '2.8/inputs/repeated',
      `the posted form has ${field} under none of its names`,
      dropping(...namesOf(field)),
      { verdict: 'warn' },
    ),
  ),
  ...['merNo', 'orderAmount', 'goodsInfo', 'email', 'shipFirstName'].map((name) =>
    posted(
      `drops-alternate-${name}`,
      '2.8/alternates/listed',
      `the alternate name ${name} has vanished from the posted form`,
      dropping(name),
    ),
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
      ['shopperId', 'changed', (value: string) => `${value}-other`],
    ] as const
  ).map(([name, id, change]) =>
    posted(
      `${name}-${id}`,
      '2.8/inputs/repeated-value',
      `${name} does not hold what was sent: ${id.replaceAll('-', ' ')}`,
      altering([name], change),
    ),
  ),
  posted(
    'shows-added-inputs',
    '2.8/added-inputs/hidden',
    'the script adds its inputs so that a shopper sees them',
    onHtml((html) => html.replace('input.type = "hidden";', 'input.type = "text";')),
  ),
  ...['source_request_ip', 'source_notify_url', 'default_lang', 'logo_name'].map((name) =>
    posted(`added-${name}-absent`, '2.8/added-inputs/listed', `the script adds no ${name}`, dropping(name)),
  ),
  posted(
    'no-return-address',
    '6.2/shopper-addresses',
    'the posted form has no return address',
    dropping('returnUrl', 'return_url'),
  ),
  posted(
    'no-cancel-address',
    '6.2/shopper-addresses',
    'the posted form has no cancel address',
    dropping('cancelUrl', 'cancel_url'),
  ),
  posted('no-sign-info', '2.8/signInfo/present', 'the posted form has no signInfo', dropping('signInfo')),
  posted(
    'no-encryption-data',
    '2.8/encryption_data/present',
    'the posted form has no encryption_data',
    dropping('encryption_data'),
  ),
  posted(
    'sign-info-differs',
    '2.8/signInfo/agrees',
    'signInfo and encryption_data carry two signatures',
    altering(['signInfo'], (value) => value.replace(/^./, (first) => (first === '0' ? '1' : '0'))),
  ),
  posted(
    'all-params-absent',
    '2.8/allParams/present',
    'the posted form has no allParams',
    onPage((page) => ({ ...page, added: page.added.filter(([name]) => name !== 'allParams') })),
  ),
  posted(
    'all-params-as-json',
    '2.8/allParams/query-style',
    'allParams is JSON',
    onAllParams((params) => JSON.stringify(Object.fromEntries(params))),
  ),
  posted(
    'all-params-disagrees',
    '2.8/allParams/agrees',
    'allParams has another amount than the posted form',
    onAllParams((params) => {
      for (const name of namesOf('amount')) params.set(name, '999.99');
      return params;
    }),
  ),
  posted(
    'all-params-incomplete',
    '2.8/allParams/complete',
    'allParams leaves the order number out',
    onAllParams((params) => {
      for (const name of namesOf('order_no')) params.delete(name);
      return params;
    }),
  ),
  posted(
    'never-posts',
    '2.8/theForm/automatic-post',
    'the form waits for a click',
    onPage((page) => ({ ...page, post: 'never' })),
  ),
  posted(
    'script-throws',
    '2.8/theForm/automatic-post',
    'the script fails before it posts',
    onPage((page) => ({ ...page, post: 'throws' })),
  ),
  posted(
    'posts-elsewhere',
    '2.8/theForm/automatic-post',
    'the script changes the action to another path before it posts',
    onHtml((html) => html.replace('form.submit();', 'form.action = "/v1/elsewhere"; form.submit();')),
  ),
];

/** Pages that write a value of the caller unescaped, so that the caller can run scripts in the payment page (2.8). */
export const injectionFaults: readonly Fault[] = [
  posted(
    'runs-note-as-script',
    '2.8/page/script-in-value',
    'a script of the page contains the note of a payment as it was sent',
    onText(operation, (html, { request }) =>
      html.replace('<script>', () => `<script>var note = '${textOf(request, 'note')}';</script>\n<script>`),
    ),
  ),
];

/** The redirect page contains an input twice, with two values (2.8). */
export const postedTwiceFaults: readonly Fault[] = [
  posted(
    'posts-amount-twice',
    '2.8/amount/echo',
    'amount is posted a second time with another value',
    onPage((page) => ({ ...page, added: [...page.added, ['amount', '987654.32']] })),
    { verdict: 'warn' },
  ),
  posted(
    'posts-static-input-twice',
    '2.8/static-inputs/listed',
    'gbc_id is posted a second time with another value',
    onPage((page) => ({ ...page, added: [...page.added, ['gbc_id', 'G-OTHER']] })),
  ),
  posted(
    'posts-all-params-twice',
    '2.8/added-inputs/listed',
    'allParams is posted a second time with another amount',
    onPage((page) => ({ ...page, added: [...page.added, ['allParams', 'amount=987654.32']] })),
  ),
  posted(
    'posts-signature-twice',
    '2.8/signInfo/agrees',
    'encryption_data is posted a second time with another value',
    onPage((page) => ({ ...page, added: [...page.added, ['encryption_data', '0'.repeat(64)]] })),
  ),
];
