import { describe, expect, test } from 'vitest';
import { appraise } from '../../generators/appraise.ts';
import { controlOf } from '../../generators/base.ts';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { fieldsOf } from '../../generators/fields.ts';
import type { RequestCase } from '../../generators/request.ts';
import { selectCases } from '../../generators/select.ts';
import { clauseOf } from '../../schemas/clauses.ts';
import { coreMembersOf, requestSchema } from '../../schemas/contract.ts';
import { operationOf, operationsOf } from '../../schemas/operations.ts';
import { casesOf, findCase, operations, refundsOf } from './cases.ts';
import { breaksOneClause } from './laws.ts';

const valueAt = (one: RequestCase | undefined) => {
  const steps = (one?.at ?? '').split(/[.[\]]+/).filter((step) => step !== '');
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    one?.body,
  );
};

for (const operation of operations) {
  describe(operation, () => {
    test(`every documented part of a ${operation} request is left out once`, () => {
      const { batch } = operationOf(operation);
      const names = new Set(casesOf(operation).map(({ name }) => name));
      const labels = fieldsOf(requestSchema(operation), batch?.field).map(({ label }) => `${label}/absent`);
      expect(labels.filter((name) => !names.has(name))).toEqual([]);
    });

    test(`every ${operation} boundary names a clause of the operation`, () => {
      const foreign = casesOf(operation).filter(({ clause, breaks }) =>
        [clause ?? 'none', breaks ?? clause ?? 'none'].some(
          (id) => !clauseOf(id).operations.includes(operation),
        ),
      );
      expect(foreign).toEqual([]);
    });

    test(`every ${operation} boundary differs from its control where it says`, () => {
      const control = JSON.stringify(controlOf(operation, defaultContext, 1).body);
      const silent = casesOf(operation).filter(
        ({ body, at }) => at === undefined || JSON.stringify(body) === control,
      );
      expect(silent).toEqual([]);
    });

    test(`a ${operation} boundary that names a broken clause breaks no other`, () => {
      expect(breaksOneClause(casesOf(operation).filter(({ breaks }) => breaks !== undefined))).toEqual([]);
    });

    test(`refusal of a ${operation} is expected only where a clause implies it`, () => {
      const refused = casesOf(operation).filter(({ expectation }) => expectation === 'refused');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter(({ clause }) => clauseOf(clause ?? '').obliged !== 'service')).toEqual([]);
    });
  });
}

const leaves = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

test.each(['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const)(
  'a %s with null for all that it can do without is among the first boundaries',
  (operation) => {
    const made = selectCases(casesOf(operation), () => 12, 1).find(({ name }) =>
      name.startsWith('body/null'),
    );
    const members = Object.entries(made?.body ?? {});
    const isCore = ([name]: readonly [string, unknown]) => coreMembersOf(operation).includes(name);
    const [core, others] = [members.filter(isCore), members.filter((one) => !isCore(one))];
    expect(others.length).toBeGreaterThan(5);
    expect(new Set(others.flatMap(([, value]) => leaves(value)))).toEqual(new Set([null]));
    expect(core.flatMap(([, value]) => leaves(value))).not.toContain(null);
  },
);

test.each(operationsOf('payment'))(
  'totals of a %s are once off by a cent and once below the discount',
  (id) => {
    const cents = (name: string, ...members: string[]) =>
      members.map((member) => Number(String(findCase(id, name)?.body[member]).replace('.', '')));
    const [over = 0, exact = 0] = [
      ...cents('totals/one-cent-over', 'item_total'),
      ...cents('totals/one-cent-under', 'item_total'),
    ];
    expect(over - exact).toBe(findCase(id, 'totals/one-cent-over')?.body.currency === 'JPY' ? 200 : 2);
    const [amount = 0, discount = 0] = cents('totals/discount-above-amount', 'amount', 'discount');
    expect(discount).toBe(2 * amount);
  },
);

test('the same seed makes the same boundaries to the byte, another seed others', () => {
  const text = (seed: number) => JSON.stringify(boundaries('refund', defaultContext, seed));
  expect(text(1)).toBe(text(1));
  expect(text(1)).not.toBe(text(2));
});

test('a change that breaks two clauses names none as the broken one', () => {
  const body = { merchant_id: 1, account_id: 2 };
  const made = appraise({ operation: 'query', name: 'both', kind: 'boundary', body, at: '', gap: 'formats' });
  expect(made.breaks).toBeUndefined();
  expect(made.clause).toBe('2.1/request/merchant_id/string');
});

describe('identifiers', () => {
  for (const kind of ['absent', 'empty', 'blank', 'very-long', 'unknown']) {
    test(`an identifier that is ${kind} names nobody, so refusal is implied`, () => {
      expect(findCase('capture', `merchant_id/${kind}`)).toMatchObject({
        clause: '5.3/unknown-merchant',
        expectation: 'refused',
      });
      expect(findCase('query', `account_id/${kind}`)).toMatchObject({
        clause: '5.3/unknown-account',
        expectation: 'refused',
      });
    });
  }

  test('an identifier that a reader may take for the right one is left open', () => {
    expect(findCase('capture', 'merchant_id/padded')?.expectation).toBe('not-shown');
    expect(findCase('capture', 'merchant_id/as-number')?.expectation).toBe('not-shown');
  });

  test('a misshapen APM payment is invalid input, any other one is left open', () => {
    expect(findCase('apm-payment', 'amount/exponent')).toMatchObject({
      clause: '7.6/invalid-input',
      expectation: 'refused',
    });
    expect(findCase('direct-payment', 'amount/exponent')?.expectation).toBe('not-shown');
    expect(findCase('apm-payment', 'amount/three-fraction-digits')?.expectation).toBe('not-shown');
    expect(findCase('apm-payment', 'amount/empty')?.expectation).toBe('refused');
    expect(findCase('apm-payment', 'handling/empty')).toMatchObject({ expectation: 'not-shown' });
  });
});

describe('values', () => {
  test('the near misses of an amount miss its shape', () => {
    const kinds = ['wrong-separator', 'full-width-digits', 'negative', 'exponent', 'as-number', 'padded'];
    const broken = kinds.map((kind) => findCase('capture', `amount/${kind}`)?.breaks);
    expect(new Set(broken)).toEqual(new Set(['2.9/request/amount/decimal']));
    // The dot is shown by samples alone.
    expect(findCase('capture', 'amount/no-separator')?.breaks).toBe('1.1/request/two-fraction-digits');
  });

  test('one character short and long of a code break its shape', () => {
    expect(findCase('direct-payment', 'currency/one-short')?.breaks).toBe('2.2/currency/shape');
    expect(findCase('direct-payment', 'currency/one-long')?.breaks).toBe('2.2/currency/shape');
    expect(findCase('direct-payment', 'challenge_window_size/one-short')?.breaks).toBe(
      '2.2/challenge_window_size/shape',
    );
  });

  test.each([
    ['capture', 'amount', '2.9/request/amount/decimal'],
    ['payout', 'payment_amount', '2.13/request/payment_amount/digits'],
    ['payout', 'payment_date', '2.13/request/payment_date/shape'],
    ['payout', 'request_id', '2.13/request/request_id/shape'],
    ['direct-payment', 'currency', '2.2/currency/shape'],
    ['direct-payment', 'birth_date', '2.2/birth_date/shape'],
    ['apm-payment', 'person.address_country', '2.5/address_country/shape'],
    ['direct-payment', 'challenge_window_size', '2.2/challenge_window_size/shape'],
  ] as const)(
    'signs beside the letters of %s %s, and a line end, break its shape',
    (operation, field, clause) => {
      const kinds = ['sign-below-its-letters', 'sign-above-its-letters', 'line-end-behind'];
      const broken = kinds.map((kind) => findCase(operation, `${field}/${kind}`)?.breaks);
      expect(new Set(broken)).toEqual(new Set([clause]));
    },
  );

  test.each([
    ['no-digit-before-the-dot', '1.1/request/two-fraction-digits'],
    ['no-digit-behind-the-dot', '1.1/request/two-fraction-digits'],
    ['two-dots', '2.9/request/amount/decimal'],
    ['plus-sign', '2.9/request/amount/decimal'],
  ])('an amount with %s breaks %s', (kind, clause) => {
    expect(findCase('capture', `amount/${kind}`)?.breaks).toBe(clause);
  });

  test('dates of fewer digits break their shape', () => {
    for (const kind of ['two-digit-year', 'one-digit-month']) {
      expect(findCase('payout', `payment_date/${kind}`)?.breaks).toBe('2.13/request/payment_date/shape');
      expect(findCase('direct-payment', `birth_date/${kind}`)?.breaks).toBe('2.2/birth_date/shape');
    }
  });

  test('a code that nobody has is of the right shape', () => {
    expect(findCase('apm-payment', 'person.address_country/unassigned-code')).toMatchObject({
      clause: '2.14/allowed-values',
      expectation: 'not-shown',
    });
  });

  test('impossible dates break the shapes that are dates', () => {
    expect(findCase('payout', 'payment_date/impossible-date-1')?.breaks).toBe(
      '2.13/request/payment_date/shape',
    );
    expect(valueAt(findCase('payout', 'beneficiary.date_of_birth/impossible-date-2'))).toBe('2030-13-01');
  });

  test('numbers come as text and text as numbers', () => {
    expect(typeof valueAt(findCase('direct-payment', 'checkout_time/as-text'))).toBe('string');
    expect(typeof valueAt(findCase('direct-payment', 'amount/as-number'))).toBe('number');
  });

  test('free text meets every injection, other fields take turns', () => {
    const injected = (field: string) =>
      casesOf('direct-payment').filter(({ name }) => name.startsWith(`${field}/injection-`));
    expect(injected('note').length).toBeGreaterThan(5);
    expect(injected('first_name')).toHaveLength(1);
  });

  test('control characters and very long texts arrive in the field they name', () => {
    expect(valueAt(findCase('refund', 'refund_reason/control-characters'))).toContain('\u0000');
    expect(String(valueAt(findCase('refund', 'refund_reason/very-long')))).toHaveLength(10_000);
  });

  test('nesting goes one level deeper and one level less deep', () => {
    expect(valueAt(findCase('apm-payment', 'person/nested-deeper'))).toHaveProperty('person.documents');
    expect(typeof valueAt(findCase('apm-payment', 'person/as-text'))).toBe('string');
    expect(valueAt(findCase('refund', 'refund_orders/as-object'))).toHaveProperty('order_no');
  });

  test('a form carries text alone', () => {
    const kinds = casesOf('query').map(({ name }) => name.split('/')[1]);
    expect(kinds).not.toContain('null');
    expect(kinds).not.toContain('as-number');
  });

  test('only the last entry of a batch is changed', () => {
    const control = controlOf('refund', defaultContext, 1);
    expect(control.body.refund_orders).toHaveLength(2);
    expect(findCase('refund', 'amount/empty')?.at).toBe('refund_orders[1].amount');
  });

  test('each case has orders of its own', () => {
    const numbers = casesOf('direct-payment')
      .filter(({ at }) => at !== 'order_no')
      .map(({ body }) => body.order_no);
    const own = numbers.filter((number) => number !== undefined);
    expect(new Set(own).size).toBe(own.length);
    const batches = ['amount/zero', 'amount/negative', 'refund_orders/1-entry'].flatMap(refundsOf);
    expect(new Set(batches.map(({ order_no }) => order_no)).size).toBe(batches.length);
  });
});

describe('an amount limit', () => {
  test('amounts above it are left out', () => {
    const context = { ...defaultContext, amountLimit: '50.00' };
    const names = new Set(boundaries('direct-payment', context, 1).map(({ name }) => name));
    expect(names.has('amount/twelve-digits')).toBe(false);
    expect(names.has('amount/smallest')).toBe(true);
    expect(
      boundaries('payout', context, 1).some(({ name }) => name === 'payment_amount/eighteen-digits'),
    ).toBe(false);
  });
});
