import { onPage, onWire } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

const operation = 'redirect-payment';

const staticNames = [
  'gbc_id',
  'connector_code',
  'account_name',
  'webSite',
  'pm_id',
  'apm_type',
  'descriptor',
  'orderprefix',
  'rrtimezone',
  'ordernumlength',
  'sendbgoods',
  'replacename',
  'send_bank_website',
  'replace_up_id',
  'replace_match_address',
  'to_pass_page',
];

const onForm = (change: Partial<{ name: string; method: string; action: string }>) =>
  onPage((page) => ({ ...page, form: { ...page.form, ...change } }));

const onHtml = (change: (html: string) => string) =>
  onWire(operation, (wire) => ({ ...wire, body: change(String(wire.body)) }));

/** Deviations of the redirect page that its static text and the files next to it show (2.8). */
export const redirectPageFaults: readonly Fault[] = [
  ...staticNames.map((name) =>
    plant({
      id: `redirect-payment-static-${name.replaceAll('_', '-').toLowerCase()}-absent`,
      clause: '2.8/static-inputs/listed',
      operation,
      description: `the static input ${name} is missing`,
      change: onPage((page) => ({
        ...page,
        form: { ...page.form, inputs: page.form.inputs.filter(([one]) => one !== name) },
      })),
    }),
  ),
  ...planted({
    'redirect-payment-static-outside-form': {
      clause: '2.8/static-inputs/listed',
      description: 'the static inputs are outside the form',
      change: onHtml((html) => html.replace(/(<form[^>]*>)([\s\S]*?)(<\/form>)/, '$2$1$3')),
    },
    'redirect-payment-static-visible': {
      clause: '2.8/static-inputs/hidden',
      description: 'the static input descriptor is visible',
      change: onHtml((html) =>
        html.replace('type="hidden" name="descriptor"', 'type="text" name="descriptor"'),
      ),
    },
    'redirect-payment-static-without-type': {
      clause: '2.8/static-inputs/hidden',
      description: 'the static input gbc_id has no type and is shown',
      change: onHtml((html) => html.replace('type="hidden" name="gbc_id"', 'name="gbc_id"')),
    },
    'redirect-payment-form-renamed': {
      clause: '2.8/theForm/present',
      description: 'the form is named payForm',
      change: onForm({ name: 'payForm' }),
    },
    'redirect-payment-form-capital': {
      clause: '2.8/theForm/present',
      description: 'the form is named TheForm',
      change: onForm({ name: 'TheForm' }),
    },
    'redirect-payment-form-by-id-only': {
      clause: '2.8/theForm/present',
      description: 'the form has an id instead of a name',
      change: onHtml((html) => html.replace('<form name=', '<form id=')),
    },
    'redirect-payment-no-form': {
      clause: '2.8/theForm/present',
      description: 'the page links to the payment instead of posting a form',
      change: onWire(operation, (wire) => ({
        ...wire,
        body: '<!DOCTYPE html>\n<html><head><title>Payment</title></head><body><a href="/v1/checkout/pay">Pay</a></body></html>',
      })),
    },
    'redirect-payment-form-method-get': {
      clause: '2.8/theForm/method',
      description: 'the form has the method GET',
      change: onForm({ method: 'GET' }),
    },
    'redirect-payment-form-method-and-blank': {
      clause: '2.8/theForm/method',
      description: 'the method of the form is followed by a blank, so it is sent by GET',
      change: onHtml((html) => html.replace(/ method="POST"/, ' method="POST "')),
    },
    'redirect-payment-refreshes-to-checkout': {
      clause: '2.8/theForm/present',
      description: 'the page holds no form and refreshes to the checkout path',
      change: onHtml(
        () =>
          '<!doctype html><html><head><meta http-equiv="refresh" content="0;url=/v1/checkout/pay"></head></html>',
      ),
    },
    'redirect-payment-form-without-method': {
      clause: '2.8/theForm/method',
      description: 'the form has no method, so it is sent by GET',
      change: onHtml((html) => html.replace(/ method="POST"/, '')),
    },
    'redirect-payment-action-other-path': {
      clause: '2.8/theForm/action',
      description: 'the action lies off the checkout path',
      change: onForm({ action: '/v1/pay' }),
    },
    'redirect-payment-action-script': {
      clause: '2.8/theForm/action',
      description: 'the action is a script address',
      change: onForm({ action: 'javascript:void(0)' }),
    },
    'redirect-payment-form-without-action': {
      clause: '2.8/theForm/action',
      description: 'the form has no action, so it is sent to wherever the page came from',
      change: onHtml((html) => html.replace(/(<form[^>]*?) action="[^"]*"/, '$1')),
    },
    'redirect-payment-action-relative-astray': {
      clause: '2.8/theForm/action',
      description: 'a relative action leads off the checkout path once it is resolved',
      change: onForm({ action: '../pay' }),
    },
    'redirect-payment-script-file-idle': {
      clause: '2.8/theForm/automatic-post',
      needs: 'browser',
      description: 'the page loads a script file that posts nothing',
      change: onPage((page) => ({ ...page, post: 'never', file: 'idle.js' })),
    },
  }),
];
