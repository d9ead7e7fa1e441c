import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { explore } from '../../cli/investigate/explore.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { undoEntry } from '../../specs/support/clean-up/undo.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { operationsAt } from '../../targets/sending/amount.ts';
import { pathsOf } from '../../targets/sending/readings.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { readSettings } from '../../targets/settings.ts';
import { listen } from '../targets/loopback.ts';
import { folderWith } from '../targets/target-folder.ts';
import { beyond, carefulTarget, foreigns, payment, type Written, writings } from '../targets/writings.ts';
import { runCommand } from './command.ts';
import { servedExplore } from './served-explore.ts';

/** A service that counts what arrives, and the settings of the careful target in front of it. */
async function counted() {
  const arrived: string[] = [];
  const { url } = await listen((incoming, answer) => {
    arrived.push(incoming.url ?? '');
    answer.end('{"return_status":"1"}');
  });
  const { cards, currencies, merchant, allow } = carefulTarget;
  const limits = {
    requests: 10_000,
    requestsPerSecond: 100_000,
    amountPerRequest: '10.00',
    amountTotal: '100000',
  };
  const file = {
    name: 'careful',
    environment: 'sandbox',
    baseUrl: url,
    merchant,
    signing: { recipe: 'none' },
    cards,
    currencies,
    limits,
    allow,
  };
  const target = join(folderWith({ 'target.json': file }), 'target.json');
  const out = folderWith({});
  const settings = readSettings({ CONFORMANCE_TARGET: target, CONFORMANCE_OUT: out, CONFORMANCE_SEED: '5' });
  vi.stubEnv('CONFORMANCE_OUT', out);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { arrived, url, target, settings };
}

const all: readonly (readonly [string, Written])[] = [
  ...Object.entries(writings).flatMap(([name, write]) =>
    foreigns.map((foreign) => [`${foreign[0]} ${name}`, write(foreign)] as const),
  ),
  ...Object.entries(beyond),
];

test('none of 200 writings leaves the client of run and clean-up', async () => {
  expect(all.length).toBeGreaterThan(200);
  const { arrived, settings } = await counted();
  const client = await openSender(settings, {});
  onTestFinished(() => client.close());
  const sent: string[] = [];
  for (const [name, { path, type, body }] of all) {
    const [operation = 'query'] = operationsAt(pathsOf(path));
    const options = { rawBody: body, contentType: type, path, origin: { test: name, ordinal: 0 } };
    await client.send(operation, {}, options).then(
      () => sent.push(name),
      (error) => expect(isRefusedSend(error), String(error)).toBe(true),
    );
  }
  expect([sent, arrived]).toEqual([[], []]);
  await client.send('direct-payment', payment, { origin: { test: 'honest', ordinal: 0 } });
  expect(arrived).toEqual(['/v1/authorise']);
});

const edited: readonly (readonly [DocumentedOperationId, JsonObject])[] = [
  ['capture', { capture_orders: [{ amount: '99999.00', refund_amount: '0.01' }] }],
  ['cancel', { cancel_orders: [{ amount: '99999.00', refund_amount: '0.01' }] }],
  ['capture', { capture_orders: '[{"amount":"99999.00"}]' }],
  ['capture', { capture_orders: '[{"amount":"99999.00","currency":"EUR"}]' }],
  ['refund', { refund_orders: '[{"amount":"1.00","currency":"USD"}]' }],
  ['capture', { refund_orders: [{ amount: '6.00' }, { amount: '6.00' }, { amount: '6.00' }] }],
  ['direct-payment', { currency: '840' }],
  ['direct-payment', { currency: 840 }],
  ['direct-payment', { currency: 'US Dollar' }],
  ['direct-payment', { merNo: '100778' }],
  ['direct-payment', { merchant_id: 'HELD/9' }],
  ['direct-payment', { merchant_id: 'unknown-real' }],
  ['direct-payment', { card: { number: '4111111111111111' } }],
  ['direct-payment', { subscription: { contract_amount: '9.00', billing_cycle: 100_000 } }],
  ['direct-payment', { orderAmount: '2.00', amount: '1.00' }],
];

test('none of them leaves the page of explore, nor a file that it sends', async () => {
  const { arrived, target } = await counted();
  const { make, send } = await servedExplore({ target });
  const { merchant_id, account_id } = payment;
  const sendFile = (operation: DocumentedOperationId, change: JsonObject) => {
    const body = operation === 'direct-payment' ? payment : { merchant_id, account_id };
    const request = { operation, body: { ...body, ...change } };
    const file = join(folderWith({ 'request.json': request }), 'request.json');
    return runCommand(explore, ['explore', file, '--target', target]);
  };
  for (const [operation, change] of edited) {
    expect((await send(await make({ operation }), change)).status, JSON.stringify(change)).toBe(409);
    await expect(sendFile(operation, change), JSON.stringify(change)).rejects.toThrow('Nothing is sent');
  }
  expect(arrived).toEqual([]);
  await sendFile('direct-payment', {});
  expect(arrived).toEqual(['/v1/authorise']);
});

test('a ledger of odd amounts and currencies undoes nothing', async () => {
  const { arrived, settings } = await counted();
  const client = await openSender(settings, {});
  onTestFinished(() => client.close());
  const entry = {
    operation: 'direct-payment',
    order_no: 'a',
    transaction_id: '1',
    account_id: '100001001',
    amount: '1.00',
    currency: 'EUR',
    certain: true,
    undo: ['cancel', 'refund'],
  };
  for (const change of [
    { amount: '99999.00' },
    { currency: '840' },
    { currency: 'US Dollar' },
    { account_id: '7/8' },
  ]) {
    const done = await undoEntry(
      { ...entry, ...change } as never,
      client.from({ test: 'a ledger' }),
      settings.target,
    );
    expect(done.map(({ result }) => result)).toEqual(['not sent', 'not sent']);
  }
  expect(arrived).toEqual([]);
});
