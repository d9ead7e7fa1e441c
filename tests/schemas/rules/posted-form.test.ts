import { describe, expect, test } from 'vitest';
import type { JsonObject, PageVisit } from '../../../schemas/types.ts';
import { pageOf, visitOf } from '../corpus/page.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf, observationsOf } from './findings-of.ts';

const request = requests['redirect-payment'];
const visited = (page: PageVisit, sent: JsonObject = request) =>
  exchangeOf('redirect-payment', sent, pageOf(), { page });
const params = new URLSearchParams(request as Record<string, string>).toString();

describe('allParams', () => {
  test.each([
    ['encoded as a whole', encodeURIComponent(params)],
    ['with a question mark', `?${params}`],
    [
      'without any encoding',
      Object.entries(request)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ],
    ['backwards', params.split('&').reverse().join('&')],
    [
      'with its values encoded twice',
      Object.entries(request)
        .map(([name, value]) => `${name}=${encodeURIComponent(encodeURIComponent(String(value)))}`)
        .join('&'),
    ],
    ['with further parameters', `${params}&step=1`],
    ['joined by semicolons', params.replaceAll('&', ';')],
    [
      'joined by semicolons without any encoding',
      Object.entries(request)
        .map(([name, value]) => `${name}=${value}`)
        .join(';'),
    ],
  ])('agrees with what is posted %s', (_title, allParams) => {
    const found = findingsOf(visited(visitOf({ allParams })));
    expect(found).toEqual([]);
  });

  const writings: readonly (readonly [string, (text: string) => string])[] = [
    ['plain', (text) => text],
    ['percent-encoded', encodeURIComponent],
    ['as a form', (text) => new URLSearchParams({ v: text }).toString().slice(2)],
    [
      'in small hexadecimal digits',
      (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
    ],
    [
      'with character references',
      (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;'),
    ],
  ];
  const notes = [
    'Müller & Söhne',
    'a&b=c&amount=1',
    'a;b;',
    'x=1',
    '50% + 7',
    '<b>"&amp;"</b>',
    'a&note=b',
    '#7?',
    '%26',
    '&',
  ];
  test.each(notes.flatMap((note) => writings.map(([title, write]) => [title, note, write] as const)))(
    'agrees %s with a note of %j',
    (_title, note, write) => {
      const sent = { ...request, note };
      for (const joint of ['&', ';', '&amp;']) {
        const pairs = Object.entries(sent).map(([name, value]) => `${name}=${write(String(value))}`);
        const visit = visitOf({ note, remark: note, allParams: pairs.join(joint) });
        expect(findingsOf(visited(visit, sent))).toEqual([]);
        const other = visitOf({ note, remark: note, allParams: pairs.join(joint).replace('48.20', '48.21') });
        expect(findingsOf(visited(other, sent))).toEqual(['fail 2.8/allParams/agrees allParams']);
      }
    },
  );

  test('is found to disagree by the value, not by its spelling', () => {
    const allParams = params.replace('48.20', '48.21');
    expect(findingsOf(visited(visitOf({ allParams: params.replace('48.20', '48.2') })))).toEqual([]);
    expect(findingsOf(visited(visitOf({ allParams })))).toEqual(['fail 2.8/allParams/agrees allParams']);
    expect(findingsOf(visited(visitOf({ allParams: allParams.replaceAll('&', ';') })))).toEqual([
      'fail 2.8/allParams/agrees allParams',
    ]);
  });
});

describe('allParams of a field without a value', () => {
  test('may leave it out', () => {
    const sent = { ...request, note: '' };
    const without = params.replace(/&note=[^&]*/, '');
    expect(without).not.toBe(params);
    expect(findingsOf(visited(visitOf({ note: '', remark: '', allParams: without }), sent))).toEqual([]);
    expect(findingsOf(visited(visitOf({ allParams: without })))).toEqual([
      'warn 2.8/allParams/complete allParams',
    ]);
  });
});

describe('the posted form', () => {
  test('may hold a nested value as text or in brackets', () => {
    const nested = { ...request, subscription: { contract_name: 'weekly' } };
    expect(findingsOf(visited(visitOf({ subscription: '{"contract_name":"weekly"}' }), nested))).toEqual([]);
    expect(findingsOf(visited(visitOf({ 'subscription[contract_name]': 'weekly' }), nested))).toEqual([]);
    expect(findingsOf(visited(visitOf(), nested))).toEqual(['warn 2.8/inputs/repeated subscription']);
  });

  test('may name further inputs as it likes', () => {
    expect(findingsOf(visited(visitOf({ orderType: 'x', deviceType: 'y', device_typ: 'z' })))).toEqual([]);
  });

  test('is observed for what else the page did', () => {
    const seen = {
      foreignRequests: ['GET http://ads.example/x'],
      dialogs: ['hello'],
      scriptErrors: ['TypeError'],
    };
    expect(observationsOf(visited(visitOf({ gatewayNo: '5' }, seen)))).toEqual(
      expect.arrayContaining([
        '2.8/page/behaviour: requests to other places',
        '2.8/page/behaviour: dialogs',
        '2.8/page/behaviour: script errors',
        '2.8/alternates/without-field: gatewayNo',
      ]),
    );
  });

  test('warns of a second input of one name that has another value', () => {
    const visit = visitOf();
    const posted =
      visit.posted === undefined
        ? undefined
        : { ...visit.posted, fields: [...visit.posted.fields, ['order_no', 'C-9'] as const] };
    expect(findingsOf(visited({ ...visit, ...(posted === undefined ? {} : { posted }) }))).toEqual([
      'warn 2.8/order_no/identity order_no',
    ]);
  });

  test('is one that was posted: an address that the page opens lacks no fields', () => {
    const posted = { method: 'GET', url: 'http://127.0.0.1:8080/v1/checkout/pay', fields: [], afterMs: 1 };
    expect(findingsOf(visited(visitOf({}, { posted })))).toEqual(['fail 2.8/theForm/automatic-post theForm']);
  });
});
