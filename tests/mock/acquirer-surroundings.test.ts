import { describe, expect, test } from 'vitest';
import { bodyText } from '../../opening/answer-words.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { entryOf, judgeOpened, open, paid, party, statusOf } from './acquirer-merchants.ts';

judgeOpened();

describe('private-line', () => {
  test('takes no client without a certificate of its authority', async () => {
    const merchant = await open('private-line');
    const { ca } = await import('../../mock/practice-certificates.ts').then((one) => one.privateCertificates);
    const stranger = merchant.call({ tls: { ca } });
    expect(statusOf(await stranger.send('query', party))).toBe('reset');
    expect((await merchant.caller.send('query', party)).judgement.outcome).toBe('accepted');
  });
  test('answers the query to registered addresses only', async () => {
    const merchant = await open('private-line');
    const elsewhere = await merchant.call({ localAddress: '127.0.0.2' }).send('query', party);
    expect(elsewhere.judgement.outcome).toBe('refused');
  });
  test('refuses a batch that names a transaction twice', async () => {
    const merchant = await open('private-line');
    const order = await paid(merchant);
    const twice = await merchant.caller.send('capture', { ...party, capture_orders: [order, order] });
    expect(twice.judgement.outcome).toBe('refused');
  });
  test('takes signatures in capitals only', async () => {
    const { caller, target } = await open('private-line');
    const { createSigner } = await import('../../targets/sending/signing.ts');
    const { sign } = await createSigner(target);
    const small = sign(party, 'query').toLowerCase();
    expect((await caller.send('query', party, { signature: small, intent: 'odd' })).judgement.outcome).toBe(
      'refused',
    );
  });
});

describe('shared-account', () => {
  test('refuses other terms', async () => {
    const { caller, body } = await open('shared-account');
    const weekly = {
      ...body('direct-payment'),
      subscription: { contract_name: 'club-monthly', interval: 'week' },
    };
    expect((await caller.send('direct-payment', weekly)).judgement.outcome).toBe('refused');
  });
  test('lists orders of a till beside those of the caller', async () => {
    const merchant = await open('shared-account');
    const order = await paid(merchant);
    const { judgement } = await merchant.caller.send('query', party);
    const listed = (judgement.answer as { orders_list: JsonObject[] }).orders_list.map(
      ({ order_no }) => order_no,
    );
    expect(listed).toEqual(['TILL-000003', order.order_no, 'TILL-000002', 'TILL-000001']);
  });
  test('speaks Spanish', async () => {
    const merchant = await open('shared-account');
    const unknown = { ...(await paid(merchant)), transaction_id: 'T0' };
    expect((await entryOf(merchant, 'capture', unknown)).error_message).toBe(
      '3001: la transacción no existe',
    );
  });
});

describe('local-methods', () => {
  test.each(['4.99', '20000.01'])('refuses BRL %s', async (amount) => {
    const { caller, body } = await open('local-methods');
    const { judgement } = await caller.send('direct-payment', {
      ...body('direct-payment'),
      currency: 'BRL',
      amount,
    });
    expect(judgement.outcome).toBe('refused');
  });
  test('finds no method that the account has not, and misses fields of another', async () => {
    const { caller, body } = await open('local-methods');
    const { person: _person, ...bare } = body('apm-payment');
    expect(
      statusOf(await caller.send('apm-payment', { ...body('apm-payment'), payment_method: 'IDEAL' })),
    ).toBe(404);
    expect(statusOf(await caller.send('apm-payment', bare))).toBe(400);
  });
  test('fails a payout outside its corridors', async () => {
    const { caller, body } = await open('local-methods');
    const judged = await caller.send('payout', { ...body('payout'), payment_currency: 'CLP' });
    expect(judged.judgement.answer).toMatchObject({ failure_type: '2301', status: 'FAILED' });
  });
});

describe('test-cards', () => {
  test('takes XML where XML is declared, and nothing else there', async () => {
    const { caller, body } = await open('test-cards');
    const asJson = await caller.send('redirect-payment', body('redirect-payment'), {
      encoding: 'json',
      intent: 'odd',
    });
    expect(asJson.judgement.outcome).toBe('refused');
    const asXml = await caller.send('redirect-payment', body('redirect-payment'), { encoding: 'xml' });
    expect(asXml.judgement.outcome).toBe('accepted');
  });
  test('answers each card of the target file with the code that stands there', async () => {
    const { caller, body, target } = await open('test-cards');
    const seen = [];
    for (const { card } of target.cards) {
      const judged = await caller.send('direct-payment', { ...body('direct-payment'), card });
      seen.push(/<result_info>(\d{4}):/.exec(bodyText(judged))?.[1]);
    }
    expect(seen).toEqual(target.cards.map(({ resultCode }) => resultCode));
    expect(
      bodyText(await caller.send('direct-payment', { ...body('direct-payment'), card: '4111111111111111' })),
    ).toContain('<result_info>2150:');
  });
});
