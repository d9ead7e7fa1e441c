import { afterEach, describe, expect, test } from 'vitest';
import { fullPayer } from '../../mock/acquirers/full-payer.ts';
import { findAcquirer } from '../../mock/acquirers/registry.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type Merchant, openMerchant, orderFrom } from './merchant.ts';

const opened: { readonly name: string; readonly merchant: Merchant }[] = [];

async function open(name: string): Promise<Merchant> {
  const merchant = await openMerchant(name);
  opened.push({ name, merchant });
  return merchant;
}

// A habit that the document does not allow would be found by the judge.
afterEach(() => {
  const found = opened
    .splice(0)
    .flatMap(({ name, merchant }) =>
      merchant.caller.exchanges.flatMap(({ judgement }) =>
        judgement.findings
          .filter(
            ({ verdict, clause }) => verdict !== 'warn' || !findAcquirer(name)?.announces.includes(clause),
          )
          .map(({ verdict, clause, operation, received }) => `${verdict} ${clause} ${operation} ${received}`),
      ),
    );
  expect(found).toEqual([]);
});

const party = { merchant_id: '100001', account_id: '100001001' };

function statusOf({ exchange }: JudgedExchange): number | string {
  const { received } = exchange;
  return received.kind === 'answer' ? received.status : received.reason;
}

function textOf({ exchange }: JudgedExchange): string {
  const { received } = exchange;
  return received.kind === 'answer' ? Buffer.from(received.body).toString('utf8') : '';
}

function headerOf({ exchange }: JudgedExchange, name: string): string | undefined {
  return exchange.received.kind === 'answer' ? exchange.received.headers[name] : undefined;
}

async function paid({ caller, body }: Merchant): Promise<JsonObject> {
  return orderFrom(await caller.send('direct-payment', body('direct-payment')));
}

async function entryOf(
  { caller }: Merchant,
  operation: DocumentedOperationId,
  order: JsonObject,
): Promise<JsonObject> {
  const field = `${operation}_orders`;
  const { judgement } = await caller.send(operation, { ...party, [field]: [order] });
  return ((judgement.answer as JsonObject)[field] as JsonObject[])[0] ?? {};
}

const refundOf = (order: JsonObject, refund_amount = '1.00') => ({
  ...order,
  refund_amount,
  refund_reason: 'x',
});

describe('full-payer', () => {
  test('misses each of its thirty fields by name', async () => {
    const { caller, body } = await open('full-payer');
    const names = /fields, none of them empty: (.*)\.$/
      .exec(fullPayer.habits[0]?.insists ?? '')?.[1]
      ?.split(', ');
    expect(names).toHaveLength(30);
    for (const name of names ?? []) {
      const { [name]: _left, ...rest } = body('direct-payment');
      const judged = await caller.send('direct-payment', rest);
      expect([statusOf(judged), textOf(judged)]).toEqual([
        422,
        expect.stringContaining(`missing or empty: ${name}"`),
      ]);
    }
  });
  test.each<[string, JsonObject, string]>([
    ['an e-mail address without a domain', { shopper_email: 'ana@' }, 'shopper_email has no valid form'],
    ['totals that do not add up', { shipping: '3.00' }, 'do not add up to amount'],
    ['another shop', { website: 'https://other.example' }, 'website is not registered'],
    ['an order number with a hyphen', { order_no: 'WEB-1' }, 'letters and digits only'],
    ['an order number of 33 letters', { order_no: 'a'.repeat(33) }, 'letters and digits only'],
  ])('refuses %s', async (_name, change, reason) => {
    const { caller, body } = await open('full-payer');
    const judged = await caller.send('direct-payment', { ...body('direct-payment'), ...change });
    expect([statusOf(judged), textOf(judged)]).toEqual([422, expect.stringContaining(reason)]);
  });
  test('declines a card number with a wrong check digit', async () => {
    const { caller, body } = await open('full-payer');
    const judged = await caller.send('direct-payment', {
      ...body('direct-payment'),
      card: '4111111111111112',
    });
    expect(textOf(judged)).toContain('<result_info>2101:');
  });
  test('takes an order number once, and one that it refused again', async () => {
    const { caller, body } = await open('full-payer');
    const order = { ...body('direct-payment'), order_no: 'ONCE000000001' };
    expect(statusOf(await caller.send('direct-payment', { ...order, website: '' }))).toBe(422);
    expect((await caller.send('direct-payment', order)).judgement.outcome).toBe('accepted');
    expect(textOf(await caller.send('direct-payment', order))).toContain('order_no was used before');
    expect(
      textOf(
        await caller.send('redirect-payment', { ...body('redirect-payment'), order_no: order.order_no }),
      ),
    ).toContain('used before');
  });
  test('answers 401 for a wrong signature and 404 for an unknown account', async () => {
    const { caller, body } = await open('full-payer');
    const unsigned = await caller.send('query', party, { signature: 'f'.repeat(64), intent: 'odd' });
    expect([statusOf(unsigned), headerOf(unsigned, 'www-authenticate')]).toEqual([401, 'Signature']);
    expect(
      statusOf(await caller.send('direct-payment', { ...body('direct-payment'), account_id: '9' })),
    ).toBe(404);
  });
});

describe('capture-first', () => {
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

describe('automatic', () => {
  test('refuses each entry of a capture call, and refunds without one', async () => {
    const merchant = await open('automatic');
    const order = await paid(merchant);
    expect((await entryOf(merchant, 'capture', order)).error_message).toMatch(/^3021:/);
    expect((await entryOf(merchant, 'refund', refundOf(order))).refund_status).toBe('1');
  });
  test.each([
    ['another currency', { currency: 'CHF' }],
    ['a smaller amount', { amount: '0.99', item_total: '0.99' }],
    ['a larger amount', { amount: '500.01', item_total: '500.01' }],
  ])('refuses %s with an empty 422', async (_name, change) => {
    const { caller, body } = await open('automatic');
    const judged = await caller.send('direct-payment', { ...body('direct-payment'), ...change });
    expect([statusOf(judged), textOf(judged)]).toEqual([422, '']);
  });
});

describe('settles-later', () => {
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
});

describe('gateway', () => {
  test('turns away more than 100 requests a second, and says when to come again', async () => {
    const { caller } = await open('gateway');
    const all = await Promise.all(Array.from({ length: 201 }, () => caller.send('query', party)));
    const turnedAway = all.filter((judged) => statusOf(judged) === 429);
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway.map((judged) => headerOf(judged, 'retry-after'))).toEqual(turnedAway.map(() => '1'));
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
    expect(textOf(wrong)).toContain('<h1>Request rejected</h1>');
  });
});

describe('private-line', () => {
  test('takes no client without a certificate of its authority', async () => {
    const merchant = await open('private-line');
    const { ca } = await import('../../mock/acquirers/private-certificates.ts').then(
      (one) => one.privateCertificates,
    );
    const stranger = merchant.call({ tls: { ca } });
    expect(statusOf(await stranger.send('query', party))).toBe('reset');
    expect((await merchant.caller.send('query', party)).judgement.outcome).toBe('accepted');
  });
  test('answers the query to registered addresses only', async () => {
    const merchant = await open('private-line');
    const elsewhere = await merchant.call({ localAddress: '127.0.0.2' }).send('query', party);
    expect(elsewhere.judgement.outcome).toBe('refused');
  });
  test('takes signatures in capitals only', async () => {
    const { caller, target } = await open('private-line');
    const { createSigner } = await import('../../targets/signing.ts');
    const { sign } = await createSigner(target);
    const small = sign(party, 'query').toLowerCase();
    expect((await caller.send('query', party, { signature: small, intent: 'odd' })).judgement.outcome).toBe(
      'refused',
    );
  });
});

describe('shared-account', () => {
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
  test('answers each card of the target file with the code that stands there', async () => {
    const { caller, body, target } = await open('test-cards');
    const seen = [];
    for (const { card } of target.cards) {
      const judged = await caller.send('direct-payment', { ...body('direct-payment'), card });
      seen.push(/<result_info>(\d{4}):/.exec(textOf(judged))?.[1]);
    }
    expect(seen).toEqual(target.cards.map(({ resultCode }) => resultCode));
    expect(
      textOf(await caller.send('direct-payment', { ...body('direct-payment'), card: '4111111111111111' })),
    ).toContain('<result_info>2150:');
  });
});

describe('memberships', () => {
  test('refuses other terms, and a batch that names a transaction twice', async () => {
    const merchant = await open('memberships');
    const { caller, body } = merchant;
    const order = await paid(merchant);
    const weekly = {
      ...body('direct-payment'),
      subscription: { contract_name: 'club-monthly', interval: 'week' },
    };
    expect(textOf(await caller.send('direct-payment', weekly))).toContain(
      'subscription.interval is not as agreed',
    );
    expect(statusOf(await caller.send('capture', { ...party, capture_orders: [order, order] }))).toBe(422);
  });
});

describe('old-house', () => {
  test('takes XML where XML is declared, and nothing else there', async () => {
    const { caller, body } = await open('old-house');
    const asJson = await caller.send('redirect-payment', body('redirect-payment'), {
      encoding: 'json',
      intent: 'odd',
    });
    expect(asJson.judgement.outcome).toBe('refused');
    const asXml = await caller.send('redirect-payment', body('redirect-payment'), { encoding: 'xml' });
    expect(asXml.judgement.outcome).toBe('accepted');
  });
});
