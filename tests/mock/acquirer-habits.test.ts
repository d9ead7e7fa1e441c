import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { demandsPayer } from '../../mock/acquirers/habits/payments.ts';
import { plainBehaviour } from '../../mock/plain.ts';
import { bodyText, headerOf } from '../../opening/answer-words.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { entryOf, judgeOpened, open, paid, party, refundOf, statusOf } from './acquirer-merchants.ts';

judgeOpened();

describe('capture-first', () => {
  test('misses each of its thirty fields by name', async () => {
    const { caller, body } = await open('capture-first');
    const names = /fields, none of them empty: (.*)\.$/.exec(demandsPayer.insists)?.[1]?.split(', ');
    expect(names).toHaveLength(30);
    for (const name of names ?? []) {
      const { [name]: _left, ...rest } = body('direct-payment');
      const judged = await caller.send('direct-payment', rest);
      expect([statusOf(judged), bodyText(judged)]).toEqual([
        400,
        expect.stringContaining(`missing or empty: ${name}"`),
      ]);
    }
  });
  test.each<[string, JsonObject, string]>([
    ['an e-mail address without a domain', { shopper_email: 'ana@' }, 'shopper_email has no valid form'],
    ['totals that do not add up', { shipping: '3.00' }, 'do not add up to amount'],
    ['another shop', { website: 'https://other.example' }, 'website is not registered'],
  ])('refuses %s', async (_name, change, reason) => {
    const { caller, body } = await open('capture-first');
    const judged = await caller.send('direct-payment', { ...body('direct-payment'), ...change });
    expect([statusOf(judged), bodyText(judged)]).toEqual([400, expect.stringContaining(reason)]);
  });
  test('declines a card number with a wrong check digit', async () => {
    const { caller, body } = await open('capture-first');
    const judged = await caller.send('direct-payment', {
      ...body('direct-payment'),
      card: '4111111111111112',
    });
    expect(bodyText(judged)).toContain('<result_info>2101:');
  });
  test('takes an order number once, and one that it refused again', async () => {
    const { caller, body } = await open('capture-first');
    const order = { ...body('direct-payment'), order_no: 'ONCE000000001' };
    expect(statusOf(await caller.send('direct-payment', { ...order, website: '' }))).toBe(400);
    expect((await caller.send('direct-payment', order)).judgement.outcome).toBe('accepted');
    expect(bodyText(await caller.send('direct-payment', order))).toContain('order_no was used before');
    expect(
      bodyText(
        await caller.send('redirect-payment', { ...body('redirect-payment'), order_no: order.order_no }),
      ),
    ).toContain('used before');
  });
  test('refunds after the capture only, cancels before it, and within the amount', async () => {
    const merchant = await open('capture-first');
    const order = await paid(merchant);
    expect(order.transaction_id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await entryOf(merchant, 'refund', refundOf(order))).refund_message).toMatch(/^E3020:/);
    expect((await entryOf(merchant, 'capture', order)).capture_status).toBe('1');
    expect((await entryOf(merchant, 'cancel', order)).error_message).toMatch(/^3022:/);
    expect((await entryOf(merchant, 'refund', refundOf(order, '120.51'))).refund_message).toMatch(/^E3010:/);
    expect((await entryOf(merchant, 'refund', refundOf(order, '120.50'))).refund_reference_id).toBe(
      `${order.transaction_id}-01`,
    );
  });
});

describe('quiet', () => {
  test('refuses each entry of a capture call, and refunds without one', async () => {
    const merchant = await open('quiet');
    const order = await paid(merchant);
    expect((await entryOf(merchant, 'capture', order)).error_message).toMatch(/^3021:/);
    expect((await entryOf(merchant, 'refund', refundOf(order))).refund_status).toBe('1');
  });
  test.each([
    ['another currency', { currency: 'CHF' }],
    ['a smaller amount', { currency: 'JPY', amount: '99.00', item_total: '99.00' }],
  ])('refuses %s with an empty 422', async (_name, change) => {
    const { caller, body } = await open('quiet');
    const judged = await caller.send('direct-payment', { ...body('direct-payment'), ...change });
    expect([statusOf(judged), bodyText(judged)]).toEqual([422, '']);
  });
});

describe('settles-later', () => {
  test.each([
    ['with a small letter', 'WEB-a'],
    ['of 25 letters', 'A'.repeat(25)],
  ])('refuses an order number %s', async (_name, order_no) => {
    const { caller, body } = await open('settles-later');
    const judged = await caller.send('redirect-payment', { ...body('redirect-payment'), order_no });
    expect(judged.judgement.outcome).toBe('refused');
  });
  test('settles a capture after two queries and a refund after two searches', async () => {
    const merchant = await open('settles-later');
    const order = await paid(merchant);
    const read = async (operation: 'query' | 'refund-search', list: string, member: string) => {
      const { judgement } = await merchant.caller.send(operation, party);
      return ((judgement.answer as JsonObject)[list] as JsonObject[])[0]?.[member];
    };
    expect((await entryOf(merchant, 'capture', order)).capture_status).toBe('2');
    expect((await entryOf(merchant, 'refund', refundOf(order))).refund_message).toMatch(/^E3030:/);
    expect(await read('query', 'orders_list', 'payment_status')).toBe('3500');
    expect(await read('query', 'orders_list', 'payment_status')).toBe('4100');
    expect((await entryOf(merchant, 'refund', refundOf(order))).refund_status).toBe('2');
    expect(await read('refund-search', 'refund_orders', 'refund_status')).toBe('2');
    expect(await read('refund-search', 'refund_orders', 'refund_status')).toBe('1');
  });
  test('answers a cancellation as pending, and lists it as done at once', async () => {
    const merchant = await open('settles-later');
    const order = await paid(merchant);
    await entryOf(merchant, 'review', { ...order, review_flag: '1' });
    expect((await entryOf(merchant, 'cancel', order)).cancel_status).toBe('2');
    const { judgement } = await merchant.caller.send('query', party);
    const [listed] = (judgement.answer as JsonObject).orders_list as JsonObject[];
    expect(listed?.payment_status).toBe(plainBehaviour.words.payment.cancelled);
  });
});

describe('gateway', () => {
  test('turns away more than 100 requests a second, and says when to come again', async () => {
    const { caller } = await open('gateway');
    // However long a busy machine takes, all of them come in one moment.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const all = await Promise.all(Array.from({ length: 102 }, () => caller.send('query', party)));
    const turnedAway = all.filter((judged) => statusOf(judged) === 429);
    expect(turnedAway.map((judged) => headerOf(judged, 'retry-after'))).toEqual(['1', '1']);
    vi.advanceTimersByTime(1000);
    expect(statusOf(await caller.send('query', party))).toBe(200);
  });
  test('answers below its prefix, packed, in chunks, with a cookie', async () => {
    const merchant = await open('gateway');
    expect(new URL(merchant.url).pathname).toBe('/gateway/acquiring');
    const judged = await merchant.caller.send('query', party);
    expect(
      ['content-encoding', 'transfer-encoding', 'content-length', 'set-cookie'].map((name) =>
        headerOf(judged, name),
      ),
    ).toEqual(['gzip', 'chunked', undefined, expect.stringContaining('HttpOnly')]);
    expect(judged.judgement.findings).toEqual([]);
    const wrong = await merchant.caller.send('query', { ...party, account_id: '9' });
    expect([statusOf(wrong), bodyText(wrong)]).toEqual([
      404,
      expect.stringContaining('<h1>Request rejected</h1>'),
    ]);
  });
  test('answers 401 for a wrong signature', async () => {
    const { caller } = await open('gateway');
    const unsigned = await caller.send('query', party, { signature: 'f'.repeat(64), intent: 'odd' });
    expect([statusOf(unsigned), headerOf(unsigned, 'www-authenticate')]).toEqual([401, 'Signature']);
  });
});
