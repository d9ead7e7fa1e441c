import { check, property } from 'fast-check';
import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import type { RequestCase, Shape } from '../../generators/request.ts';
import { validRequest } from '../../generators/valid.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';

function smallest(
  operation: DocumentedOperationId,
  holds: (made: RequestCase) => boolean,
  shape: Shape = 'any',
) {
  const result = check(property(validRequest(operation, defaultContext, shape), holds), {
    seed: 1,
    numRuns: 500,
  });
  return result.counterexample?.[0];
}

test('a fault about one field shrinks to the core fields and that field', () => {
  const made = smallest('direct-payment', ({ body }) => body.note === undefined);
  expect(Object.keys(made?.body ?? {}).sort()).toEqual(
    [
      'account_id',
      'amount',
      'card',
      'currency',
      'expiration_month',
      'expiration_year',
      'merchant_id',
      'note',
      'notify_url',
      'order_no',
      'security_code',
    ].sort(),
  );
});

test('a fault about a nested field drops everything around it', () => {
  const made = smallest('apm-payment', ({ body }) => !JSON.stringify(body).includes('branch_number'));
  const person = made?.body.person as { documents: { labels: { bank_account: object } } };
  expect(Object.keys(person)).toEqual(['documents']);
  expect(Object.keys(person.documents.labels.bank_account)).toEqual(['branch_number']);
});

test('a fault at 37 entries shrinks to 37 entries', () => {
  const made = smallest('refund', ({ body }) => (body.refund_orders as object[]).length < 37);
  expect(made?.body.refund_orders).toHaveLength(37);
});

test('a fault about large amounts shrinks to the smallest large amount', () => {
  const made = smallest('capture', ({ body }) => !JSON.stringify(body).match(/"amount":"[1-9]\d{3,}\.\d\d"/));
  expect(made?.body.capture_orders).toMatchObject([{ amount: expect.stringMatching(/^1000\.0/) }]);
});

test('a fault about a locale keeps the locale', () => {
  const made = smallest('direct-payment', ({ body }) => body.currency !== 'JPY');
  expect(made?.body.currency).toBe('JPY');
});

test('no two requests of one shrinking share an order number', () => {
  const tried = new Map<string, string>();
  const doubled: string[] = [];
  smallest('direct-payment', ({ body }) => {
    const { order_no, ...rest } = body;
    const text = JSON.stringify(rest);
    const before = tried.get(String(order_no));
    if (before !== undefined && before !== text) doubled.push(String(order_no));
    tried.set(String(order_no), text);
    return body.note === undefined || body.custom === undefined;
  });
  expect(tried.size).toBeGreaterThan(10);
  expect(doubled).toEqual([]);
});
