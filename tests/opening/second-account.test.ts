import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../../cli/project/run-options.ts';
import { allOf, type Change, onEveryAnswer, reshaping } from '../../mock/behaviour.ts';
import type { Reply } from '../../mock/reply.ts';
import { type MockOptions, startMock } from '../../mock/server.ts';
import { openRun } from '../../opening/open-run.ts';
import { secondAccountOf } from '../../opening/remarks.ts';
import type { JsonObject, OperationId } from '../../schemas/types.ts';
import { embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { emptyFolder } from '../cli/command.ts';

const key = 'a-key-for-two-accounts';

/** What is said of the second account, where an opening may send so many requests. */
async function shownWith(requests: number, options: MockOptions = {}, operation?: OperationId) {
  const mock = await startMock({ ...options, signing: { recipe: 'hmac-sha256', key } });
  onTestFinished(() => mock.close());
  const settings = readSettings(
    environmentOf({
      target: embeddedTargetFile(),
      seed: '3',
      variables: { CONFORMANCE_EMBEDDED_URL: mock.url, CONFORMANCE_MOCK_KEY: key },
    }),
  );
  const { limits } = settings.target;
  const target = { ...settings.target, limits: { ...limits, requests } };
  const operations = operation === undefined ? settings.operations : [operation];
  const whole = { ...settings, operations, target, out: join(emptyFolder(), 'out') };
  const opened = await openRun(whole, { asksSecondAccount: true });
  return { ...secondAccountOf(opened, target), sent: opened.exchanges.length };
}

test('an opening with no request left for the second account says so', async () => {
  const { works, sent } = await shownWith(Number.POSITIVE_INFINITY);
  expect(works).toBe(true);
  const spent = await shownWith(sent - 1);
  expect(spent.works).toBe(false);
  expect(spent.cause).toBeUndefined();
  expect(spent.says).toContain('no request is left');
});

test('an opening that asks no query says so', async () => {
  const { sent: _, ...shown } = await shownWith(Number.POSITIVE_INFINITY, {}, 'refund-search');
  expect(shown).toEqual({ works: false, says: 'a query shows it, and query is not selected' });
});

/** A query that lists nothing says so, and claims no success. */
const noOrders = onEveryAnswer((value, { operation }) =>
  operation === 'query' && Array.isArray(value.orders_list) && value.orders_list.length === 0
    ? { ...value, return_status: '0', return_message: 'No orders' }
    : value,
);

const without = (status: number, value: JsonObject): Change =>
  reshaping((reply, { operation }) =>
    operation === 'query' &&
    reply.accepted &&
    reply.form === 'json' &&
    [reply.value.orders_list].flat().length === 0
      ? { form: 'json', status, accepted: false, value }
      : reply,
  );

/** Answers unknown accounts in the same words. */
const alike: Change = (behaviour) => ({
  ...behaviour,
  refuse(refusal, about): Reply {
    if (about.operation !== 'query') return behaviour.refuse(refusal, about);
    const { merchant_id = '', account_id = '', encryption_data = '' } = about.request;
    const envelope = { merchant_id, account_id, return_status: '0', return_message: 'No orders' };
    const value = { ...envelope, encryption_data, orders_list: [] };
    return { form: 'json', status: 200, accepted: false, value };
  },
});

test.each([
  ['an unknown one is answered otherwise', noOrders],
  ['an unknown one is answered alike', allOf(noOrders, alike)],
])('a second account with an empty list and no success is left open: %s', async (_how, change) => {
  const { sent: _, ...shown } = await shownWith(Number.POSITIVE_INFINITY, { change });
  expect(shown).toEqual({ works: false, says: expect.stringContaining('lists nothing') });
});

test.each([
  ['without a list', without(200, { return_status: '0', return_message: 'No transactions found' })],
  ['with status 404', without(404, { code: '4040', message: 'Transaction not found' })],
  ['with status 422', without(422, { errors: ['x'], detail: 'Nothing found' })],
])('a second account that is refused %s is not accepted, whatever the words', async (_how, change) => {
  const { works, says, cause } = await shownWith(Number.POSITIVE_INFINITY, { change });
  expect(works).toBe(false);
  expect(says).toContain('is not accepted');
  expect(cause).toMatchObject({ kind: 'account' });
});
