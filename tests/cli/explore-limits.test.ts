import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveExplore } from '../../cli/explore/serve.ts';
import { openSession } from '../../cli/explore/session.ts';
import { runExplore } from '../../cli/investigate/explore.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { folderWith } from '../targets/target-folder.ts';
import { sandboxTarget } from './sandbox-target.ts';

beforeEach(() => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  return () => vi.unstubAllEnvs();
});

const careful = () =>
  sandboxTarget(['reads', 'creates', 'moves-money', 'irreversible'], {
    currencies: ['EUR'],
    limits: { requestsPerSecond: 1000, amountPerRequest: '10.00' },
  });

test.each<[DocumentedOperationId, string[], string]>([
  ['direct-payment', ['card=5555555555554444'], 'card is not among the cards of the target'],
  ['direct-payment', ['currency=KWD'], "currency is KWD; the target's currencies are EUR"],
  ['direct-payment', ['merchant_id=otherm'], "merchant_id is not the target's"],
  ['payout', ['payment_amount=', 'source_amount=999999'], 'limits.amountPerRequest is 10'],
  ['payout', ['source_currency=USD'], 'source_currency is USD'],
  ['payout', ['payment_amount=["999999"]'], 'limits.amountPerRequest is 10'],
  ['direct-payment', ['amount=["99999.00"]'], 'limits.amountPerRequest is 10'],
  ['direct-payment', ['subscription={"contract_amount":"99999.00"}'], 'limits.amountPerRequest is 10'],
  [
    'refund',
    ['refund_orders[0].amount=99999.00', 'refund_orders[0].refund_amount=""'],
    'limits.amountPerRequest is 10',
  ],
  ['cancel', ['cancel_orders[0].amount=99999.00'], 'limits.amountPerRequest is 10'],
])('explore %s with %j sends nothing', async (operation, edits, why) => {
  const { file, lines } = await careful();
  const asked = { operation, target: file, edits, orders: 'unknown', full: false, seed: 11 } as const;
  await expect(runExplore(asked, () => {})).rejects.toThrow(why);
  expect(lines).toEqual([]);
});

test('the page keeps the same limits', async () => {
  const { file, lines } = await careful();
  const session = await openSession({ target: file, seed: 11 });
  onTestFinished(() => session.close());
  const page = await serveExplore(session, { port: 0 });
  onTestFinished(() => page.close());
  const { origin, searchParams } = new URL(page.url);
  const headers = { 'content-type': 'application/json', 'x-explore-token': searchParams.get('token') ?? '' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, told: (await answer.json()) as JsonObject };
  };
  const { told } = await post('/api/case', { operation: 'direct-payment' });
  const body = told.body as JsonObject;
  const send = (changes: JsonObject) => post('/api/send', { id: told.id, body: { ...body, ...changes } });
  for (const changes of [{ merchant_id: 'otherm' }, { card: '5555555555554444' }, { amount: [99_999] }]) {
    const { status, told: refused } = await send(changes);
    expect([status, Object.keys(refused)]).toEqual([409, ['error']]);
  }
  expect(lines).toEqual([]);
  expect((await send({})).status).toBe(200);
});
