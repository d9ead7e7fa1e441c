import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { identifierFrom } from '../derive.ts';
import { echoSignature } from '../operations/echo.ts';
import { textOf } from '../operations/request-member.ts';
import type { Input, Page } from '../reply.ts';
import type { Order } from '../state/order.ts';
import { alternateNames, standaloneNames } from './alternate-names.ts';

/** Builds the redirect page of 2.8 for an order; `base` is the address and `prefix` the path of the world. */
export function redirectPage(request: JsonObject, order: Order, base: string, prefix: string): Page {
  const inputs = staticInputs(order);
  const added = addedInputs(request, order, base);
  const allParams = new URLSearchParams(
    [...inputs, ...added].map(([name, value]) => [name, value]),
  ).toString();
  return {
    form: { name: 'theForm', method: 'POST', action: `${prefix}/v1/checkout/pay`, inputs },
    added: [...added, ['allParams', allParams]],
    post: 'script',
  };
}

function staticInputs(order: Order): Input[] {
  return [
    ['gbc_id', identifierFrom('G', order.digest)],
    ['connector_code', 'embedded'],
    ['account_name', order.account_id],
    ['webSite', order.website],
    ['pm_id', '1'],
    ['apm_type', ''],
    ['descriptor', 'EMBEDDED ENDPOINT'],
    ['orderprefix', ''],
    ['rrtimezone', '+00:00'],
    ['ordernumlength', String(order.order_no.length)],
    ['sendbgoods', '0'],
    ['replacename', '0'],
    ['send_bank_website', '0'],
    ['replace_up_id', '0'],
    ['replace_match_address', '0'],
    ['to_pass_page', '1'],
  ];
}

function addedInputs(request: JsonObject, order: Order, base: string): Input[] {
  const sent = { ...request, encryption_data: echoSignature(request) };
  const back = order.return_url ?? `${base}/v1/checkout/done`;
  const repeated = Object.entries(sent).map(([name, value]): Input => [name, written(value)]);
  const alternates = Object.entries(alternateNames)
    .filter(([, field]) => Object.hasOwn(sent, field))
    .map(([name, field]): Input => [name, written(sent[field as keyof typeof sent] ?? '')]);
  return [
    ...repeated,
    ...alternates,
    ...standaloneNames.map((name): Input => [name, '']),
    ['returnUrl', back],
    ['return_url', back],
    ['cancelUrl', back],
    ['cancel_url', back],
    ['source_request_ip', textOf(request, 'shopper_ip')],
    ['source_notify_url', textOf(request, 'notify_url')],
    ['default_lang', textOf(request, 'browser_lang') || 'en'],
    ['logo_name', ''],
  ];
}

function written(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
