import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type Caller, openCaller, signing } from './caller.ts';
import { batch, bodyOf, featuredPayment, otherAccount, party, pay } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

function caller(): Caller {
  return openCaller(mock.url);
}

function answerOf({ judgement }: JudgedExchange): JsonObject {
  const answer = (judgement.answer ?? {}) as JsonObject;
  return (answer.respon ?? answer) as JsonObject;
}

function entriesOf(judged: JudgedExchange, field: string): JsonObject[] {
  return answerOf(judged)[field] as JsonObject[];
}

describe('a payment', () => {
  test('gets an id that depends on nothing but itself', async () => {
    const [one, other] = await Promise.all([startMock({ signing }), startMock({ signing })]);
    const [first, second] = [openCaller(one.url), openCaller(other.url)];
    const a = await first.send('direct-payment', featuredPayment('same'));
    await second.send('direct-payment', featuredPayment('earlier'));
    await second.send('payout', bodyOf('payout'));
    const b = await second.send('direct-payment', featuredPayment('same'));
    expect(answerOf(b)).toEqual(answerOf(a));
    await Promise.all([one.close(), other.close()]);
  });

  test('that repeats an order_no gets another id', async () => {
    const calls = caller();
    const first = answerOf(await calls.send('direct-payment', featuredPayment('repeated')));
    const second = answerOf(await calls.send('direct-payment', featuredPayment('repeated')));
    expect(second.transaction_id).not.toBe(first.transaction_id);
  });

  test.each([
    ['4000000000000002', '2105'],
    ['4111111111111112', '2101'],
    ['4111', '2101'],
  ])('with the card %s is declined', async (card, code) => {
    const judged = await caller().send('direct-payment', {
      ...featuredPayment(`declined-with-${code}`),
      card,
    });
    expect(judged.judgement).toMatchObject({ outcome: 'refused', findings: [] });
    expect(answerOf(judged).result_info).toMatch(new RegExp(`^${code}:`));
  });

  test('by a stored card needs the token that an earlier payment got', async () => {
    const calls = caller();
    const { card: _card, security_code: _code, ...withoutCard } = featuredPayment('by-token');
    const { token_id: _token, ...storing } = featuredPayment('storing');
    const unknown = await calls.send('direct-payment', { ...withoutCard, token_id: 'C00000000' });
    const { token_id = '' } = answerOf(await calls.send('direct-payment', storing));
    const known = await calls.send('direct-payment', { ...withoutCard, token_id });
    expect([unknown, known].map(({ judgement }) => judgement.outcome)).toEqual(['refused', 'accepted']);
  });
});

describe('a refund', () => {
  test('counts up, part by part, until nothing is left', async () => {
    const calls = caller();
    const orders = await pay(calls, 1, 'parts');
    const numbers: string[] = [];
    for (let part = 0; part < 5; part += 1) {
      const [entry] = entriesOf(await calls.send('refund', batch('refund', orders, 0.3)), 'refund_orders');
      numbers.push(String(entry?.refund_reference_id).slice(-3), String(entry?.refund_status));
    }
    expect(numbers).toEqual(['-01', '1', '-02', '1', '-03', '1', 'ned', '0', 'ned', '0']);
  });

  test('is listed by the refund search with what was refunded', async () => {
    const calls = caller();
    const orders = await pay(calls, 1, 'searched');
    const [made] = entriesOf(await calls.send('refund', batch('refund', orders, 0.5)), 'refund_orders');
    const [found] = entriesOf(await calls.send('refund-search', party), 'refund_orders');
    expect(found).toMatchObject({
      refund_reference_id: made?.refund_reference_id,
      refund_amount: made?.refund_amount,
    });
  });

  test('is refused for another order_no, currency or amount than was paid', async () => {
    const calls = caller();
    const [order] = await pay(calls, 1, 'mismatch');
    if (order === undefined) throw new Error('not paid');
    const entries = [
      { ...order, order_no: 'x' },
      { ...order, currency: 'XTS' },
      { ...order, amount: '1.00' },
    ];
    const results = entriesOf(await calls.send('refund', batch('refund', entries)), 'refund_orders');
    expect(
      results.map(
        ({ refund_status, refund_message }) => `${refund_status} ${String(refund_message).slice(0, 5)}`,
      ),
    ).toEqual(['0 E3002', '0 E3003', '0 E3004']);
  });
});

describe('an order', () => {
  test('of another account is unknown to capture and not listed by the query', async () => {
    const calls = caller();
    const orders = await pay(calls, 1, 'foreign', otherAccount);
    const [entry] = entriesOf(await calls.send('capture', batch('capture', orders)), 'capture_orders');
    expect(entry?.capture_status).toBe('0');
    const listed = entriesOf(await calls.send('query', party), 'orders_list');
    expect(listed.map(({ transaction_id }) => transaction_id)).not.toContain(orders[0]?.transaction_id);
  });

  test('is not captured once cancelled, nor cancelled once refunded', async () => {
    const calls = caller();
    const [cancelled, refunded] = await pay(calls, 2, 'ended').then((orders) =>
      orders.map((order) => [order]),
    );
    await calls.send('cancel', batch('cancel', cancelled ?? []));
    await calls.send('refund', batch('refund', refunded ?? []));
    const statuses = [
      entriesOf(await calls.send('capture', batch('capture', cancelled ?? [])), 'capture_orders')[0]
        ?.capture_status,
      entriesOf(await calls.send('refund', batch('refund', cancelled ?? [])), 'refund_orders')[0]
        ?.refund_status,
      entriesOf(await calls.send('cancel', batch('cancel', refunded ?? [])), 'cancel_orders')[0]
        ?.cancel_status,
    ];
    expect(statuses).toEqual(['0', '0', '0']);
  });

  test('that waits for a shopper is not captured', async () => {
    const calls = caller();
    await calls.send('apm-payment', bodyOf('apm-payment', 'minimal'));
    const [open] = entriesOf(await calls.send('query', party), 'orders_list');
    const { transaction_id = '', order_no = '', currency = '', amount = '' } = open as Record<string, string>;
    const [entry] = entriesOf(
      await calls.send('capture', batch('capture', [{ transaction_id, order_no, currency, amount }])),
      'capture_orders',
    );
    expect(entry).toMatchObject({ capture_status: '0', error_message: '3005: the transaction is not paid' });
  });
});

describe('a subscription', () => {
  test('is Inactived after its cancellation and charged no more', async () => {
    const own = await startMock({ signing });
    onTestFinished(() => own.close());
    const calls = openCaller(own.url);
    const { recurring_id = '', contract_name = '' } = answerOf(
      await calls.send('direct-payment', featuredPayment('subscription')),
    );
    const charge = () =>
      fetch(`${own.url}/own/charge-subscriptions`, { method: 'POST' }).then((answer) => answer.json());
    const status = async () => {
      const [order = {}] = entriesOf(await calls.send('query', party), 'orders_list');
      return (order.subscription_result as JsonObject).recurring_status;
    };
    expect([await charge(), await status()]).toEqual([{ charged: 1 }, '1']);
    await calls.send('cancel-subscription', { ...party, recurring_id, contract_name });
    expect([await charge(), await status()]).toEqual([{ charged: 0 }, 'Inactived']);
  });

  test('is not ended under another contract_name', async () => {
    const calls = caller();
    const { recurring_id = '' } = answerOf(await calls.send('direct-payment', featuredPayment('contract')));
    const judged = await calls.send('cancel-subscription', {
      ...party,
      recurring_id,
      contract_name: 'another',
    });
    expect(answerOf(judged).cancel_status).toBe('0');
  });
});

describe('a payout', () => {
  test.each([
    ['1000', undefined, 1250, 'COMPLETED'],
    ['1000', 'BENEFICIARY', 1000, 'COMPLETED'],
    ['0', undefined, 0, 'FAILED'],
    ['1000000000000000', undefined, 0, 'FAILED'],
  ])('of %s paid by %s costs the payer %d and is %s', async (payment_amount, fee_paid_by, cost, status) => {
    const { fee_paid_by: _payer, ...body } = bodyOf('payout', 'full');
    const asked = { ...body, payment_amount, ...(fee_paid_by === undefined ? {} : { fee_paid_by }) };
    expect(answerOf(await caller().send('payout', asked))).toMatchObject({ amount_payer_pays: cost, status });
  });
});
