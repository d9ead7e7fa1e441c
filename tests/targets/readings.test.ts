import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../schemas/types.ts';
import { operationsAt } from '../../targets/sending/amount.ts';
import { whyNotSend } from '../../targets/sending/budget.ts';
import { pathsOf } from '../../targets/sending/readings.ts';
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

const rawOf = ({ path, body }: Written) => ({ url: `https://service.invalid${path}`, body });
const refusalOf = (written: Written, operation: OperationId = 'direct-payment') =>
  whyNotSend(operation, {}, carefulTarget, rawOf(written));

/** Payments in JSON with a value that the careful target does not allow, in each way to write it. */
const ofPayments = Object.entries(writings).flatMap(([name, write]) =>
  foreigns.flatMap((foreign) => {
    const written = write(foreign);
    const isValue =
      written.path === '/v1/authorise' &&
      !/comma|does not end|form type|behind JSON|another type|JSON type/.test(name);
    return isValue ? [[`${foreign[0]} ${name}`, written] as const] : [];
  }),
);

describe('what is written by hand', () => {
  test('is sent where it names nothing that the guard knows', () => {
    for (const body of ['', '[]', '{"not_documented":"1",}', '<a>&b;</a>', 'not_documented=%E0%A4%A'])
      expect(refusalOf({ path: '/v1/authorise', type: '', body })).toBeUndefined();
  });

  test.each(Object.keys(writings))('no value that is not the target’s is sent %s', (name) => {
    for (const foreign of foreigns)
      expect(refusalOf(writings[name]?.(foreign) as Written), foreign[0]).toBeDefined();
  });

  test.each(Object.entries(beyond))('%s is not sent', (_name, written) => {
    const [operation = 'optimise-payment-methods'] = operationsAt(pathsOf(written.path));
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

  test('a path that may be read as a capture needs what a capture does', () => {
    const target = { ...carefulTarget, allow: ['reads', 'creates'] as const };
    for (const path of ['/v1/capture/', '/V1/Capture', '//v1//capture', '/v1/%63apture', '/v1/capture;x'])
      expect(
        whyNotSend('query', {}, target, rawOf({ path, type: 'application/json', body: '{}' }))?.message,
      ).toContain('moves-money');
  });

  test.each(['x-amount', 'x-merchant-id', 'card-number'])('a header %s is not sent', (name) => {
    const raw = { url: 'https://service.invalid/v1/query', headers: { [name]: '1' } };
    expect(whyNotSend('query', {}, carefulTarget, raw)).toBeDefined();
    expect(whyNotSend('query', {}, carefulTarget, { ...raw, headers: { accept: '1' } })).toBeUndefined();
  });
});

describe('the value of a request', () => {
  test('is sent where it is honest', () => {
    const twice = { ...payment, orderAmount: '1.0', merNo: '100001' };
    expect(whyNotSend('direct-payment', twice, carefulTarget)).toBeUndefined();
    expect(whyNotSend('capture', capture, carefulTarget)).toBeUndefined();
  });

  // A value of JSON has a member once.
  const values = [...Object.entries(beyond), ...ofPayments].flatMap(([name, { path, type, body }]) =>
    type !== 'application/json' || /twice|two parts/.test(name) ? [] : [[name, path, body] as const],
  );

  test.each(values)('%s is not sent', (_name, path, body) => {
    const [operation = 'optimise-payment-methods'] = operationsAt(pathsOf(path));
    expect(whyNotSend(operation, JSON.parse(body), carefulTarget)).toBeDefined();
  });

  test('is a card payment with a card in it, by whatever method', () => {
    const target = { ...carefulTarget, allow: ['creates'] as const };
    const raw = { url: 'https://service.invalid/v1/authorise' };
    const body = { payment_method: 'PIX', card: ownCard };
    expect(whyNotSend('apm-payment', body, target, raw)?.message).toContain('moves-money');
  });
});

/** What stands inside a form, an address or markup is written as it has to be there. */
function encodedFor(way: string, value: string): string {
  if (/query|form|semicolon|bracket/.test(way) && !/JSON/.test(way)) return encodeURIComponent(value);
  return value;
}
