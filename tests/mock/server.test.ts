import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deciding } from '../../mock/behaviour.ts';
import { logLine } from '../../mock/log-line.ts';
import { type MockOptions, startMock } from '../../mock/server.ts';
import { signatureOf } from '../../mock/signature.ts';
import type { Call, Outcome } from '../../mock/world.ts';
import { spaceHeader } from '../../schemas/media/space-header.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { using } from '../proof/using.ts';
import { openCaller, signing } from './caller.ts';
import { bodyOf, featuredPayment, party } from './journey.ts';

async function start(options: MockOptions = {}) {
  const mock = await startMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

/** A listener on loopback that keeps what is posted to it. */
async function listen(): Promise<{ url: string; arrived: JsonObject[] }> {
  const arrived: JsonObject[] = [];
  const server: Server = createServer((request, answer) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      arrived.push(JSON.parse(text));
      answer.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`, arrived };
}

describe('starting', () => {
  test.each([
    [{ fault: 'none' }, 'no fault is called "none"'],
    [{ signing: { recipe: 'rot13', key: 'k' } }, 'cannot check "rot13" signatures'],
  ])('with %o is refused', async (options, message) => {
    await expect(startMock(options)).rejects.toThrow(message);
  });

  test('on a taken port is refused', async () => {
    const { port } = new URL((await start()).url);
    await expect(startMock({ port: Number(port) })).rejects.toThrow('EADDRINUSE');
  });

  test('with a fault and a change serves both at the top', async () => {
    const changeOf = using('further-members={"names":["x_trace"],"first":false}');
    const mock = await start({ signing, changeOf, fault: 'payout-fee-null' });
    const { judgement } = await openCaller(mock.url).send('payout', bodyOf('payout'));
    expect(judgement.answer).toMatchObject({ x_trace: 'b7', fee_amount: null });
  });
});

test.each([
  [{ host: 'evil.example' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://localhost:3000' }, 200],
])('a request with the headers %j is answered with %i', async (headers, status) => {
  const { url } = await start();
  const answered = await new Promise<number | undefined>((resolve) => {
    request(`${url}/v1/checkout/done`, { headers }, ({ statusCode }) => resolve(statusCode)).end();
  });
  expect(answered).toBe(status);
});

describe('the log', () => {
  test('has one line per exchange, with the reason of a refusal and no secret', async () => {
    const lines: string[] = [];
    const mock = await start({ signing, log: (line) => lines.push(line) });
    const caller = openCaller(mock.url);
    const { judgement } = await caller.send('direct-payment', {
      ...featuredPayment('logged'),
      card: '4111111111111111',
    });
    await caller.send('capture', { ...party, capture_orders: [] }, { intent: 'odd' });
    expect(judgement.outcome).toBe('accepted');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^POST \/v1\/authorise \d+ bytes -> 200$/);
    expect(lines[1]).toMatch(/-> 200 refused: capture_orders has no entry$/);
    expect(lines.join()).not.toMatch(/\d{12}/);
  });
});

test('a line of the log hides digits that may be a card number, and no others', () => {
  const line = (text: string) =>
    logLine(
      'plain',
      { path: '/v1/query', bytes: new Uint8Array() } as Call,
      { wire: { status: 200 }, refused: { text } } as Outcome,
    );
  expect(line('card 4111 1111-1111 1111')).toMatch(/refused: card \(digits\)$/);
  expect(line('order 12345678901')).toMatch(/refused: order 12345678901$/);
});

describe('signatures', () => {
  test.each(['hmac-sha256', 'sha256-concat'])('by %s are told right from wrong', async (recipe) => {
    const check = { recipe, key: 'another key' };
    const mock = await start({ signing: check });
    const caller = openCaller(mock.url);
    const body = bodyOf('direct-payment');
    const right = await caller.send('direct-payment', body, { signature: signatureOf(body, check) });
    const upper = await caller.send('direct-payment', body, {
      signature: signatureOf(body, check).toUpperCase(),
    });
    const wrong = await caller.send('direct-payment', body, { intent: 'odd' });
    const none = await caller.send('direct-payment', body, { intent: 'odd', signature: null });
    const outcomes = [right, upper, wrong, none].map(({ judgement }) => judgement.outcome);
    expect(outcomes).toEqual(['accepted', 'accepted', 'refused', 'refused']);
  });
});

describe('merchants', () => {
  test('beyond the own ones are known once they are named', async () => {
    const mock = await start({ signing, merchants: { 'my-shop': ['my-account'] } });
    const caller = openCaller(mock.url);
    const body = bodyOf('direct-payment');
    const mine = { merchant_id: 'my-shop', account_id: 'my-account' };
    const outcomes = [
      await caller.send('direct-payment', { ...body, ...mine }),
      await caller.send('direct-payment', body),
      await caller.send('direct-payment', { ...body, ...mine, account_id: 'another' }, { intent: 'odd' }),
    ].map(({ judgement }) => judgement.outcome);
    expect(outcomes).toEqual(['accepted', 'accepted', 'refused']);
  });
});

describe('the register of addresses', () => {
  test('refuses queries from elsewhere and nothing else', async () => {
    const mock = await start({ signing, addresses: ['192.0.2.1'] });
    const caller = openCaller(mock.url);
    const outcomes = [await caller.send('query', party), await caller.send('refund-search', party)].map(
      ({ judgement }) => judgement.outcome,
    );
    expect(outcomes).toEqual(['refused', 'accepted']);
    const known = await start({ signing, addresses: ['127.0.0.1'] });
    expect((await openCaller(known.url).send('query', party)).judgement.outcome).toBe('accepted');
  });
});

test('the space of a request has a memory of its own', async () => {
  const { url } = await start({ signing });
  const signed = (body: JsonObject) =>
    JSON.stringify({ ...body, encryption_data: signatureOf(body, signing) });
  const post = async (path: string, body: JsonObject, space?: string) => {
    const headers = { 'content-type': 'application/json', ...(space && { [spaceHeader]: space }) };
    return (await fetch(url + path, { method: 'POST', headers, body: signed(body) })).text();
  };
  await post('/v1/authorise', featuredPayment('mine'), 'one');
  const lists = await Promise.all(
    ['one', 'two', undefined].map((space) => post('/v1/retrievalTrans', party, space)),
  );
  expect(lists.map((text) => text.includes('"mine"'))).toEqual([true, false, false]);
});

describe('notifications', () => {
  test.each([1, 2])('are sent to loopback %d times', async (times) => {
    const mock = await start({ signing, change: deciding({ notices: times }) });
    const { url, arrived } = await listen();
    await openCaller(mock.url).send('direct-payment', {
      ...featuredPayment('told'),
      notify_url: url,
    });
    await vi.waitFor(() => expect(arrived).toHaveLength(times));
    expect(arrived[0]).toMatchObject({
      order_no: 'told',
      result: 'paid',
      remark: expect.stringContaining('chosen by the embedded endpoint'),
    });
  });

  test('tell of payouts and of payments completed on the hosted page', async () => {
    const mock = await start({ signing });
    const { url, arrived } = await listen();
    const caller = openCaller(mock.url);
    await caller.send('payout', { ...bodyOf('payout'), notify_url: url });
    const { judgement } = await caller.send('apm-payment', { ...bodyOf('apm-payment'), notify_url: url });
    const { issuer_url = '' } = (judgement.answer as { respon: Record<string, string> }).respon;
    const page = await (await fetch(issuer_url)).text();
    expect(page).toContain('Hosted payment page');
    const body = new URLSearchParams([...new URL(issuer_url).searchParams, ['choice', 'pay']]);
    await fetch(new URL('complete', issuer_url), { method: 'POST', body, redirect: 'manual' });
    await vi.waitFor(() => expect(arrived.map(({ result }) => result)).toEqual(['COMPLETED', 'paid']));
  });

  test('go to loopback only unless that is lifted', async () => {
    const { mayCall } = await import('../../mock/notify.ts');
    const addresses = [
      'http://127.0.0.1:1/',
      'http://localhost/',
      'https://[::1]/',
      'http://127.0.0.1.example/',
      'http://192.0.2.1/',
      'file:///etc/hosts',
      'no address',
    ];
    expect(addresses.filter((address) => mayCall(address, false))).toEqual(addresses.slice(0, 3));
    expect(addresses.filter((address) => mayCall(address, true))).toEqual(addresses.slice(0, 5));
  });
});
