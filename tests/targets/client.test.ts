import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { readLedger } from '../../targets/ledger.ts';
import { EffectForbidden, ServiceBusy } from '../../targets/refused-send.ts';
import { createBudget } from '../../targets/sending/budget.ts';
import { loadTarget } from '../../targets/target.ts';
import { busy, card, envelope, ok, openClient as open, origin } from './open-client.ts';
import { canary } from './target-folder.ts';

describe('createSender', () => {
  test('signs, encodes, sends, judges and records', async () => {
    const { client, wires, recorded } = open();
    const judged = await client.send('query', envelope, { origin });
    expect(wires).toEqual([
      {
        method: 'POST',
        url: 'https://sandbox.example/gateway/v1/retrievalTrans',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: '*/*',
          'user-agent': 'payment-acquiring-conformance',
        },
        body: 'merchant_id=M1&account_id=A1&encryption_data=query%3A2',
        timeoutMs: 30_000,
        maxBytes: 4 * 1024 * 1024,
      },
    ]);
    expect(judged.exchange).toMatchObject({
      operation: 'query',
      sent: {
        value: { ...envelope, encryption_data: 'query:2' },
        signed: true,
        intent: 'valid',
        encoding: 'form',
      },
      received: ok,
      origin: { ...origin, seed: 7 },
    });
    expect(judged.judgement.exchange).toBe(judged.exchange.id);
    expect(recorded).toEqual([judged]);
  });
  test('notes when each exchange was under way, by a clock that only goes forward', async () => {
    const { client, recorded } = open([ok], { limits: { concurrent: 2, requestsPerSecond: 10_000 } }, {
      pace: undefined,
    } as never);
    await Promise.all(
      [1, 2, 3].map((ordinal) => client.send('query', envelope, { origin: { ...origin, ordinal } })),
    );
    const times = recorded.map(({ exchange }) => exchange.times ?? { sentAt: 1, answeredAt: 0 });
    expect(times.filter(({ sentAt, answeredAt }) => answeredAt < sentAt)).toEqual([]);
    const [first, second, third] = times.toSorted((one, other) => one.sentAt - other.sentAt);
    // Two may be under way; the third takes the place of one that has its answer.
    expect(third?.sentAt).toBeGreaterThanOrEqual(Math.min(first?.answeredAt ?? 0, second?.answeredAt ?? 0));
  });
  test('gives the same id to the same test, ordinal and seed only', async () => {
    const { client } = open();
    const idOf = async (more: object) =>
      (await client.send('query', envelope, { origin: { ...origin, ...more } })).exchange.id;
    const ids = [
      await idOf({}),
      await idOf({}),
      await idOf({ ordinal: 1 }),
      await idOf({ seed: 8 }),
      await idOf({ test: 'x' }),
    ];
    expect(ids[0]).toMatch(/^[0-9a-f]{10}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(4);
  });
  test('sends what a situation asks for instead', async () => {
    const { client, wires, recorded } = open();
    await client.send('query', envelope, {
      origin,
      intent: 'odd',
      encoding: 'json',
      contentType: 'text/plain',
      rawBody: '{broken',
      method: 'GET',
      path: '/v1/other',
      signature: 'bad',
      headers: { 'X-Extra': '1', Accept: 'text/html' },
      timeoutMs: 50,
    });
    expect(wires[0]).toMatchObject({
      method: 'GET',
      url: 'https://sandbox.example/gateway/v1/other',
      headers: { 'content-type': 'text/plain', accept: 'text/html', 'x-extra': '1' },
      body: '{broken',
      timeoutMs: 50,
    });
    expect(recorded[0]?.exchange.sent).toMatchObject({
      intent: 'odd',
      encoding: 'json',
      value: { encryption_data: 'bad' },
    });
  });
  test('leaves the signature out, and keeps one that the body brings', async () => {
    const { client, recorded } = open();
    await client.send('query', { ...envelope, encryption_data: 'own' }, { origin });
    await client.send('query', { ...envelope, encryption_data: 'own' }, { origin, signature: null });
    expect(recorded.map(({ exchange }) => exchange.sent.value)).toEqual([
      { ...envelope, encryption_data: 'own' },
      envelope,
    ]);
  });
  test('records a credential header by the name of its variable', async () => {
    const { client, wires, recorded } = open([ok], { headers: { 'X-Api-Key': { env: 'SANDBOX_KEY' } } });
    await client.send('query', envelope, { origin });
    expect(wires[0]?.headers['x-api-key']).toBe(canary);
    expect(recorded[0]?.exchange.sent.headers['x-api-key']).toBe('$SANDBOX_KEY');
    expect(JSON.stringify(recorded)).not.toContain(canary);
  });
  test('sends nothing that the target does not allow', async () => {
    const { client, wires, recorded } = open([ok], { allow: ['reads'] });
    await expect(
      client.send('refund', { ...envelope, refund_orders: [] }, { origin }),
    ).rejects.toBeInstanceOf(EffectForbidden);
    await expect(
      client.send('cancel', { ...envelope, cancel_orders: [] }, { origin }),
    ).rejects.toBeInstanceOf(EffectForbidden);
    expect([wires, recorded]).toEqual([[], []]);
  });
  test('sends nothing beyond the number of requests', async () => {
    const { client, wires } = open([ok], { limits: { requests: 1 } });
    await client.send('query', envelope, { origin });
    await expect(client.send('query', envelope, { origin })).rejects.toThrow('limits.requests is 1');
    expect(wires).toHaveLength(1);
  });
  test('sends a read again after the pause that 429 asks for', async () => {
    const { client, recorded, clock } = open([busy, busy, ok]);
    const judged = await client.send('query', envelope, { origin });
    expect(judged.exchange.received).toBe(ok);
    expect(clock.slept).toEqual([2000, 2000]);
    expect(new Set(recorded.map(({ exchange }) => exchange.id)).size).toBe(3);
  });
  test('gives a read up after three attempts', async () => {
    const { client, wires } = open([busy]);
    expect((await client.send('query', envelope, { origin })).judgement.outcome).toBe('unclear');
    expect(wires).toHaveLength(3);
  });
  test('never sends a call again that moves money, but waits before the next', async () => {
    const { client, wires, clock } = open([busy, ok]);
    const order = { ...envelope, order_no: 'o', currency: 'USD', amount: '1.00', ...card };
    expect((await client.send('direct-payment', order, { origin })).exchange.received).toBe(busy);
    expect([wires.length, clock.slept]).toEqual([1, []]);
    await client.send('query', envelope, { origin });
    expect(clock.slept).toEqual([2000]);
  });
  test('sends nothing more to a service that asks to be left alone for years', async () => {
    const years: Answer = { ...busy, headers: { 'retry-after': '99999999' } };
    const { client, wires, clock } = open([years]);
    expect((await client.send('query', envelope, { origin })).exchange.received).toBe(years);
    await expect(client.send('query', envelope, { origin })).rejects.toBeInstanceOf(ServiceBusy);
    expect([wires.length, clock.slept]).toEqual([1, []]);
  });
  test('keeps an exchange before its page is looked at, whatever happens then', async () => {
    const page = Buffer.from('<form name="theForm" method="post" action="/v1/checkout"></form>');
    const html: Answer = { ...ok, headers: { 'content-type': 'text/html' }, body: page };
    const { client, recorded, out } = open([html], { allow: ['creates'] });
    const order = { ...envelope, order_no: 'o', currency: 'USD', amount: '1.00' };
    const visit = async () => {
      expect(recorded).toHaveLength(1);
      throw new Error('the browser is gone');
    };
    await expect(client.send('redirect-payment', order, { origin, visit })).rejects.toThrow('is gone');
    expect(recorded).toHaveLength(1);
    expect(readLedger(join(out, 'ledger.ndjson'))).toHaveLength(1);
  });
  test.each([503, 429, 403, 200])(
    'shows no browser an answer %i that is no redirect page',
    async (status) => {
      const refusal: Answer = { ...ok, status, headers: {}, body: Buffer.from('<html>not now</html>') };
      const { client, recorded } = open([refusal], { allow: ['creates'] });
      let visits = 0;
      const visit = async () => {
        visits += 1;
        return { foreignRequests: [], dialogs: [], scriptErrors: [] };
      };
      await client.send('redirect-payment', { ...envelope, order_no: 'o' }, { origin, visit });
      expect([visits, recorded.length]).toEqual([0, 1]);
      expect(recorded[0]?.judgement.findings.map(({ clause }) => clause)).not.toContain(
        '2.8/theForm/automatic-post',
      );
    },
  );
  test('does not send a read again that the budget cannot afford', async () => {
    const { client, wires } = open([busy], { limits: { requests: 2 } });
    expect((await client.send('query', envelope, { origin })).exchange.received).toBe(busy);
    expect(wires).toHaveLength(2);
  });
  test('judges a missing answer instead of throwing', async () => {
    const none: NoAnswer = { kind: 'none', reason: 'timeout', detail: 'Request timed out', durationMs: 1 };
    const { client } = open([none]);
    expect((await client.send('query', envelope, { origin })).judgement.outcome).toBe('none');
  });
  test('keeps a ledger of what may have been created', async () => {
    const none: NoAnswer = { kind: 'none', reason: 'timeout', detail: '', durationMs: 1 };
    const { client, out } = open([none]);
    await client.send(
      'direct-payment',
      { ...envelope, order_no: 'o', currency: 'USD', amount: '1.00', ...card },
      { origin },
    );
    expect(readLedger(join(out, 'ledger.ndjson'))).toMatchObject([
      { operation: 'direct-payment', order_no: 'o', certain: false },
    ]);
  });
  test('needs an address, and a path for 4.12', async () => {
    const { client } = open([ok], { allow: ['creates'], capabilities: { 'direct-payment': false } });
    await expect(client.send('optimise-payment-methods', envelope, { origin })).rejects.toThrow(
      'needs "optimise.path"',
    );
    const embedded = loadTarget(join('targets', 'mock.json'), {});
    const nowhere = open([ok], {}, { target: embedded, budget: createBudget(embedded) });
    await expect(nowhere.client.send('query', envelope, { origin })).rejects.toThrow(
      'the embedded endpoint is not running',
    );
  });
  test('sends 4.12 where the target names its path', async () => {
    const { client, wires } = open([ok], { allow: ['creates'], optimise: { path: '/v1/optimise' } });
    await client.send('optimise-payment-methods', envelope, { origin });
    expect(wires[0]).toMatchObject({
      url: 'https://sandbox.example/gateway/v1/optimise',
      body: '{"merchant_id":"M1","account_id":"A1","encryption_data":"optimise-payment-methods:2"}',
    });
  });
});
