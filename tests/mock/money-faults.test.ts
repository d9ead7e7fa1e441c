import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import type { ImpossibleKind } from '../../schemas/rules/run/reconciliation.ts';
import { type Caller, openCaller, signing } from './caller.ts';
import { batch, bodyOf, party, pay } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

const refunded =
  (...parts: readonly number[]) =>
  async (caller: Caller) => {
    const orders = await pay(caller, 1, 'money');
    for (const part of parts) await caller.send('refund', batch('refund', orders, part));
  };
const refundedTogether = (part: number) => async (caller: Caller) => {
  const orders = await pay(caller, 1, 'money');
  const refund = () => caller.send('refund', batch('refund', orders, part));
  await Promise.all([refund(), refund()]);
};
const payout = bodyOf('payout', 'minimal');
const paidOutTogether = async (caller: Caller) => {
  await Promise.all([caller.send('payout', payout), caller.send('payout', payout)]);
};
const listed =
  (calls: (caller: Caller) => Promise<void>, search: 'query' | 'refund-search') => async (caller: Caller) => {
    await calls(caller);
    await caller.send(search, party);
  };

const order = 'money-0';
const request = String(payout.request_id);
const paidOut = String(payout.payment_amount);

test.each<
  readonly [fault: string, (caller: Caller) => Promise<void>, ImpossibleKind, name: string, sum: string]
>([
  ['refund-above-amount', refunded(3), 'refunded-above', order, '30.75'],
  ['refund-parts-above-amount', refunded(0.6, 0.6), 'refunded-above', order, '12.30'],
  ['at-once-refund-5ms', refundedTogether(0.6), 'refunded-above', order, '12.30'],
  ['at-once-refund-5ms', refundedTogether(1), 'refunded-above', order, '20.50'],
  ['at-once-payout-5ms', paidOutTogether, 'paid-out-twice', request, paidOut],
  ['query-amount-not-as-paid', listed(refunded(), 'query'), 'payment-shown-otherwise', order, '10.00'],
  ['query-currency-not-as-paid', listed(refunded(), 'query'), 'payment-shown-otherwise', order, '10.25'],
  [
    'refund-search-amount-not-as-refunded',
    listed(refunded(0.6), 'refund-search'),
    'refund-listed-otherwise',
    order,
    '6.00',
  ],
])('the ledger names the order and the sum of %s', async (fault, calls, kind, name, sum) => {
  const caller = openCaller(`${mock.url}/faults/${fault}`);
  // Each look at the clock is a microsecond later than the last one, so that two calls lie within every window of the faults.
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++looks / 1000);
  await calls(caller).finally(() => clock.mockRestore());
  const { impossible } = judgeRun(caller.exchanges).book;
  expect(impossible).toMatchObject([{ kind, name, sum }]);
});
