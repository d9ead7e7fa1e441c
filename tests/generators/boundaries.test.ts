import { describe, expect, test } from 'vitest';
import { controlOf } from '../../generators/base.ts';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { fieldsOf } from '../../generators/fields.ts';
import { registry } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { selectCases } from '../../generators/select.ts';
import { clauseOf } from '../../schemas/clauses.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';

const operations = Object.keys(registry) as DocumentedOperationId[];
const made = new Map(operations.map((operation) => [operation, boundaries(operation, defaultContext, 1)]));
const casesOf = (operation: DocumentedOperationId): readonly RequestCase[] => made.get(operation) ?? [];
const find = (operation: DocumentedOperationId, name: string) =>
  casesOf(operation).find((one) => one.name === name);
const refundsOf = (name: string) =>
  (find('refund', name)?.body.refund_orders ?? []) as Record<string, string>[];
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

    test(`refusal of a ${operation} is expected only where a clause implies it`, () => {
      const refused = casesOf(operation).filter(({ expectation }) => expectation === 'refused');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter(({ clause }) => clauseOf(clause ?? '').obliged !== 'service')).toEqual([]);
    });
  });
}

describe('batches', () => {
  for (const operation of operations.filter((one) => operationOf(one).batch !== undefined)) {
    const { field = '', limit = 0 } = operationOf(operation).batch ?? {};

    test(`${operation} comes with 0, 1, limit-1, limit and limit+1 entries`, () => {
      const sizes = [0, 1, limit - 1, limit, limit + 1];
      const names = sizes.map((size) => `${field}/${size}-${size === 1 ? 'entry' : 'entries'}`);
      const lengths = names.map(
        (name) => (find(operation, name)?.body[field] as unknown[] | undefined)?.length,
      );
      expect(lengths).toEqual(sizes);
      const expectations = names.map((name) => find(operation, name)?.expectation);
      expect(expectations).toEqual(['not-shown', 'accepted', 'accepted', 'accepted', 'refused']);
    });

    test(`a ${operation} batch names one order twice in three ways`, () => {
      const entries = (name: string) =>
        find(operation, `${field}/${name}`)?.body[field] as Record<string, string>[];
      const distinct = (name: string, member: string) =>
        new Set(entries(name).map((entry) => entry[member])).size;
      expect(entries('same-entry-twice')[0]).toEqual(entries('same-entry-twice')[1]);
      expect(distinct('one-transaction-two-orders', 'transaction_id')).toBe(1);
      expect(distinct('one-transaction-two-orders', 'order_no')).toBe(2);
      expect(distinct('one-order-two-transactions', 'order_no')).toBe(1);
      expect(distinct('one-order-two-transactions', 'transaction_id')).toBe(2);
    });
  }

  test('the batch over the limit breaks its own clause and touches the implied one', () => {
    expect(find('refund', 'refund_orders/51-entries')).toMatchObject({
      clause: '8/refund/over-limit',
      breaks: '8/refund/limit',
      expectation: 'refused',
    });
  });

  test('a refund above the amount is above it', () => {
    const [entry] = refundsOf('refund_orders/refund-above-amount');
    expect(Number(entry?.refund_amount)).toBeGreaterThan(Number(entry?.amount));
  });

  test('two parts stay within the amount, and two others go above it', () => {
    const sum = (name: string) => {
      const entries = refundsOf(name);
      return (
        entries.reduce((total, entry) => total + Number(entry.refund_amount), 0) / Number(entries[0]?.amount)
      );
    };
    expect(sum('refund_orders/two-parts-within-amount')).toBeLessThanOrEqual(1);
    expect(sum('refund_orders/two-parts-above-amount')).toBeGreaterThan(1);
  });
});

describe('values', () => {
  test('the near misses of an amount miss its shape', () => {
    const kinds = [
      'wrong-separator',
      'no-separator',
      'full-width-digits',
      'negative',
      'exponent',
      'as-number',
      'padded',
    ];
    const broken = kinds.map((kind) => find('capture', `amount/${kind}`)?.breaks);
    expect(new Set(broken)).toEqual(new Set(['2.9/request/amount/decimal']));
  });

  test('one character short and long of a code break its shape', () => {
    expect(find('direct-payment', 'currency/one-short')?.breaks).toBe('2.2/currency/shape');
    expect(find('direct-payment', 'currency/one-long')?.breaks).toBe('2.2/currency/shape');
    expect(find('direct-payment', 'challenge_window_size/one-short')?.breaks).toBe(
      '2.2/challenge_window_size/shape',
    );
  });

  test('impossible dates break the shapes that are dates', () => {
    expect(find('payout', 'payment_date/impossible-date-1')?.breaks).toBe('2.13/request/payment_date/shape');
    expect(valueAt(find('payout', 'beneficiary.date_of_birth/impossible-date-2'))).toBe('2030-13-01');
  });

  test('numbers come as text and text as numbers', () => {
    expect(typeof valueAt(find('direct-payment', 'checkout_time/as-text'))).toBe('string');
    expect(typeof valueAt(find('direct-payment', 'amount/as-number'))).toBe('number');
  });

  test('free text meets every injection, other fields take turns', () => {
    const injected = (field: string) =>
      casesOf('direct-payment').filter(({ name }) => name.startsWith(`${field}/injection-`));
    expect(injected('note').length).toBeGreaterThan(5);
    expect(injected('first_name')).toHaveLength(1);
  });

  test('control characters and very long texts arrive in the field they name', () => {
    expect(valueAt(find('refund', 'refund_reason/control-characters'))).toContain('\u0000');
    expect(String(valueAt(find('refund', 'refund_reason/very-long')))).toHaveLength(10_000);
  });

  test('nesting goes one level deeper and one level less deep', () => {
    expect(valueAt(find('apm-payment', 'person/nested-deeper'))).toHaveProperty('person.documents');
    expect(typeof valueAt(find('apm-payment', 'person/as-text'))).toBe('string');
    expect(valueAt(find('refund', 'refund_orders/as-object'))).toHaveProperty('order_no');
  });

  test('a form carries text alone', () => {
    const kinds = casesOf('query').map(({ name }) => name.split('/')[1]);
    expect(kinds).not.toContain('null');
    expect(kinds).not.toContain('as-number');
  });

  test('only the last entry of a batch is changed', () => {
    const control = controlOf('refund', defaultContext, 1);
    expect(control.body.refund_orders).toHaveLength(2);
    expect(find('refund', 'amount/empty')?.at).toBe('refund_orders[1].amount');
  });

  test('each case has orders of its own', () => {
    const numbers = casesOf('direct-payment')
      .filter(({ at }) => at !== 'order_no')
      .map(({ body }) => body.order_no);
    const own = numbers.filter((number) => number !== undefined);
    expect(new Set(own).size).toBe(own.length);
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

describe('a selection', () => {
  const all = casesOf('payout');
  const fields = (cases: readonly RequestCase[]) => new Set(cases.map(({ name }) => name.split('/')[0]));
  const kinds = (cases: readonly RequestCase[]) =>
    new Set(cases.map(({ name }) => name.slice(name.indexOf('/'))));

  test('reaches every field and every kind with a tenth of the cases', () => {
    const some = selectCases(all, Math.ceil(all.length / 8), 1);
    expect(fields(some)).toEqual(fields(all));
    expect(kinds(some)).toEqual(kinds(all));
  });

  test('repeats for its seed and differs for another', () => {
    const names = (seed: number) => selectCases(all, 100, seed).map(({ name }) => name);
    expect(names(1)).toEqual(names(1));
    expect(names(1)).not.toEqual(names(2));
  });

  test('keeps every batch that the document shows as right', () => {
    const some = selectCases(casesOf('refund'), 40, 1).filter(
      ({ expectation }) => expectation === 'accepted',
    );
    expect(some).toHaveLength(3);
  });
});
