import { beforeEach, expect, test, vi } from 'vitest';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { folderWith } from '../targets/target-folder.ts';
import { sandboxTarget } from './sandbox-target.ts';
import { servedExplore } from './served-explore.ts';

beforeEach(() => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  return () => vi.unstubAllEnvs();
});

const careful = () =>
  sandboxTarget(['reads', 'creates', 'moves-money', 'irreversible'], {
    currencies: ['EUR'],
    limits: { requestsPerSecond: 1000, amountPerRequest: '10.00' },
  });

test.each<[DocumentedOperationId, JsonObject, string]>([
  ['direct-payment', { card: '5555555555554444' }, 'card is not among the cards of the target'],
  ['direct-payment', { currency: 'KWD' }, "currency is KWD; the target's currencies are EUR"],
  ['direct-payment', { merchant_id: 'otherm' }, "merchant_id is not the target's"],
  [
    'payout',
    { payment_amount: undefined as never, source_amount: '999999' },
    'limits.amountPerRequest is 10',
  ],
  ['payout', { source_currency: 'USD' }, 'source_currency is USD'],
  ['payout', { payment_amount: ['999999'] }, 'limits.amountPerRequest is 10'],
  ['direct-payment', { amount: ['99999.00'] }, 'limits.amountPerRequest is 10'],
  ['direct-payment', { amount: [99_999] }, 'limits.amountPerRequest is 10'],
  ['direct-payment', { subscription: { contract_amount: '99999.00' } }, 'limits.amountPerRequest is 10'],
])('an edited %s with %j is refused, and nothing is sent', async (operation, change, why) => {
  const { file, lines } = await careful();
  const { make, send } = await servedExplore({ target: file });
  const { status, told } = await send(await make({ operation }), change);
  expect([status, told]).toEqual([409, { error: expect.stringContaining(why) }]);
  expect(lines).toEqual([]);
});

test.each<[DocumentedOperationId, string, JsonObject]>([
  ['refund', 'refund_orders', { amount: '99999.00', refund_amount: '' }],
  ['cancel', 'cancel_orders', { amount: '99999.00' }],
])('an edited entry of a %s is refused, and nothing is sent', async (operation, batch, change) => {
  const { file, lines } = await careful();
  const { make, send } = await servedExplore({ target: file });
  const made = await make({ operation });
  expect(made.payments).toMatch(/^1 card payment/);
  const [entry] = made.body[batch] as JsonObject[];
  const { status, told } = await send(made, { [batch]: [{ ...entry, ...change }] });
  expect([status, told.error]).toEqual([409, expect.stringContaining('limits.amountPerRequest is 10')]);
  expect(lines).toEqual([]);
});

test('what was not edited is sent', async () => {
  const { file, lines } = await careful();
  const { make, send } = await servedExplore({ target: file });
  expect((await send(await make({ operation: 'direct-payment' }))).status).toBe(200);
  expect(lines).toHaveLength(1);
});
