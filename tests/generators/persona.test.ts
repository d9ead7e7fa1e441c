import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultContext, publishedCards } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { locales } from '../../generators/values/locales.ts';
import { documentNumber, personaOf, taxpayerNumber } from '../../generators/values/persona.ts';
import type { JsonValue } from '../../schemas/types.ts';

const drawn = [
  ...sample(validRequest('direct-payment', defaultContext, 'full'), 3, 100),
  ...sample(validRequest('apm-payment', defaultContext, 'full'), 3, 100),
  ...sample(validRequest('payout', defaultContext, 'full'), 3, 100),
];

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
const texts = drawn.flatMap(({ body }) => textsIn(body));

afterEach(() => vi.useRealTimers());

describe('a persona', () => {
  test('the same number gives the same person', () => {
    expect(personaOf(4711)).toEqual(personaOf(4711));
    expect(personaOf(4711)).not.toEqual(personaOf(4712));
  });

  test('every locale has its people', () => {
    const countries = locales.map((_locale, at) => personaOf(at).locale.country);
    expect(new Set(countries).size).toBe(locales.length);
  });

  test('no part of a person is empty or padded', () => {
    const parts = locales.flatMap((_locale, at) => {
      const { locale: _omitted, device, birth, account: _account, ...own } = personaOf(at + 80);
      return Object.values({ ...own, ...device, ...birth });
    });
    expect(parts.filter((part) => part === '' || part !== part.trim())).toEqual([]);
  });

  test('country, currency and language agree within one request', () => {
    for (const { body } of drawn.filter(({ operation }) => operation !== 'payout')) {
      const locale = locales.find(({ country }) => country === body.billing_country);
      expect(body.delivery_country).toBe(locale?.country);
      expect(body.currency).toBe(locale?.currency);
      expect(body.browser_lang).toBe(locale?.language);
      expect(body.shopper_phone).toMatch(new RegExp(`^\\+${locale?.callingCode}\\d+$`));
    }
  });

  test('billing and delivery name one person at one address', () => {
    for (const { body } of drawn.filter(({ operation }) => operation !== 'payout')) {
      expect([body.delivery_firstname, body.delivery_lastname]).toEqual([body.first_name, body.last_name]);
      expect([body.delivery_city, body.delivery_address]).toEqual([body.billing_city, body.billing_address]);
    }
  });

  test('a taxpayer number has its two check digits', () => {
    expect(taxpayerNumber('123456789')).toBe('123.456.789-09');
    expect(taxpayerNumber('111444777')).toBe('111.444.777-35');
  });

  test('a document number has the shape of its country', () => {
    const shapes = locales.map((locale) => documentNumber(locale).replace(/\d/g, '#').replace(/[A-Z]/g, '?'));
    const wanted = locales.map(({ documentShape }) =>
      documentShape === 'cpf' ? '###.###.###-##' : documentShape.replace('L', '?'),
    );
    expect(shapes).toEqual(wanted);
  });

  test('the payer of a payout is not its beneficiary', () => {
    const payouts = drawn.filter(({ operation }) => operation === 'payout').map(({ body }) => body);
    const names = (body: Record<string, JsonValue>, who: string) =>
      (body[who] as Record<string, JsonValue>).last_name;
    expect(
      payouts.filter((body) => names(body, 'payer') !== names(body, 'beneficiary')).length,
    ).toBeGreaterThan(80);
  });
});

describe('nobody is reached', () => {
  test('mail goes to reserved domains', () => {
    const mails = texts.filter((text) => /^[^\s@]+@[^\s@]+$/.test(text));
    expect(mails.length).toBeGreaterThan(300);
    expect(mails.filter((mail) => !/@(example\.(com|org|net)|mail\.example)$/.test(mail))).toEqual([]);
  });

  test('addresses of machines are documentation addresses', () => {
    const addresses = texts.filter((text) => /^(\d{1,3}\.){3}\d{1,3}$|^[0-9a-f:]+::[0-9a-f:]+$/.test(text));
    expect(addresses.length).toBeGreaterThan(200);
    expect(
      addresses.filter((address) => !/^(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8::)/.test(address)),
    ).toEqual([]);
  });

  test('web addresses lie under the reserved top-level domain', () => {
    const hosts = texts.filter((text) => text.startsWith('http')).map((text) => new URL(text).hostname);
    expect(hosts.length).toBeGreaterThan(300);
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
  });

  test('only published card numbers are used', () => {
    const numbers = drawn.flatMap(({ body }) => (body.card === undefined ? [] : [body.card]));
    const published = publishedCards.map(({ card }) => card);
    expect(numbers).toHaveLength(100);
    expect(numbers.filter((card) => !published.includes(String(card)))).toEqual([]);
  });

  test('cards of the operator push out the published ones, field by field', () => {
    const own = {
      card: '4000000000000002',
      expiration_month: '07',
      expiration_year: '2031',
      security_code: '555',
    };
    const [made] = sample(
      validRequest('direct-payment', { ...defaultContext, cards: [own] }, 'minimal'),
      1,
      1,
    );
    expect(made?.body).toMatchObject(own);
  });

  test('the notification goes where the context says', () => {
    const context = {
      ...defaultContext,
      notifyUrl: 'http://127.0.0.1:9/n',
      returnUrl: 'https://shop.example/back',
    };
    const [made] = sample(validRequest('apm-payment', context, 'full'), 1, 1);
    expect(made?.body).toMatchObject({ notify_url: context.notifyUrl, return_url: context.returnUrl });
  });
});

describe('the clock', () => {
  test('requests do not depend on it', () => {
    const at = (time: string) => {
      vi.useFakeTimers({ now: new Date(time) });
      return JSON.stringify(sample(validRequest('payout', defaultContext), 5, 50));
    };
    expect(at('1999-01-01T00:00:00Z')).toBe(at('2044-06-30T12:00:00Z'));
  });
});
