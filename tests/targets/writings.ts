import { encodeForm } from '../../schemas/media/form.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { limitsOf } from '../../targets/file/limits.ts';

/** The one card that the careful target names. */
export const ownCard = '4000056655665556';

/** A target file that allows every effect, one currency, one merchant, one card and 10.00 a request. */
export const carefulTarget = {
  allow: ['reads', 'creates', 'moves-money', 'irreversible'],
  environment: 'sandbox',
  merchant: { merchant_id: '100001', account_id: '100001001' },
  cards: [{ card: ownCard, expiration_month: '12', expiration_year: '2035', security_code: '123' }],
  currencies: [{ currency: 'EUR' }],
  headers: {},
  limits: limitsOf({
    environment: 'sandbox',
    limits: { requests: 100_000, amountPerRequest: '10.00', amountTotal: '100000' },
  }),
} as const;

const party = { merchant_id: '100001', account_id: '100001001' };

/** A card payment within the careful target. */
export const payment: JsonObject = { ...party, amount: '1.00', currency: 'EUR', card: ownCard };

/** A capture of two orders within the careful target. */
export const capture: JsonObject = {
  ...party,
  capture_orders: [
    { order_no: 'a', transaction_id: '1', amount: '6.00', currency: 'EUR' },
    { order_no: 'b', transaction_id: '2', amount: '2.00', currency: 'EUR' },
  ],
};

/** What goes onto the wire to a path. */
export interface Written {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** A value of a payment that the target does not allow. */
export type Foreign = readonly [name: string, value: string];

/** One value of each kind that the careful target does not name. */
export const foreigns: readonly Foreign[] = [
  ['amount', '99999.00'],
  ['currency', 'KWD'],
  ['merchant_id', '100778'],
  ['account_id', '100778001'],
  ['card', '4111111111111111'],
];

const path = '/v1/authorise';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const xml = 'application/xml';

const alternates: Readonly<Record<string, string>> = {
  amount: 'orderAmount',
  currency: 'orderCurrency',
  merchant_id: 'merNo',
  account_id: 'accountId',
  card: 'cardNumber',
};

const text = JSON.stringify(payment);
const beginning = `${text.slice(0, -1)},`;
const asForm = encodeForm(payment, 'json');
const asXml = encodeXml(payment, { root: 'request' });
const ending = '</request>';

/** Ways to write a value beside the others of an honest payment, each with a name. */
export const writings: Readonly<Record<string, (foreign: Foreign) => Written>> = {
  'in its place': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, [name]: value }),
  }),
  'twice, last': ([name, value]) => ({ path, type: json, body: `${beginning}"${name}":"${value}"}` }),
  'twice, first': ([name, value]) => ({ path, type: json, body: `{"${name}":"${value}",${text.slice(1)}` }),
  'with an escape in the name': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}":"${value}"}`,
  }),
  'in capitals': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"${name.toUpperCase()}":"${value}"}`,
  }),
  'in camel case': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"${name.replace(/_(\w)/, (_, sign: string) => sign.toUpperCase())}":"${value}"}`,
  }),
  'under its alternate name': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"${alternates[name]}":"${value}"}`,
  }),
  'as a list': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, [name]: [value] }),
  }),
  'as the second of a list': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, [name]: [payment[name] ?? '', value] }),
  }),
  'as an object': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, [name]: { value } }),
  }),
  'one layer deeper': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"request":{"${name}":"${value}"}}`,
  }),
  'in a text of JSON': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, request: JSON.stringify({ [name]: value }) }),
  }),
  'in a text of JSON twice': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, request: JSON.stringify(JSON.stringify({ [name]: value })) }),
  }),
  'in a text of XML': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, request: `<r><${name}>${value}</${name}></r>` }),
  }),
  'in a text of a form': ([name, value]) => ({
    path,
    type: json,
    body: JSON.stringify({ ...payment, allParams: `a=b&${name}=${value}` }),
  }),
  'with a dot before it': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"order.${name}":"${value}"}`,
  }),
  'in the query': ([name, value]) => ({ path: `${path}?${name}=${value}`, type: json, body: text }),
  'in the query with an escape': ([name, value]) => ({
    path: `${path}?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`,
    type: json,
    body: text,
  }),
  'as JSON of a form type': ([name, value]) => ({
    path,
    type: form,
    body: `${beginning}"${name}":"${value}"}`,
  }),
  'as JSON without a type': ([name, value]) => ({
    path,
    type: 'text/plain',
    body: `${beginning}"${name}":"${value}"}`,
  }),
  'in a form behind JSON': ([name, value]) => ({
    path,
    type: form,
    body: JSON.stringify({ ...payment, note: `x&${name}=${value}&y` }),
  }),
  'twice in a form, last': ([name, value]) => ({ path, type: form, body: `${asForm}&${name}=${value}` }),
  'twice in a form, first': ([name, value]) => ({ path, type: form, body: `${name}=${value}&${asForm}` }),
  'behind a semicolon': ([name, value]) => ({ path, type: form, body: `${asForm};${name}=${value}` }),
  'with brackets': ([name, value]) => ({ path, type: form, body: `${asForm}&${name}[]=${value}` }),
  'with brackets as escapes': ([name, value]) => ({
    path,
    type: form,
    body: `${asForm}&${name}%5B%5D=${value}`,
  }),
  'in brackets': ([name, value]) => ({ path, type: form, body: `${asForm}&order[${name}]=${value}` }),
  'as a form of another type': ([name, value]) => ({ path, type: json, body: `${asForm}&${name}=${value}` }),
  'as two elements': ([name, value]) => ({
    path,
    type: xml,
    body: asXml.replace(ending, `<${name}>${value}</${name}>${ending}`),
  }),
  'as an element with a prefix': ([name, value]) => ({
    path,
    type: xml,
    body: asXml.replace(ending, `<p:${name}>${value}</p:${name}>${ending}`),
  }),
  'as an attribute': ([name, value]) => ({
    path,
    type: xml,
    body: asXml.replace('<request>', `<request ${name}="${value}">`),
  }),
  'as an attribute of an empty element': ([name, value]) => ({
    path,
    type: xml,
    body: asXml.replace(ending, `<order ${name}="${value}"/>${ending}`),
  }),
  'in a marked section': ([name, value]) => ({
    path,
    type: xml,
    body: asXml.replace(ending, `<${name}><![CDATA[${value}]]></${name}>${ending}`),
  }),
  'with references': ([name, value]) => ({
    path,
    type: xml,
    body: asXml.replace(
      ending,
      `<${name}>${[...value].map((sign) => `&#${sign.charCodeAt(0)};`).join('')}</${name}>${ending}`,
    ),
  }),
  'as an entity': ([name, value]) => ({
    path,
    type: xml,
    body: `<!DOCTYPE request [<!ENTITY e "${value}">]>${asXml.replace(/^<\?.*\?>/, '').replace(ending, `<${name}>&e;</${name}>${ending}`)}`,
  }),
  'as XML of a JSON type': ([name, value]) => ({
    path,
    type: json,
    body: asXml.replace(ending, `<${name}>${value}</${name}>${ending}`),
  }),
  'in several parts': ([name, value]) => ({
    path,
    type: 'multipart/form-data; boundary=b',
    body: `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`,
  }),
  'in JSON that does not end': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"${name}":"${value}"`,
  }),
  'in JSON with a comma behind': ([name, value]) => ({
    path,
    type: json,
    body: `${beginning}"${name}":"${value}",}`,
  }),
  'in lines': ([name, value]) => ({ path, type: 'application/yaml', body: `${name}: ${value}\n` }),
  'to a path in capitals': ([name, value]) => ({
    path: '/V1/AUTHORISE',
    type: json,
    body: JSON.stringify({ ...payment, [name]: value }),
  }),
  'to a path with an escape': ([name, value]) => ({
    path: '/v1/%61uthorise/',
    type: json,
    body: JSON.stringify({ ...payment, [name]: value }),
  }),
};

const bodyOf = (value: JsonValue, at = '/v1/capture'): Written => ({
  path: at,
  type: json,
  body: JSON.stringify(value),
});
const fifty = {
  ...party,
  capture_orders: Array.from({ length: 50 }, () => ({ amount: '10.00', currency: 'EUR' })),
};
const entries = (amount: string) => [1, 2, 3].map(() => ({ amount, currency: 'EUR' }));

/** Requests of other operations that go beyond the careful target in one of their readings. */
export const beyond: Readonly<Record<string, Written>> = {
  'a list as text': bodyOf({ ...capture, capture_orders: JSON.stringify(entries('6.00')) }),
  'a list as text of another currency': bodyOf({
    ...capture,
    capture_orders: '[{"amount":"1.00","currency":"USD"}]',
  }),
  'a second list': bodyOf({ ...capture, refund_orders: entries('6.00') }),
  'lists that are too much together': bodyOf({ ...capture, orders: [{ amount: '5.00' }] }),
  'the same list twice': {
    path: '/v1/capture',
    type: json,
    body: '{"capture_orders":[{"amount":"1.00"}],"capture_orders":[{"amount":"2.00"}]}',
  },
  'entries with a number': bodyOf({
    ...party,
    capture_orders: { 0: { amount: '6.00' }, 1: { amount: '6.00' } },
  }),
  'entries in brackets': {
    path: '/v1/capture',
    type: form,
    body: 'capture_orders[0][amount]=6.00&capture_orders[1][amount]=6.00',
  },
  'entries as names': bodyOf({ 'capture_orders[0].amount': '6.00', 'capture_orders[1].amount': '6.00' }),
  'repeated elements': {
    path: '/v1/capture',
    type: xml,
    body: '<r><capture_orders><amount>6.00</amount></capture_orders><capture_orders><amount>6.00</amount></capture_orders></r>',
  },
  'a part of an amount that is none here': bodyOf({
    ...capture,
    capture_orders: [{ amount: '99999.00', refund_amount: '0.01' }],
  }),
  'the same in a cancellation': bodyOf(
    { ...party, cancel_orders: [{ amount: '99999.00', refund_amount: '0.01' }] },
    '/v1/cancel',
  ),
  'two parts of one refund': {
    path: '/v1/refund',
    type: json,
    body: '{"refund_orders":[{"amount":"99999.00","refund_amount":"0.01","refund_amount":"99999.00"}]}',
  },
  'a part that cannot be read': bodyOf(
    { ...party, refund_orders: [{ amount: '99999.00', refund_amount: 'abc1' }] },
    '/v1/refund',
  ),
  'a subscription with many cycles': bodyOf(
    { ...payment, subscription: { contract_amount: '9.00', billing_cycle: 100_000 } },
    path,
  ),
  'a subscription as text': bodyOf(
    { ...payment, subscription: '{"contract_amount":"9.00","billing_cycle":"12"}' },
    path,
  ),
  'a number of ISO 4217': bodyOf({ ...payment, currency: '840' }, path),
  'a number without its zero': bodyOf({ ...payment, currency: 36 }, path),
  'a name of a currency': bodyOf({ ...payment, currency: 'US Dollar' }, path),
  'a sign of a currency': bodyOf({ ...payment, currency: '$' }, path),
  'a currency with blanks': bodyOf({ ...payment, currency: 'U S D' }, path),
  'a merchant that seems unknown': bodyOf({ ...payment, merchant_id: 'unknown-real' }, path),
  'a merchant with a slash': bodyOf({ ...payment, merchant_id: 'HELD/9' }, path),
  'a merchant with a wide sign': bodyOf({ ...payment, merchant_id: '１００７７８' }, path),
  'a card below its name': bodyOf({ ...payment, card: { number: '4111111111111111' } }, path),
  'a card with its code': bodyOf({ ...payment, card: '4111111111111111|123' }, path),
  'a card in other digits': bodyOf({ ...payment, card: '٤١١١١١١١١١١١١١١١' }, path),
  ...Object.fromEntries(
    [
      '/v1/capture/',
      '//v1/capture',
      '/V1/CAPTURE',
      '/v1/%63apture',
      '/v1/%2563apture',
      '/v1/capture;a=1',
      '/v1;x/capture',
      '/v1/./capture',
      '/v1/x/../capture',
      '/v1\\capture',
      '/v1/capture.json',
      '/v1/capture/all',
      '/v1/capture%20',
      '//elsewhere.example/v1/capture',
    ].map((one) => [`fifty captures at ${one}`, bodyOf(fifty, one)]),
  ),
};
