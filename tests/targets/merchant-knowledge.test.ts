import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { charactersOf, currencyCodes } from '../../targets/file/merchant-knowledge.ts';
import { loadTarget } from '../../targets/target.ts';
import { complaintOf, environment, folderWith, sandbox } from './target-folder.ts';

const load = (more: object) =>
  loadTarget(join(folderWith({ 'target.json': { ...sandbox, ...more } }), 'target.json'), environment);
const complain = (more: object) => complaintOf(() => load(more)).replace(/^\S*target\.json: /, '');

const known = {
  fixed: { '*': { website: 'shop.example' }, payout: { 'beneficiary.address.country_code': 'BR' } },
  orderNumbers: { longest: 32, alphabet: 'A-Z0-9', prefix: 'WEB' },
  capture: 'automatic',
  refunds: 'whole',
  settle: { longestMs: 10_000 },
  statuses: {
    capture: { done: ['1'], pending: ['2'], refused: ['0'] },
    'direct-payment': { result_info: { pending: ['0003'] }, payment_status: { done: ['4100'] } },
  },
  apmMethods: [{ payment_method: 'PIX', fields: { 'person.document_number': '12345678909' } }],
  payouts: [
    { payment_currency: 'BRL', source_currency: 'USD', payment_method: 'SWIFT', fields: { reason: 'rent' } },
  ],
  subscription: { contract_name: 'gold', billing_cycle: 12 },
};

describe('loadTarget', () => {
  test('keeps everything that only the merchant knows', () => {
    expect(load(known)).toMatchObject(known);
  });
  test('leaves out what the merchant does not say', () => {
    expect(Object.keys(load({}))).toEqual(expect.not.arrayContaining([...Object.keys(known), 'currencies']));
  });
  test('reads currencies as codes and with the bounds of their amounts', () => {
    const target = load({ currencies: ['EUR', { currency: 'USD', smallest: '1.00', largest: '500' }] });
    expect(target.currencies).toEqual([
      { currency: 'EUR' },
      { currency: 'USD', smallest: '1.00', largest: '500' },
    ]);
    expect(currencyCodes(target)).toEqual(['EUR', 'USD']);
    expect(currencyCodes(load({}))).toBeUndefined();
  });
  test('offers no capture where payments are captured by themselves', () => {
    expect(load({ capture: 'automatic' }).capabilities.capture).toBe(false);
    expect(load({ capture: 'automatic', capabilities: { capture: true } }).capabilities.capture).toBe(true);
    expect(load({ capture: 'manual' }).capabilities.capture).toBe(true);
  });
  test('keeps the outcome and the result code of a card', () => {
    const card = {
      card: '4000000000000002',
      expiration_month: '12',
      expiration_year: '2035',
      security_code: '123',
      outcome: 'decline',
      resultCode: '2105',
    };
    expect(load({ cards: [card] }).cards).toEqual([card]);
  });

  test.each<[name: string, more: object, complaint: string]>([
    [
      'a misspelt operation under fixed',
      { fixed: { 'direct-paymnt': { website: 'x' } } },
      '"fixed.direct-paymnt" is not a known key. Did you mean "direct-payment"?',
    ],
    [
      'a fixed field that no request documents',
      { fixed: { '*': { web_site: 'x' } } },
      '"fixed.*.web_site" is not a documented field. Did you mean "website"?',
    ],
    [
      'a fixed text where the document has an integer',
      { fixed: { 'direct-payment': { checkout_time: 'soon' } } },
      '"fixed.direct-payment.checkout_time" must be an integer, found a string.',
    ],
    [
      'a fixed number where an operation documents a string',
      { fixed: { '*': { billing_postal_code: 1000 } } },
      '"fixed.*.billing_postal_code" must be a string, found a number.',
    ],
    [
      'a fixed truth value in a list of a payment',
      { fixed: { 'direct-payment': { 'account_owner.past_orders_count': true } } },
      '"fixed.direct-payment.account_owner.past_orders_count" must be a number, found a boolean.',
    ],
    [
      'a number in a field of a corridor',
      {
        payouts: [
          { payment_currency: 'BRL', source_currency: 'USD', payment_method: 'SWIFT', fields: { reason: 7 } },
        ],
      },
      '"payouts[0].fields.reason" must be a string, found a number.',
    ],
    [
      'a fixed field of another operation',
      { fixed: { payout: { website: 'x' } } },
      '"fixed.payout.website" is not a documented field.',
    ],
    [
      'a fixed merchant',
      { fixed: { '*': { merchant_id: 'M2' } } },
      '"fixed.*.merchant_id" is not for this place: "merchant" says it.',
    ],
    [
      'a fixed card',
      { fixed: { 'direct-payment': { card: '4111111111111111' } } },
      '"fixed.direct-payment.card" is not for this place: "cards" says it.',
    ],
    [
      'a fixed order number',
      { fixed: { capture: { order_no: '1' } } },
      '"fixed.capture.order_no" identifies what a request is about, so it cannot be fixed.',
    ],
    [
      'a fixed request of payouts',
      {
        payouts: [
          {
            payment_currency: 'BRL',
            source_currency: 'USD',
            payment_method: 'SWIFT',
            fields: { request_id: '1' },
          },
        ],
      },
      '"payouts[0].fields.request_id" identifies what a request is about, so it cannot be fixed.',
    ],
    [
      'a fixed subscription',
      { fixed: { 'cancel-subscription': { recurring_id: '1' } } },
      '"fixed.cancel-subscription.recurring_id" identifies what a request is about, so it cannot be fixed.',
    ],
    [
      'a fixed value that is a list, without its content',
      { fixed: { '*': { shopper_email: ['a@example.com'] } } },
      '"fixed.*.shopper_email" must be a string, a number or a boolean, found a value that is not shown.',
    ],
    [
      'an alphabet that is none',
      { orderNumbers: { alphabet: 'z-a' } },
      '"orderNumbers.alphabet" must be characters and ranges such as A-Za-z0-9, found "z-a".',
    ],
    [
      'an alphabet of too few characters',
      { orderNumbers: { alphabet: 'AB' } },
      '"orderNumbers.alphabet" must hold at least 10 printable characters, found "AB".',
    ],
    [
      'a prefix outside the alphabet',
      { orderNumbers: { alphabet: '0-9', prefix: 'WEB' } },
      '"orderNumbers.prefix" must be written in the alphabet, found "WEB".',
    ],
    [
      'a prefix that leaves no room',
      { orderNumbers: { longest: 12, prefix: 'WEB' } },
      '"orderNumbers.longest" must leave 10 characters after the prefix, found 12.',
    ],
    [
      'a length that is too short',
      { orderNumbers: { longest: 4 } },
      '"orderNumbers.longest" must be at least 12, found 4.',
    ],
    [
      'a currency in small letters',
      { currencies: ['eur'] },
      '"currencies[0]" must be three capital letters such as "EUR", found "eur".',
    ],
    [
      'an amount that is none',
      { currencies: [{ currency: 'EUR', smallest: '1,00' }] },
      '"currencies[0].smallest" must be an amount such as "12.34", with at most 12 digits before the point, found "1,00".',
    ],
    [
      'bounds the wrong way round',
      {
        currencies: [
          { currency: 'EUR', smallest: '9.00', largest: '10.00' },
          { currency: 'USD', smallest: '10.00', largest: '9.00' },
        ],
      },
      '"currencies[1].smallest" must not be above "largest", found "10.00" and "9.00".',
    ],
    [
      'a currency that is named twice',
      { currencies: ['EUR', { currency: 'EUR' }] },
      '"currencies[1]" names EUR a second time.',
    ],
    [
      'another way of capturing',
      { capture: 'auto' },
      '"capture" must be one of manual, automatic, found "auto".',
    ],
    [
      'a status with two meanings',
      { statuses: { refund: { done: ['1'], pending: ['2', '1'] } } },
      '"statuses.refund.pending" must not hold a value of "done", found "1".',
    ],
    [
      'a code with two meanings',
      { statuses: { 'direct-payment': { result_info: { pending: ['0003'], refused: ['0003'] } } } },
      '"statuses.direct-payment.result_info.refused" must not hold a value of "pending", found "0003".',
    ],
    [
      'a misspelt meaning',
      { statuses: { capture: { pendng: ['2'] } } },
      '"statuses.capture.pendng" is not a known key. Did you mean "pending"?',
    ],
    [
      'a wait without its length',
      { settle: {} },
      '"settle.longestMs" is missing (Longest wait for one state to settle, in milliseconds).',
    ],
    [
      'a field that the payment of a method does not document',
      {
        apmMethods: [
          { payment_method: 'PIX' },
          { payment_method: 'BOLETO', fields: { 'person.tax_id': '1' } },
        ],
      },
      '"apmMethods[1].fields.person.tax_id" is not a documented field.',
    ],
    [
      'a corridor without its method',
      { payouts: [{ payment_currency: 'BRL', source_currency: 'USD' }] },
      '"payouts[0].payment_method" is missing (The payment_method of the request).',
    ],
    [
      'a misspelt term of a subscription',
      { subscription: { contract_nam: 'gold' } },
      '"subscription.contract_nam" is not a known key. Did you mean "contract_name"?',
    ],
    [
      'another outcome of a card',
      {
        cards: [
          {
            card: '4111111111111111',
            expiration_month: '12',
            expiration_year: '2035',
            security_code: '123',
            outcome: 'refuse',
          },
        ],
      },
      '"cards[0].outcome" must be one of approve, decline, challenge, found a value that is not shown.',
    ],
    ['an acquirer of a real service', { acquirer: 'any' }, '"acquirer" is for the embedded endpoint only.'],
  ])('complains in one line about %s', (_name, more, complaint) => {
    expect(complain(more)).toBe(complaint);
  });
});

describe('charactersOf', () => {
  test('lists what the brackets of a regular expression hold', () => {
    expect(charactersOf({ alphabet: 'A-C0-2_-' }).join('')).toBe('-012ABC_');
    expect(charactersOf({}).join('')).toBe('-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });
});
