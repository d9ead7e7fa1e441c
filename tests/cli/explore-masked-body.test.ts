import { expect, test } from 'vitest';
import { maskBody, unmaskBody } from '../../cli/explore/sent-case.ts';
import { defaultContext } from '../../generators/context.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';

const payment = sampleOne(validRequest('direct-payment', defaultContext, 'full'), 5);

test('puts masked secrets back where they were left alone', () => {
  const masked = maskBody(payment.body);
  expect(JSON.stringify(masked)).not.toContain(String(payment.body.card));
  expect(unmaskBody(masked, payment.body)).toEqual(payment.body);
});

test('sends what was typed in the place of a masked secret', () => {
  const masked = { ...maskBody(payment.body), card: '4000000000000002', note: 'xxx' };
  expect(unmaskBody(masked, payment.body)).toEqual({
    ...payment.body,
    card: '4000000000000002',
    note: 'xxx',
  });
});
