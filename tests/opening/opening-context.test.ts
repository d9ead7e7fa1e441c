import { expect, test } from 'vitest';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { openingContext } from '../../opening/requester.ts';
import { readSettings } from '../../targets/settings.ts';

const limited = (amountPerRequest: number) => {
  const settings = readSettings({ CONFORMANCE_MOCK_KEY: 'a-key-of-tests' });
  const { target } = settings;
  return openingContext({
    ...settings,
    target: { ...target, limits: { ...target.limits, amountPerRequest } },
  });
};

test.each([
  [100, '10.00'],
  [5, '2.00'],
  [0.5, '0.50'],
])('an opening under a limit of %d keeps to %s', (limit, amount) => {
  expect(limited(limit).amountLimit).toBe(amount);
});

test('a payout of an opening under the limits of init is of something', () => {
  const payouts = sample(validRequest('payout', limited(5)), 1, 20);
  for (const { body } of payouts) expect(Number(body.payment_amount)).toBeGreaterThanOrEqual(1);
});
