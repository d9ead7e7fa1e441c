import { table } from '../../schemas/table.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { identifierFrom } from '../derive.ts';
import { echoSignature } from '../operations/handler-context.ts';
import { type Input, type Page, textOf } from '../reply.ts';
import type { Order } from '../state/store.ts';

/** The alternate names of 2.8 with the request field that each repeats; the assignment is a choice of the endpoint. */
export const alternateNames: Readonly<Record<string, string>> = table({
  merNo: 'merchant_id',
  orderNo: 'order_no',
  orderCurrency: 'currency',
  orderAmount: 'amount',
  signInfo: 'encryption_data',
  taxTotal: 'tax_total',
  itemTotal: 'item_total',
  shipFee: 'shipping',
  shippingDiscount: 'shipping_discount',
  goodsInfo: 'items',
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'shopper_phone',
  email: 'shopper_email',
  address: 'billing_address',
  city: 'billing_city',
  state: 'billing_state',
  zip: 'billing_postal_code',
  country: 'billing_country',
  shipFirstName: 'delivery_firstname',
  shipLastName: 'delivery_lastname',
  shipAddress: 'delivery_address',
  shipCity: 'delivery_city',
  shipState: 'delivery_state',
  shipZip: 'delivery_postal_code',
  shipCountry: 'delivery_country',
  notifyUrl: 'notify_url',
  shopperId: 'shopper_id',
  shopperLevel: 'shopper_level',
  remark: 'note',
  isOpen3D: 'open3d',
  token: 'token_id',
});

/** The alternate names of 2.8 that repeat no request field. */
const standaloneNames = [
  'gatewayNo',
  'defaultLang',
  'verifyBillingAddress',
  'verify_billing_address',
  'card_type',
  'cardType',
  'paymentToken',
  'merSendLogoNo',
  'APMType',
] as const;

/** Builds the redirect page of 2.8; `base` is the address and `prefix` the path of the world. */
export function redirectPage(request: JsonObject, order: Order, base: string, prefix: string): Page {
  const inputs = staticInputs(order);
  return {
    form: { name: 'theForm', method: 'POST', action: `${prefix}/v1/checkout/pay`, inputs },
    added: withAllParams(inputs, addedInputs(request, order, base)),
    post: 'script',
  };
}

/** The inputs that the script adds, followed by `allParams`, which repeats them and the static ones. */
export function withAllParams(inputs: readonly Input[], added: readonly Input[]): readonly Input[] {
  const pairs = [...inputs, ...added].map(([name, value]) => [name, value]);
  return [...added, ['allParams', new URLSearchParams(pairs).toString()]];
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
