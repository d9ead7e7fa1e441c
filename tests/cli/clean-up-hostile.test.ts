import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allOf, deciding, onAnswer, rewiring } from '../../mock/behaviour.ts';
import { startMock } from '../../mock/server.ts';
import { gatherEvidence, openEvidence } from '../../reports/evidence.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { createSender } from '../../targets/sending/sender.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { readSettings } from '../../targets/settings.ts';
import { cleanUpHere } from './clean-up-here.ts';
import { emptyFolder } from './command.ts';
import { fetchTransport } from './practice.ts';

const card = '4000056655665556';

/** What services say of a payment in the place of the truth; `number` counts the payments. */
const lies = {
  'strangers-orders': (number) => ({
    order_no: `VICTIM-ORDER-${number}`,
    transaction_id: `VICTIM-TX-${number}`,
    amount: '9999.00',
    currency: 'KWD',
  }),
  'dearer-amounts': (number) => ({ transaction_id: `TX-${number}`, amount: '9999.00', currency: 'KWD' }),
  'one-transaction': () => ({ transaction_id: 'TX-1' }),
  'card-in-transaction': (number) => ({ transaction_id: `T${number}-${card}` }),
  'commands-in-transaction': (number) => ({
    transaction_id: `T${number}\u009b2J\u2028\u202e\nNothing is left behind.\n::error title=X::Y ##[error]Z`,
  }),
} satisfies Record<string, (number: number) => JsonObject>;

/** Starts a service that takes everything and lies about payments; `heard` holds what it was asked. */
async function startLiar(name: keyof typeof lies) {
  const heard: { readonly operation: DocumentedOperationId; readonly body: JsonObject }[] = [];
  let paid = 0;
  const change = allOf(
    deciding({ checksSchema: () => false, checksParty: () => false, entryProblem: () => undefined }),
    onAnswer('direct-payment', (answer) => {
      paid += 1;
      return { ...answer, ...lies[name](paid) };
    }),
    rewiring((wire, { operation, request }) => {
      heard.push({ operation, body: request });
      return wire;
    }),
  );
  const { url, close } = await startMock({ change });
  onTestFinished(close);
  return { baseUrl: url, heard };
}

/** Pays twice by card at a hostile service, as a run would, and returns the folder and what the service heard. */
async function paidTwice(name: keyof typeof lies) {
  const service = await startLiar(name);
  const folder = emptyFolder();
  const target = join(folder, 'target.json');
  const limits = { amountPerRequest: '10.00', amountTotal: '100.00', requestsPerSecond: 1000 };
  writeFileSync(
    target,
    JSON.stringify({
      name,
      environment: 'production-like',
      baseUrl: service.baseUrl,
      merchant: { merchant_id: 'M', account_id: 'A' },
      signing: { recipe: 'none' },
      cards: [{ card, expiration_month: '12', expiration_year: '2035', security_code: '123' }],
      currencies: ['EUR'],
      allow: ['reads', 'creates', 'moves-money', 'irreversible'],
      limits,
    }),
  );
  const settings = readSettings({
    CONFORMANCE_TARGET: target,
    CONFORMANCE_OUT: folder,
    CONFORMANCE_RUN_ID: 'r7',
  });
  const evidence = openEvidence(folder, 0);
  const client = createSender({
    signer: await createSigner(settings.target),
    transport: fetchTransport,
    record: (judged) => void evidence.record(judged),
    settings,
  });
  const order = { merchant_id: 'M', account_id: 'A', amount: '5.00', currency: 'EUR', card };
  for (const ordinal of [1, 2])
    await client.send(
      'direct-payment',
      { ...order, order_no: `r7-${ordinal}` },
      { origin: { test: 'pays', ordinal } },
    );
  evidence.close();
  gatherEvidence(folder);
  const undone = () => service.heard.filter(({ operation }) => !/payment|search/.test(operation));
  return { folder, undone };
}

const clean = (folder: string, sends = true) =>
  cleanUpHere(folder, { target: join(folder, 'target.json'), sends });

test('nothing of a stranger is undone, and the list says why', async () => {
  const { folder, undone } = await paidTwice('strangers-orders');
  const { titles, left } = await clean(folder);
  expect([left, undone()]).toEqual([[], []]);
  expect(titles).toHaveLength(2);
  expect(titles[0]).toContain(
    'r7-1  5.00 EUR: not believed, because the answer names another order_no than the one that was sent',
  );
});

test('amounts and currencies are those that were sent', async () => {
  const { folder, undone } = await paidTwice('dearer-amounts');
  expect((await clean(folder)).left).toEqual([]);
  const entry = (number: number) => ({
    transaction_id: `TX-${number}`,
    order_no: `r7-${number}`,
    currency: 'EUR',
    amount: '5.00',
  });
  expect(undone().map(({ body }) => body.cancel_orders)).toEqual([[entry(1)], [entry(2)]]);
});

test('one transaction for two orders is undone once', async () => {
  const { folder, undone } = await paidTwice('one-transaction');
  const { titles } = await clean(folder);
  expect(undone().map(({ body }) => body.cancel_orders)).toEqual([
    [expect.objectContaining({ order_no: 'r7-1' })],
  ]);
  expect(titles.join('\n')).toContain('its transaction_id was answered for another order before');
});

test('a card number reaches neither the ledger nor a title', async () => {
  const { folder, undone } = await paidTwice('card-in-transaction');
  const { titles } = await clean(folder);
  const file = join(folder, 'ledger.ndjson');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect([readFileSync(file, 'utf8'), ...titles].join('\n')).not.toMatch(/40000566|5566.?5556/);
  expect([undone(), titles.join('\n').match(/is not kept/g)?.length]).toEqual([[], 2]);
});

test.each([false, true])('texts of the service are data for a clean-up that sends: %j', async (sends) => {
  const { folder } = await paidTwice('commands-in-transaction');
  const { titles, undone, left } = await clean(folder, sends);
  const lines = [...titles, ...undone, ...left];
  expect(lines.join('\n')).toContain('T1\\u009b2J\\u2028\\u202e\\n');
  expect(lines.join('\n')).not.toMatch(/[\p{Zl}\p{Zp}\p{Bidi_Control}]|(?!\n)\p{Cc}|##\[/u);
  expect(lines.filter((line) => /^\s*::|^Nothing is left behind\.$/.test(line))).toEqual([]);
});
