import type { PageVisit } from '../../../schemas/types.ts';
import { exchangeOf } from '../exchange-of.ts';
import type { Deviation } from './deviation.ts';
import { type PageStyle, pageOf, staticNames, visitOf } from './page.ts';
import { requests } from './requests.ts';

const request = requests['redirect-payment'];

function page(clause: string, title: string, style: PageStyle): Deviation {
  return {
    clause,
    title: `the page ${title}`,
    exchange: exchangeOf('redirect-payment', request, pageOf(style)),
  };
}
function visited(
  clause: string,
  title: string,
  changes: Readonly<Record<string, string | null>>,
  seen: Partial<PageVisit> = {},
): Deviation {
  const exchange = exchangeOf('redirect-payment', request, pageOf(), { page: visitOf(changes, seen) });
  return { clause, title: `the visited page ${title}`, exchange };
}
function shown(names: readonly string[]): Partial<PageVisit> {
  const { posted } = visitOf();
  return posted === undefined ? {} : { posted: { ...posted, shown: names } };
}
function again(
  field: readonly [string, string],
  changes: Readonly<Record<string, string>> = {},
): Partial<PageVisit> {
  const { posted } = visitOf(changes);
  return posted === undefined ? {} : { posted: { ...posted, fields: [...posted.fields, field] } };
}
const form = (attributes: string): PageStyle => ({ form: `<form name="theForm" ${attributes}>` });
const hidden = (name: string, type = 'hidden') => `<input type="${type}" name="${name}" value="x">`;
const off = 'http://127.0.0.1:8080/v1/pay';
const plainVisit = visitOf();
const scripted = '</script><script>alert(12345678)</script>';

const milder = (deviation: Deviation): Deviation => ({ ...deviation, verdict: 'warn' });

/** Deviations of the redirect page, as it is written and as a browser sees it (2.8). */
export const pageDeviations: readonly Deviation[] = [
  {
    clause: '2.8/theForm/present',
    title: 'the page holds no form',
    exchange: exchangeOf('redirect-payment', request, pageOf({ form: '<div>' }), { sent: { taken: true } }),
  },
  page('2.8/theForm/present', 'holds another form', {
    form: '<form name="theform" method="POST" action="/v1/checkout">',
  }),
  milder(
    page('2.8/theForm/present', 'holds two of them', {
      after: '<form name="theForm" method="POST" action="/v1/checkout"></form>',
    }),
  ),
  page('2.8/theForm/method', 'gets', form('method="GET" action="/v1/checkout"')),
  page('2.8/theForm/method', 'names no method', form('action="/v1/checkout"')),
  page('2.8/theForm/action', 'posts to another path', form('method="POST" action="/v1/authorise"')),
  page('2.8/theForm/action', 'posts beside the base', {
    head: '<base href="http://pay.example/other/">',
    ...form('method="POST" action="go"'),
  }),
  page('2.8/theForm/action', 'has a form without an action', form('method="POST"')),
  page('2.8/theForm/action', 'posts to a script', form('method="POST" action="javascript:void(0)"')),
  page('2.8/static-inputs/listed', 'lacks a static input', {
    inputs: staticNames.slice(1).map((name) => hidden(name)),
  }),
  page('2.8/static-inputs/hidden', 'shows a static input', {
    inputs: staticNames.map((name, index) => hidden(name, index === 3 ? 'text' : 'hidden')),
  }),
  {
    clause: '2.8/theForm/automatic-post',
    title: 'the visited page never posts',
    exchange: exchangeOf('redirect-payment', request, pageOf(), {
      page: { foreignRequests: [], dialogs: [], scriptErrors: [] },
    }),
  },
  visited(
    '2.8/theForm/automatic-post',
    'gets',
    {},
    {
      ...plainVisit,
      posted: { method: 'GET', url: off, fields: plainVisit.posted?.fields ?? [], afterMs: 1 },
    },
  ),
  visited(
    '2.8/theForm/automatic-post',
    'posts elsewhere',
    {},
    { posted: { method: 'POST', url: off, fields: plainVisit.posted?.fields ?? [], afterMs: 1 } },
  ),
  visited(
    '2.8/added-inputs/listed',
    'posts APMType with two values',
    {},
    again(['APMType', 'b'], { APMType: 'a' }),
  ),
  visited('2.8/allParams/present', 'posts no allParams', { allParams: null }),
  visited('2.8/allParams/query-style', 'posts allParams as prose', { allParams: 'nothing' }),
  visited('2.8/allParams/agrees', 'disagrees with allParams', {
    allParams: String(new URLSearchParams({ ...(request as Record<string, string>), amount: '1.00' })),
  }),
  visited('2.8/allParams/complete', 'leaves a field out of allParams', {
    allParams: `${new URLSearchParams({ ...(request as Record<string, string>) })}`.replace(
      /note=[^&]*&/,
      '',
    ),
  }),
  visited('2.8/signInfo/present', 'posts no signInfo', { signInfo: null }),
  visited('2.8/signInfo/agrees', 'posts two signatures', { signInfo: 'a'.repeat(64) }),
  visited('2.8/signInfo/agrees', 'posts signInfo twice', {}, again(['signInfo', 'a'.repeat(64)])),
  visited(
    '2.8/signInfo/agrees',
    'posts encryption_data twice',
    {},
    again(['encryption_data', 'a'.repeat(64)]),
  ),
  visited('2.8/signInfo/agrees', 'posts signInfo and nothing', {}, again(['signInfo', ''])),
  visited('2.8/static-inputs/listed', 'posts gbc_id twice', {}, again(['gbc_id', 'of another'])),
  visited('2.8/added-inputs/listed', 'posts logo_name twice', {}, again(['logo_name', 'other.png'])),
  visited('2.8/added-inputs/listed', 'posts allParams twice', {}, again(['allParams', params('abc')])),
  visited('5.2/encryption_data/hex', 'posts a short signature', {
    signInfo: 'abc',
    encryption_data: 'abc',
    allParams: params('abc'),
  }),
  visited('2.8/encryption_data/present', 'posts no encryption_data', { encryption_data: null }),
  visited('2.8/added-inputs/listed', 'posts no default_lang', { default_lang: null }),
  page('2.14/near-spelling', 'misspells a static input', {
    inputs: staticNames.map((name) => hidden(name === 'gbc_id' ? 'gbcId' : name)),
  }),
  visited('2.14/near-spelling', 'misspells an added input', { logo_name: null, logo_nam: 'x' }),
  milder(
    visited('2.8/inputs/repeated', 'does not repeat open3d', {
      open3d: null,
      isOpen3D: null,
      allParams: params().replace(/open3d=[^&]*&/, ''),
    }),
  ),
  visited('2.8/inputs/repeated-value', 'changes a field', {
    first_name: 'Eva',
    allParams: params().replace(/first_name=[^&]*/, 'first_name=Eva'),
  }),
  {
    clause: '2.8/page/script-in-value',
    title: 'the visited page runs a note as a script',
    exchange: exchangeOf('redirect-payment', { ...request, note: scripted }, pageOf(), {
      page: visitOf(
        {
          note: scripted,
          remark: scripted,
          allParams: new URLSearchParams({
            ...(request as Record<string, string>),
            note: scripted,
          }).toString(),
        },
        { dialogs: ['alert: 12345678'] },
      ),
    }),
  },
  milder(visited('2.8/inputs/repeated-value', 'changes an alternate', { goodsInfo: 'other' })),
  visited('2.8/merchant_id/identity', 'names another merchant', { merNo: '999' }),
  visited('2.8/account_id/identity', 'names another account', {
    account_id: '999',
    allParams: params().replace(/account_id=[^&]*/, 'account_id=999'),
  }),
  visited('2.8/order_no/identity', 'names another order', { orderNo: 'C-9' }),
  visited('2.8/amount/echo', 'names another amount', { orderAmount: '1.00' }),
  milder(visited('2.8/amount/echo', 'names an amount twice', {}, again(['amount', '1.00']))),
  visited('2.8/currency/echo', 'names another currency', { orderCurrency: 'USD' }),
  visited('6.2/shopper-addresses', 'posts no cancel address', { cancelUrl: null }),
  visited('2.8/alternates/listed', 'drops an alternate name', { goodsInfo: null }),
  visited('2.8/alternates/listed', 'drops the alternate name of the merchant', { merNo: null }),
  visited('2.8/inputs/repeated-value', 'escapes an alternate name twice', { firstName: 'In&ecirc;s' }),
  visited('2.8/inputs/repeated-value', 'reads UTF-8 as ISO-8859-1', { lastName: 'NÃºÃ±ez' }),
  visited('2.8/amount/echo', 'names another amount under an alternate name', { orderAmount: '48.2001' }),
  visited('2.8/added-inputs/hidden', 'shows an input that the script adds', {}, shown(['email'])),
  visited('2.8/added-inputs/hidden', 'shows a field that it repeats', {}, shown(['first_name'])),
];

function params(signature?: string): string {
  return new URLSearchParams({
    ...(request as Record<string, string>),
    ...(signature === undefined ? {} : { encryption_data: signature }),
  }).toString();
}
