import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { singleFaults } from '../../generators/faults.ts';
import { batchOf, refundOfTheRest } from '../../generators/orders.ts';
import type { RequestCase, Shape } from '../../generators/request.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { isObject, listOf } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { operations } from './cases.ts';

const payments = ['direct-payment', 'apm-payment', 'redirect-payment'] as const;
const charges = ['shipping', 'handling', 'tax_total', 'insurance'] as const;
const discounts = ['shipping_discount', 'discount'] as const;

const bodies = (
  operation: DocumentedOperationId,
  knowledge: Partial<MakeContext> = {},
  shapes: readonly Shape[] = ['any', 'full'],
): JsonObject[] =>
  shapes.flatMap((shape) =>
    sample(validRequest(operation, { ...defaultContext, ...knowledge }, shape), 9, 150).map(
      ({ body }) => body,
    ),
  );

const entriesOf = (body: JsonObject, field: string) => listOf(body[field]).filter(isObject);

/** The values of the members of a name, at any depth. */
function valuesOf(value: JsonValue | undefined, name: string): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([own, member]) => (own === name ? [member] : valuesOf(member, name)));
}

describe('texts', () => {
  const fields = {
    note: bodies('direct-payment'),
    custom: bodies('direct-payment'),
    refund_reason: [...bodies('refund'), batchOf('refund', [], defaultContext, 1).body],
    reason: bodies('payout'),
    client_data: bodies('payout'),
    contract_name: [...bodies('direct-payment'), ...bodies('cancel-subscription')],
  };
  const sent = Object.entries(fields).map(([name, all]) => [
    name,
    new Set(all.flatMap((body) => valuesOf(body, name)).map(String)),
  ]) satisfies [string, Set<string>][];

  test('each has a meaning of its own, and no text stands for two', () => {
    for (const [name, texts] of sent) expect([name, texts.size > 2]).toEqual([name, true]);
    const all = sent.flatMap(([, texts]) => [...texts]);
    expect(all.length).toBe(new Set(all).size);
  });

  test('every refund has a reason', () => {
    const entries = fields.refund_reason.flatMap((body) => entriesOf(body, 'refund_orders'));
    expect(entries.length).toBeGreaterThan(300);
    expect(entries.filter(({ refund_reason }) => refund_reason === '')).toEqual([]);
  });

  test('a batch of reviews has one notation of its flag', () => {
    const flags = bodies('review').map((body) => new Set(valuesOf(body, 'review_flag')).size);
    expect(new Set(flags)).toEqual(new Set([1]));
  });
});

// Written anew from ISO 4217, so that the generators are not measured with their own rule.
const unbroken = ['JPY', 'KRW', 'CLP', 'ISK', 'VND', 'XOF'];

/** Places of decimal strings with a fraction other than zero. */
function fractionsIn(value: JsonValue, path = ''): string[] {
  if (typeof value === 'string') return /^\d+\.(?!0+$)\d+$/.test(value) ? [`${path} ${value}`] : [];
  if (Array.isArray(value)) return value.flatMap((one, at) => fractionsIn(one, `${path}[${at}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => fractionsIn(one, `${path}.${name}`));
}

describe.each(unbroken)('amounts in %s', (currency) => {
  const context: MakeContext = { ...defaultContext, currencies: [currency] };

  test.each(operations)('have no fraction in a %s', (operation) => {
    const all = bodies(operation, { currencies: [currency] });
    expect(all.flatMap((body) => fractionsIn(body))).toEqual([]);
    const numbers = all.flatMap((body) => valuesOf(body, 'amount_local_currency'));
    expect(numbers.filter((number) => !Number.isInteger(number))).toEqual([]);
  });

  test('have none in a part of a real order or the rest of it, and are never zero', () => {
    const orders = ['1.00', '7.00', '1235.00'].map((amount, at) => ({
      transaction_id: `T${at}`,
      order_no: `N${at}`,
      currency,
      amount,
    }));
    const parts = [undefined, 0.001, 0.1, 0.5, 1, 1.001, 2];
    const made = parts.map(
      (part) => batchOf('refund', orders, context, 3, part === undefined ? {} : { part }).body,
    );
    const all = made.flatMap((body) => [body, refundOfTheRest(body), refundOfTheRest(body, 1)]);
    expect(all.flatMap((body) => fractionsIn(body))).toEqual([]);
    expect(all.flatMap((body) => valuesOf(body, 'refund_amount')).filter((text) => Number(text) < 1)).toEqual(
      [],
    );
  });

  test('have none in boundaries and faults that are about something else', () => {
    const isMoney = ({ at = '', name }: RequestCase) => /amount|total|discount|request/.test(`${at} ${name}`);
    const made = [...boundaries('refund', context, 2), ...singleFaults('refund', context, 2)];
    const about = made.filter((one) => !isMoney(one) || /parts|refund-above|other-amount/.test(one.name));
    expect(about.length).toBeGreaterThan(30);
    expect(about.flatMap(({ body }) => fractionsIn(body))).toEqual([]);
  });
});

const cents = (body: JsonObject, name: string) => BigInt(String(body[name] ?? '0.00').replace('.', ''));
const sum = (body: JsonObject, names: readonly string[]) =>
  names.reduce((all, name) => all + cents(body, name), 0n);

/** What is wrong with the parts of an amount. */
function wrongWith(body: JsonObject): string[] {
  const parts = [...charges, ...discounts].filter((name) => body[name] !== undefined);
  const left = cents(body, 'item_total') + sum(body, charges) - sum(body, discounts) - cents(body, 'amount');
  return [
    ...(parts.length > 0 && body.item_total === undefined ? [`${parts.join()} without item_total`] : []),
    ...(body.item_total !== undefined && left !== 0n ? [`${left} too much`] : []),
    ...(cents(body, 'shipping_discount') > cents(body, 'shipping') ? ['discount above shipping'] : []),
    ...(cents(body, 'discount') > cents(body, 'item_total') ? ['discount above the goods'] : []),
    ...(cents(body, 'insurance') * 50n > cents(body, 'amount') ? ['insurance above 2 percent'] : []),
    ...(/^\d+\.\d\d$/.test(String(body.amount)) ? [] : ['no amount']),
  ];
}

describe.each(payments)('the parts of a %s', (operation) => {
  test.each(['any', 'full', 'minimal', 'long', 'unicode'] as const)('fit in the shape %s', (shape) => {
    const all = bodies(operation, {}, [shape]);
    expect(all.flatMap(wrongWith)).toEqual([]);
    if (shape === 'minimal') return;
    for (const name of ['item_total', ...charges, ...discounts])
      expect([name, all.filter((body) => cents(body, name) > 0n).length > 10]).toEqual([name, true]);
  });

  test.each([
    [{ shipping: '0.07' }],
    [{ shipping: '7000.00' }],
    [{ item_total: '19.90' }],
    [{ item_total: '19.90', shipping: '4.00' }],
    [{ amount: '20.00', shipping: '0.07' }],
    [{ currency: 'JPY', tax_total: '100.00' }],
  ])('add up around what the merchant fixes: %j', (values) => {
    for (const shape of ['any', 'full', 'minimal'] as const)
      for (const body of bodies(operation, { fixed: { [operation]: values } }, [shape])) {
        expect(body).toMatchObject(values);
        expect(wrongWith(body)).toEqual([]);
      }
  });
});

describe('a payout', () => {
  const all = bodies('payout', {}, ['any', 'full', 'minimal']);
  const parties = all.flatMap(({ beneficiary, payer }) => [beneficiary, payer]).filter(isObject);

  test('names a company with its type and a person without either', () => {
    const named = parties.filter(({ company_name }) => company_name !== undefined);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ entity_type }) => entity_type !== 'COMPANY')).toEqual([]);
    expect(parties.filter((one) => one.entity_type !== undefined && one.company_name === undefined)).toEqual(
      [],
    );
    expect(named.filter(({ date_of_birth }) => date_of_birth !== undefined)).toEqual([]);
    expect(parties.filter(({ date_of_birth }) => date_of_birth !== undefined).length).toBeGreaterThan(100);
  });

  test('owns the account as who it is', () => {
    const owners = parties.flatMap(({ company_name, last_name, first_name, bank_details }) => {
      const owner = company_name ?? (first_name && last_name && `${first_name} ${last_name}`);
      return isObject(bank_details) && bank_details.account_name && owner
        ? [[bank_details.account_name, owner]]
        : [];
    });
    expect(owners.length).toBeGreaterThan(100);
    expect(owners.filter(([name, owner]) => name !== owner)).toEqual([]);
  });

  test('says where the money goes', () => {
    const lost = all.filter(({ beneficiary, beneficiary_id }) => {
      const bank =
        isObject(beneficiary) && isObject(beneficiary.bank_details) ? beneficiary.bank_details : {};
      return !beneficiary_id && !bank.account_number && !bank.iban;
    });
    expect(lost).toEqual([]);
  });

  test('stays what the merchant says that it is', () => {
    const made = bodies('payout', {
      payouts: [{ 'beneficiary.entity_type': 'INDIVIDUAL', 'payer.company_name': 'Own Ltd' }],
    });
    for (const { beneficiary, payer } of made) {
      if (isObject(beneficiary)) expect(beneficiary).toMatchObject({ entity_type: 'INDIVIDUAL' });
      if (isObject(beneficiary)) expect(beneficiary.company_name).toBeUndefined();
      if (isObject(payer)) expect(payer).toMatchObject({ entity_type: 'COMPANY', company_name: 'Own Ltd' });
    }
  });
});

test('a file of a document is of its type', () => {
  const documents = [
    ...bodies('apm-payment').flatMap((body) => valuesOf(body, 'documents')),
    ...bodies('payout').flatMap((body) => valuesOf(body, 'person_documents').flatMap(listOf)),
  ].filter(isObject);
  const starts = { 'application/pdf': '%PDF-1.', 'image/png': '\u0089PNG\r\n' } as const;
  const endings = { 'application/pdf': '.pdf', 'image/png': '.png' } as const;
  const wrong = documents.filter(({ file_type, file_data, file_url }) => {
    if (typeof file_type !== 'string') return false;
    const type = file_type as keyof typeof starts;
    const content =
      file_data === undefined ? undefined : Buffer.from(String(file_data), 'base64').toString('latin1');
    return (
      content?.startsWith(starts[type]) === false ||
      (file_url !== undefined && !String(file_url).endsWith(endings[type]))
    );
  });
  expect(documents.filter(({ file_data }) => file_data !== undefined).length).toBeGreaterThan(50);
  expect(new Set(documents.map(({ file_type }) => file_type)).size).toBeGreaterThan(1);
  expect(wrong).toEqual([]);
});

test.each(payments)(
  'goods of a %s cost what such goods cost, and an app runs on a telephone',
  (operation) => {
    const euros = bodies(operation, { currencies: ['EUR'] });
    const lines = euros.flatMap(({ items }) =>
      typeof items === 'string' ? items.split('#;#').map((line) => line.split('#,#')) : [],
    );
    const prices = (name: string) => lines.flatMap(([, own, price]) => (own === name ? [Number(price)] : []));
    expect(prices('Socks').length * prices('Sofa, grey').length).toBeGreaterThan(0);
    expect(Math.max(...prices('Socks'))).toBeLessThan(15);
    expect(Math.min(...prices('Sofa, grey'))).toBeGreaterThan(300);
    const apps = euros.filter(({ platform_source, device_type }) => platform_source === 'app' && device_type);
    expect(new Set(apps.map(({ device_type }) => device_type))).toEqual(new Set(['mobile']));
  },
);
