import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../schemas/types.ts';
import { operationsAt } from '../../targets/sending/amount.ts';
import { createBudget, whyNotSend } from '../../targets/sending/budget.ts';
import { readingsOf } from '../../targets/sending/readings.ts';
import {
  beyond,
  capture,
  carefulTarget,
  type Foreign,
  foreigns,
  ownCard,
  payment,
  type Written,
  writings,
} from './writings.ts';

const wireOf = ({ path, type, body }: Written, method = 'POST') => ({
  method,
  url: `https://service.invalid${path}`,
  headers: { 'content-type': type },
  body,
});
const refusalOf = (written: Written, operation: OperationId = 'direct-payment') =>
  whyNotSend(operation, {}, carefulTarget, wireOf(written));

describe('what goes onto the wire', () => {
  test('an honest payment and an honest capture are sent', () => {
    const type = 'application/json';
    expect(refusalOf({ path: '/v1/authorise', type, body: JSON.stringify(payment) })).toBeUndefined();
    expect(
      refusalOf({ path: '/v1/capture', type, body: JSON.stringify(capture) }, 'capture'),
    ).toBeUndefined();
    // What is said twice in the same way has one reading.
    const twice = `${JSON.stringify(payment).slice(0, -1)},"amount":"1.00","orderAmount":"1.0","merNo":"100001"}`;
    expect(refusalOf({ path: '/v1/authorise?amount=1.00', type, body: twice })).toBeUndefined();
  });

  test.each(Object.keys(writings))('no value that is not the target’s is sent %s', (name) => {
    for (const foreign of foreigns)
      expect(refusalOf(writings[name]?.(foreign) as Written), foreign[0]).toBeDefined();
  });

  test.each(Object.entries(beyond))('%s is not sent', (_name, written) => {
    const [operation = 'optimise-payment-methods'] = operationsAt(readingsOf(wireOf(written)).paths);
    expect(refusalOf(written, operation)).toBeDefined();
  });

  test('no drawn value is sent in any way to write it', () => {
    const code = fc.constantFrom('USD', 'kwd', ' JPY', 'ＧＢＰ', '978', '036', 'US Dollar', '€$', 'C H F');
    const cents = fc.integer({ min: 1001, max: 99_999_999 });
    const amount = cents.map((some) => (some / 100).toFixed(2));
    const odd = cents.map((some) => `${Math.ceil(some / 100)}`).map((some) => [...some].join(' '));
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:@-]{0,30}$/);
    const somebody = id.filter((one) => !/^(?:text|true|false|100001(?:001)?)$/.test(one));
    const card = fc.constantFrom(
      '4111111111111111',
      '5555 5555 5555 4444',
      '378282246310005',
      '4111-1111-1111-1111',
    );
    const foreign = fc.oneof(
      fc.tuple(fc.constant('amount'), fc.oneof(amount, odd)),
      fc.tuple(fc.constant('currency'), code),
      fc.tuple(fc.constantFrom('merchant_id', 'account_id'), somebody),
      fc.tuple(fc.constant('card'), card),
    );
    const way = fc.constantFrom(...Object.keys(writings));
    fc.assert(
      fc.property(way, foreign, (name, [field, value]) => {
        expect(
          refusalOf(writings[name]?.([field, encodedFor(name, value)] as Foreign) as Written),
        ).toBeDefined();
      }),
      { numRuns: 3000, seed: 7 },
    );
  });

  test('of several readings the largest one uses up the total', () => {
    const limits = { ...carefulTarget.limits, amountTotal: 15 };
    const budget = createBudget({ ...carefulTarget, limits });
    const body = JSON.stringify({ ...payment, request: { amount: '9.00' } });
    const claim = () =>
      budget.claim(
        'direct-payment',
        payment,
        wireOf({ path: '/v1/authorise', type: 'application/json', body }),
      );
    claim();
    expect(claim).toThrow('limits.amountTotal');
  });

  test('a path that may be read as a capture needs what a capture does', () => {
    const target = { ...carefulTarget, allow: ['reads', 'creates'] as const };
    for (const path of ['/v1/capture/', '/V1/Capture', '//v1//capture', '/v1/%63apture', '/v1/capture;x'])
      expect(
        whyNotSend('query', {}, target, wireOf({ path, type: 'application/json', body: '{}' }))?.message,
      ).toContain('moves-money');
  });

  test('a payment by another method with a card in it is a card payment', () => {
    const target = { ...carefulTarget, allow: ['creates'] as const };
    const body = JSON.stringify({ payment_method: 'PIX', card: ownCard });
    const wire = wireOf({ path: '/v1/authorise', type: 'application/json', body });
    expect(whyNotSend('apm-payment', {}, target, wire)?.message).toContain('moves-money');
  });

  test.each([
    [
      'packed in a way that is unknown',
      { 'content-encoding': 'zstd' },
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    ],
    ['of another set of signs', { 'content-type': 'application/json; charset=utf-7' }, '{"a":"+AGE-"}'],
    ['nested without end', {}, `{"amount":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('a body %s is not sent', (_name, headers, body) => {
    const wire = { ...wireOf({ path: '/v1/authorise', type: 'application/json', body: '' }), body };
    const own = Object.fromEntries(Object.entries({ ...wire.headers, ...headers }));
    expect(whyNotSend('direct-payment', {}, carefulTarget, { ...wire, headers: own })).toBeDefined();
  });
});

/** What stands inside a form, an address or markup is written as it has to be there. */
function encodedFor(way: string, value: string): string {
  if (/query|form|semicolon|bracket/.test(way) && !/JSON/.test(way)) return encodeURIComponent(value);
  return value;
}
