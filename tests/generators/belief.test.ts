import { isValidBIC, isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { postcodeValidator } from 'postcode-validator';
import { describe, expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { categories } from '../../generators/values/shape-leaves.ts';
import { isObject, listOf, valueAt } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';

const payments = ['direct-payment', 'apm-payment', 'redirect-payment'] as const;

const usual = new Map<DocumentedOperationId, readonly JsonObject[]>();

function drawn(
  operation: DocumentedOperationId,
  context = defaultContext,
  count = 300,
): readonly JsonObject[] {
  const isUsual = context === defaultContext && count === 300;
  const shapes = ['any', 'full'] as const;
  const bodies =
    (isUsual ? usual.get(operation) : undefined) ??
    shapes.flatMap((shape) =>
      sample(validRequest(operation, context, shape), 5, count / 2).map(({ body }) => body),
    );
  if (isUsual) usual.set(operation, bodies);
  return bodies;
}

const text = (body: JsonObject, path: string): string => String(valueAt(body, path.split('.')) ?? '');
const cents = (amount: string) => Math.round(Number(amount) * 100);

/** Bodies that have all of some members, so that no law is kept by having none. */
function having(bodies: readonly JsonObject[], ...paths: string[]): readonly JsonObject[] {
  const all = bodies.filter((body) => paths.every((path) => valueAt(body, path.split('.')) !== undefined));
  expect(all.length).toBeGreaterThan(5);
  return all;
}

function cartOf(body: JsonObject): readonly JsonObject[] {
  return listOf(body.cart_items).flatMap((entry) =>
    isObject(entry) && isObject(entry.basic_item_data) ? [entry.basic_item_data] : [],
  );
}

describe.each(payments)('the goods of a %s', (operation) => {
  const bodies = drawn(operation);

  test('cost what the order says that its items cost, line by line', () => {
    for (const body of having(bodies, 'items', 'item_total')) {
      const lines = text(body, 'items')
        .split('#;#')
        .map((record) => record.split('#,#'));
      const sum = lines.reduce(
        (all, [, , price = '', quantity = '']) => all + cents(price) * Number(quantity),
        0,
      );
      expect(sum).toBe(cents(text(body, 'item_total')));
    }
  });

  test('have no fraction in a currency without a minor unit', () => {
    const yen = drawn(operation, { ...defaultContext, currencies: ['JPY'] }, 60);
    const money = ['amount', 'item_total', 'shipping', 'discount', 'tax_total'];
    for (const body of having(yen, 'items', ...money))
      for (const amount of [...money.map((name) => text(body, name)), text(body, 'items').split('#,#')[2]])
        expect(amount).toMatch(/\.00$/);
  });
});

describe.each(['direct-payment', 'redirect-payment'] as const)('the cart of a %s', (operation) => {
  const full = drawn(operation).filter((body) =>
    cartOf(body).every(({ price, quantity }) => isObject(price) && quantity),
  );

  test('belongs to its order', () => {
    const whole = having(full, 'cart_items', 'item_total').filter((body) =>
      cartOf(body).every(({ price }) => isObject(price) && price.amount_local_currency !== undefined),
    );
    const complete = whole.filter((one) => cartOf(one).length === listOf(one.cart_items).length);
    for (const body of complete.filter((one) => cartOf(one).length > 0)) {
      const price = ({ price }: JsonObject) =>
        Math.round(Number((price as JsonObject).amount_local_currency) * 100);
      const sum = cartOf(body).reduce((all, line) => all + price(line) * Number(line.quantity), 0);
      expect(sum).toBe(cents(text(body, 'item_total')));
    }
  });

  test('is as much in dollars only where dollars are paid', () => {
    const prices = full.flatMap((body) =>
      cartOf(body).flatMap(({ price }) =>
        isObject(price) && price.amount_usd && price.amount_local_currency ? [price] : [],
      ),
    );
    expect(prices.length).toBeGreaterThan(20);
    for (const { amount_usd, amount_local_currency, currency } of prices.filter(
      (one) => Number(one.amount_usd) > 1,
    )) {
      const rate = Number(amount_usd) / Number(amount_local_currency);
      expect(currency === 'USD' ? rate === 1 : rate > 0.004 && rate < 1.5).toBe(true);
    }
  });

  test('names an article, a coupon and a category once, and no term but its own', () => {
    for (const body of drawn(operation)) {
      const codes = listOf(body.total_discount).flatMap((one) =>
        isObject(one) ? (one.coupon_code_used ?? []) : [],
      );
      const lines = text(body, 'items')
        .split('#;#')
        .map((line) => line.split('#,#')[0]);
      for (const list of [codes, lines]) expect(new Set(list).size).toBe(list.length);
      for (const { name, category } of cartOf(body))
        if (typeof name === 'string' && category !== undefined && Object.hasOwn(categories, name))
          expect(category).toBe(categories[name]);
      expect(text(body, 'subscription.contract_name')).not.toMatch(/dai|week|month|year/);
    }
  });

  test('has no token, and 3-D Secure values of its brand where it has any', () => {
    const bodies = drawn(operation);
    expect(bodies.filter(({ token_id }) => token_id !== undefined)).toEqual([]);
    expect(bodies.filter(({ open3d, additional_information }) => open3d && additional_information)).toEqual(
      [],
    );
    const results = bodies.flatMap(({ card, additional_information }) =>
      listOf(additional_information).flatMap((entry) =>
        isObject(entry) && isObject(entry.mpi_info) ? [{ card, ...entry.mpi_info }] : [],
      ),
    ) as JsonObject[];
    for (const { card, eci, cavv, xid, dsTransID } of results) {
      for (const value of [cavv, xid]) if (value !== undefined) expect(value).toMatch(/^[A-Za-z0-9+/]{27}=$/);
      if (dsTransID !== undefined) expect(dsTransID).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      if (card !== undefined && eci !== undefined)
        expect(String(card).startsWith('5') ? ['01', '02'] : ['05', '06']).toContain(eci);
    }
    expect(results.length).toBeGreaterThan(20);
  });

  test('has a subscription that ends with its last cycle', () => {
    const paths = ['interval_count', 'billing_cycle', 'promotion_cycle', 'contract_start', 'contract_end'];
    for (const body of having(drawn(operation), ...paths.map((name) => `subscription.${name}`))) {
      const at = (name: string) => text(body, `subscription.${name}`);
      const days = (Date.parse(at('contract_end')) - Date.parse(at('contract_start'))) / 86_400_000;
      expect(days).toBe(Number(at('interval_count')) * Number(at('billing_cycle')));
      expect(Number(at('promotion_cycle'))).toBeLessThanOrEqual(Number(at('billing_cycle')));
    }
  });
});

function isPhone(number: string, country: string): boolean {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.isValid() === true && parsed.country === country;
}

describe('who pays and who is paid', () => {
  test.each(payments)('has a telephone and a postcode of the country in a %s', (operation) => {
    for (const body of having(drawn(operation), 'shopper_phone', 'billing_country', 'billing_postal_code')) {
      const country = text(body, 'billing_country');
      expect(isPhone(text(body, 'shopper_phone'), country)).toBe(true);
      expect(postcodeValidator(text(body, 'billing_postal_code'), country)).toBe(true);
    }
  });

  test('has an area code and a number that make a telephone', () => {
    const paths = ['person.phone_area_code', 'person.phone_number', 'person.phone_country_code'];
    for (const body of having(drawn('apm-payment'), ...paths)) {
      const [area, number, country] = paths.map((path) => text(body, path));
      const parsed = parsePhoneNumberFromString(`${area}${number}`, country as 'DE');
      expect(parsed?.isValid()).toBe(true);
    }
  });

  test('has a mobile number and a business number in a payout', () => {
    const info = 'beneficiary.additional_info';
    const names = ['personal_mobile_number', 'business_phone_number', 'personal_fiscal_country'];
    for (const body of having(drawn('payout'), ...names.map((name) => `${info}.${name}`))) {
      const [mobile = '', business = '', country = ''] = names.map((name) => text(body, `${info}.${name}`));
      expect([mobile, business].filter((number) => !isPhone(number, country))).toEqual([]);
    }
  });

  test('has a BIC where SWIFT pays, and each label of a document once', () => {
    const bodies = drawn('payout');
    const banks = bodies
      .filter(({ payment_method }) => payment_method === 'SWIFT')
      .flatMap((body) => valueAt(body, ['beneficiary', 'bank_details']) ?? [])
      .filter((bank) => isObject(bank) && bank.iban !== undefined);
    expect(banks.length).toBeGreaterThan(20);
    expect(banks.filter((bank) => isObject(bank) && bank.swift_code === undefined)).toEqual([]);
    const documents = bodies.flatMap((body) => listOf(valueAt(body, ['beneficiary', 'person_documents'])));
    for (const one of documents) {
      const labels = listOf(isObject(one) ? one.labels : []);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test('has a bank, a BIC and an account number that belong to the IBAN', () => {
    const at = 'beneficiary.bank_details';
    const names = ['iban', 'swift_code', 'account_number', 'bank_country_code', 'bank_code'];
    const bodies = having(drawn('payout'), ...names.map((name) => `${at}.${name}`));
    const banks = new Map<string, string>();
    for (const body of bodies) {
      const [iban = '', bic = '', number = '', country = '', code = ''] = names.map((name) =>
        text(body, `${at}.${name}`),
      );
      expect(isValidBIC(bic) && bic.slice(4, 6) === country).toBe(true);
      if (iban !== '')
        expect(isValidIBAN(iban) && iban.startsWith(country) && iban.includes(number)).toBe(true);
      expect(banks.get(`${country} ${code}`) ?? bic).toBe(bic);
      banks.set(`${country} ${code}`, bic);
    }
    expect(banks.size).toBeGreaterThan(8);
  });

  test('has a company number beside that of a person, and no birth date as a company', () => {
    const info = 'beneficiary.additional_info';
    for (const body of having(
      drawn('payout'),
      `${info}.business_registration_number`,
      `${info}.personal_id_number`,
    ))
      expect(text(body, `${info}.business_registration_number`)).not.toBe(
        text(body, `${info}.personal_id_number`),
      );
    for (const body of having(drawn('payout'), 'beneficiary.entity_type'))
      expect(valueAt(body, ['beneficiary', 'date_of_birth'])).toBeUndefined();
    having(drawn('payout'), 'beneficiary.date_of_birth');
  });

  test('pays by a method of the country and in its currency', () => {
    const bodies = having(drawn('apm-payment'), 'payment_method', 'billing_country');
    const pix = bodies.filter(({ payment_method }) => payment_method === 'PIX');
    expect(pix.length).toBeGreaterThan(5);
    expect(new Set(pix.map(({ currency, billing_country }) => `${currency} ${billing_country}`))).toEqual(
      new Set(['BRL BR']),
    );
    const euros = drawn('apm-payment', { ...defaultContext, currencies: ['EUR'] }, 60);
    expect(euros.filter(({ payment_method }) => payment_method === 'PIX')).toEqual([]);
    expect(new Set(euros.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
  });
});

describe('payouts', () => {
  const other = ({ payment_currency, source_currency }: JsonObject) => payment_currency !== source_currency;

  test('are paid from another currency in a believable share, at a plausible rate', () => {
    const all = having(
      drawn('payout'),
      'payment_currency',
      'source_currency',
      'payment_amount',
      'source_amount',
    );
    const share = all.filter(other).length / all.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.5);
    for (const body of all.filter((one) => !other(one))) expect(body.source_amount).toBe(body.payment_amount);
    for (const body of all.filter(other)) {
      const rate = Number(body.source_amount) / Number(body.payment_amount);
      expect(rate > 0.003 && rate < 300).toBe(true);
    }
  });

  test('stay in the currencies that the target names', () => {
    const limited = drawn('payout', { ...defaultContext, payouts: [{ payment_currency: 'EUR' }] });
    expect(having(limited, 'payment_currency', 'source_currency').filter(other)).toEqual([]);
  });
});

describe('dates', () => {
  const on = (day: string): JsonValue[][] =>
    drawn('payout', { ...defaultContext, day }, 60).map((body) => [
      body.payment_date ?? null,
      body.request_id ?? null,
    ]);

  test('count from the day of the run, and banks are open', () => {
    const days = on('2027-02-26').flatMap(([date]) => (typeof date === 'string' ? [date] : []));
    expect(days.every((date) => date >= '2027-02-26' && date <= '2027-03-29')).toBe(true);
    expect(days.filter((date) => [0, 6].includes(new Date(date).getUTCDay()))).toEqual([]);
  });

  test('are the only thing that another day changes', () => {
    const [one, other] = [on('2027-02-26'), on('2027-05-03')];
    expect(one).toEqual(on('2027-02-26'));
    expect(one.map(([, id]) => id)).toEqual(other.map(([, id]) => id));
    expect(one).not.toEqual(other);
  });
});
