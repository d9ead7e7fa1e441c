import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { gatherEvidence, openEvidence } from '../../reports/evidence.ts';
import { readLedgers, sortLedger } from '../../targets/clean-up.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { lockFolder } from '../../targets/lock.ts';
import { textIn, writeText } from '../reports/packed-text.ts';
import { ledgerOf, paymentEntry } from '../targets/ledger-of.ts';
import { listen } from '../targets/loopback.ts';
import { cleanUpHere } from './clean-up-here.ts';
import { emptyFolder } from './command.ts';
import { practiceKey, practise } from './practice.ts';

const payment = paymentEntry;

function writeLedger(folder: string, entries: readonly LedgerEntry[]): void {
  writeFileSync(join(folder, 'ledger.ndjson'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

/** A run's folder with the ledger of some payments to an embedded endpoint that stands in for a sandbox. */
async function ran(payments: number, changes: { allow?: readonly string[]; limits?: object } = {}) {
  const practice = await practise();
  const folder = join(emptyFolder(), 'out');
  mkdirSync(folder);
  writeFileSync(join(folder, 'key'), practiceKey);
  const { merchant } = practice.target;
  const target = join(folder, 'target.json');
  writeFileSync(
    target,
    JSON.stringify({
      name: 'stand-in',
      environment: 'sandbox',
      baseUrl: practice.url,
      merchant,
      signing: { recipe: 'hmac-sha256', key: { file: 'key' } },
      cards: practice.target.cards,
      allow: changes.allow ?? ['reads', 'moves-money', 'irreversible'],
      limits: {
        requestsPerSecond: 1000,
        amountPerRequest: '1000000',
        amountTotal: '1000000',
        ...changes.limits,
      },
    }),
  );
  const client = practice.clientAt(practice.url);
  const origin = { run: 'left', baseUrl: practice.url, merchant_id: merchant.merchant_id };
  const ledger = ledgerOf(join(folder, 'ledger.ndjson'), origin);
  const made = sample(validRequest('direct-payment', practice.context, 'minimal'), 9, payments);
  const evidence = openEvidence(folder, 0);
  for (const [ordinal, { body }] of made.entries()) {
    const unique = { ...body, order_no: `left-${ordinal}` };
    const judged = await client.send('direct-payment', unique, { origin: { test: 'pays', ordinal } });
    ledger.note(judged);
    evidence.record(judged);
  }
  evidence.close();
  gatherEvidence(folder);
  return { folder, target };
}

const list = async (folder: string) => (await cleanUpHere(folder, {})).titles;
const send = (folder: string, target: string) => cleanUpHere(folder, { target, sends: true });

/** The requests that a clean-up kept, all its sessions together. */
const keptOf = (folder: string): string =>
  readdirSync(`${folder}.clean-up`)
    .filter((name) => name.startsWith('sent-'))
    .map((name) => textIn(join(`${folder}.clean-up`, name, 'exchanges.ndjson.gz')))
    .join('');

/** The operations that a clean-up called, one after the other. */
const calledFor = (folder: string): readonly string[] =>
  keptOf(folder)
    .split('\n')
    .filter((line) => line.startsWith('{"kind":"exchange"'))
    .map((line) => JSON.parse(line).operation);

/** Changes the target file of a run, and the place that its ledger and evidence name. */
function moveTo(folder: string, target: string, baseUrl: string, more: object = {}): void {
  writeFileSync(target, JSON.stringify({ ...JSON.parse(readFileSync(target, 'utf8')), ...more, baseUrl }));
  moveLedger(folder, baseUrl);
}

// Where the service stands now is where the ledger says that it stood.
function moveLedger(folder: string, baseUrl: string, names = ['ledger.ndjson', 'exchanges.ndjson.gz']): void {
  for (const name of names) {
    const file = join(folder, name);
    writeText(file, textIn(file).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, baseUrl));
  }
}

/** A service that lists no refund, and answers all else as it is given. */
function afterSearch(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): RequestListener {
  return (incoming, outgoing) => {
    if (incoming.url !== '/v1/retrievalRefund') return answer(incoming, outgoing);
    const empty = { return_status: '1', return_message: 'OK', refund_orders: [] };
    outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(empty));
  };
}

describe('a clean-up that is not to send', () => {
  test('lists what is left and sends nothing', async () => {
    const { folder } = await ran(1);
    expect(await list(folder)).toEqual([
      expect.stringMatching(/^direct-payment {2}T\w+ {2}left-0 {2}\S+ [A-Z]{3}: cancel or refund$/),
    ]);
    expect(existsSync(`${folder}.clean-up`)).toBe(false);
  });

  test.each<[string, (folder: string) => void, string]>([
    [
      'of an earlier run',
      (folder) => rmSync(join(folder, 'exchanges.ndjson.gz')),
      'does not hold its exchange',
    ],
    [
      'of changed evidence',
      (folder) => {
        const file = join(folder, 'exchanges.ndjson.gz');
        writeText(file, textIn(file).replaceAll('"verdict":"', '"verdict":"x'));
        writeText(file, textIn(file).replaceAll('"outcome":"accepted"', '"outcome":"refused"'));
      },
      'the evidence does not hold',
    ],
    [
      'of another merchant',
      (folder) => moveLedger(folder, 'http://127.0.0.1:9', ['ledger.ndjson']),
      'address',
    ],
  ])('says what would be left alone: %s', async (_what, change, why) => {
    const { folder } = await ran(2);
    change(folder);
    const titles = await list(folder);
    expect(titles).toHaveLength(2);
    for (const title of titles) {
      expect(title).toContain(': left alone, because ');
      expect(title).toContain(why);
    }
  });

  test('names a payout that may have been made by the number to look it up with', async () => {
    const folder = emptyFolder();
    const { order_no: _, transaction_id: __, ...rest } = payment('T1');
    writeLedger(folder, [{ ...rest, operation: 'payout', request_id: 'q-1', certain: false, undo: [] }]);
    expect(await list(folder)).toEqual([
      'payout  no transaction_id  q-1  5.00 USD: may exist, because no clear answer came; look it up by order_no or request_id',
    ]);
  });

  test.each(['sandbox', 'embedded'])('tells whether the ledger of a %s is missing', async (environment) => {
    const { folder } = await ran(1);
    gatherEvidence(folder, { target: { environment } } as never);
    rmSync(join(folder, 'ledger.ndjson'));
    const told = await list(folder).catch(({ message }: Error) => message);
    if (environment === 'embedded') expect(told).toEqual([]);
    else expect(told).toContain('holds no ledger of what its exchanges created; name the folder of the run');
  });

  test('an empty ledger leaves nothing to do', async () => {
    const folder = emptyFolder();
    writeLedger(folder, []);
    expect(await list(folder)).toEqual([]);
  });

  test('a folder that no run has written to is named, and nothing is said to be left', async () => {
    const folder = emptyFolder();
    await expect(list(folder)).rejects.toThrow(`${folder} holds nothing that a run leaves`);
    const file = join(folder, 'file.json');
    writeFileSync(file, '{}');
    await expect(list(file)).rejects.toThrow(`${file} holds nothing that a run leaves`);
  });

  test('a device under the name of a file is named, and nothing is read of it', async () => {
    const folder = emptyFolder();
    symlinkSync('/dev/zero', join(folder, 'ledger.ndjson'));
    await expect(list(folder)).rejects.toThrow(
      `${join(folder, 'ledger.ndjson')} is not a plain file; nothing was read.`,
    );
  });

  test('a folder that is not there is named', async () => {
    await expect(list('no/such/folder')).rejects.toThrow('no/such/folder does not exist');
  });

  test('a run that goes on is waited for, one that was killed is not', async () => {
    const { folder } = await ran(1);
    const plan = (pid: number) =>
      writeFileSync(join(folder, 'parts', 'run.json'), JSON.stringify({ pid, facts: {} }));
    mkdirSync(join(folder, 'parts'), { recursive: true });
    plan(process.pid);
    await expect(list(folder)).rejects.toThrow(
      `is still running (process ${process.pid}); wait until it ends.`,
    );
    plan(0x7ffffff0);
    expect(await list(folder)).toHaveLength(1);
  });
});

describe('sortLedger', () => {
  test('tells apart what can be undone, what may exist and what lasts', () => {
    const unclear = { ...payment('T2'), certain: false };
    const payout = { ...payment('T3'), operation: 'payout' as const, undo: [] };
    const cancelled = { ...payment('T4'), operation: 'cancel' as const, undo: [] };
    const { open, uncertain, lasting } = sortLedger([
      payment('T1'),
      unclear,
      payout,
      payment('T4'),
      cancelled,
    ]);
    const ids = (entries: readonly LedgerEntry[]) => entries.map(({ transaction_id }) => transaction_id);
    expect([ids(open), ids(uncertain), ids(lasting)]).toEqual([['T1'], ['T2'], ['T3']]);
  });
});

describe('a clean-up that is to send', () => {
  test('cancels what is left, and a second time finds nothing', async () => {
    const { folder, target } = await ran(3);
    const { undone, left } = await send(folder, target);
    expect([undone.length, left]).toEqual([3, []]);
    expect(await send(folder, target)).toEqual({ titles: [], undone: [], left: [] });
    expect(calledFor(folder)).toEqual(['refund-search', 'cancel', 'cancel', 'cancel']);
  });

  test('refunds where cancelling is not allowed', async () => {
    const { folder, target } = await ran(2, { allow: ['reads', 'moves-money'] });
    const { undone, left } = await send(folder, target);
    expect([undone.length, left]).toEqual([2, []]);
    expect(calledFor(folder)).toEqual(['refund-search', 'refund', 'refund']);
  });

  test('sends nothing that the target does not allow', async () => {
    const { folder, target } = await ran(1);
    let calls = 0;
    const { url } = await listen((_, answer) => {
      calls += 1;
      answer.end();
    });
    moveTo(folder, target, url, { allow: ['reads'] });
    const { undone, left } = await send(folder, target);
    expect([undone, left.length, calls]).toEqual([[], 1, 0]);
    expect(left[0]).toContain('cancel not sent: effect not allowed by the target: irreversible');
    expect(left[0]).toContain('refund not sent: effect not allowed by the target: moves-money');
  });

  test('keeps to the limits of the target, all its processes together', async () => {
    const { folder, target } = await ran(4);
    const { limits } = JSON.parse(readFileSync(target, 'utf8'));
    writeFileSync(
      target,
      JSON.stringify({ ...JSON.parse(readFileSync(target, 'utf8')), limits: { ...limits, requests: 3 } }),
    );
    const ended = await send(folder, target).catch(({ message }: Error) => message);
    // After the third request the next process may not even search.
    expect(ended).toMatch(/^Nothing was sent: limit of the target reached: limits\.requests is 3/);
    expect(calledFor(folder)).toEqual(['refund-search', 'cancel', 'cancel']);
    expect(await list(folder)).toHaveLength(2);
  });

  test('keeps the sum of a request within the limit of one request', async () => {
    const { folder, target } = await ran(1, { allow: ['reads', 'moves-money'] });
    const [{ amount } = {}] = readLedgers(folder);
    const file = JSON.parse(readFileSync(target, 'utf8'));
    const limits = { ...file.limits, amountPerRequest: (Number(amount) - 0.01).toFixed(2) };
    writeFileSync(target, JSON.stringify({ ...file, limits }));
    const { left } = await send(folder, target);
    expect(left[0]).toContain('refund not sent: limit of the target reached: limits.amountPerRequest');
  });

  test('sends no refund again for a copy of the folder', async () => {
    const { folder, target } = await ran(2, { allow: ['reads', 'moves-money'] });
    const copy = join(emptyFolder(), 'copy');
    cpSync(folder, copy, { recursive: true });
    expect((await send(folder, target)).undone).toHaveLength(2);
    const { undone, left } = await send(copy, target);
    expect([undone.length, left]).toEqual([2, []]);
    expect(calledFor(copy)).toEqual(['refund-search']);
  });

  test.each([
    ['a page', (answer: ServerResponse) => answer.setHeader('content-type', 'text/html').end('<p>busy')],
    ['no answer', (answer: ServerResponse) => answer.destroy()],
    ['status 500', (answer: ServerResponse) => answer.writeHead(500).end()],
  ])('undoes nothing where the search for refunds gets %s', async (_what, reply) => {
    const { folder, target } = await ran(1);
    const asked: string[] = [];
    const { url } = await listen((incoming, answer) => {
      asked.push(incoming.url ?? '');
      reply(answer);
    });
    moveTo(folder, target, url);
    await expect(send(folder, target)).rejects.toThrow(
      'Nothing was sent: the refund search did not say what was refunded',
    );
    expect([...new Set(asked)]).toEqual(['/v1/retrievalRefund']);
  });

  test('is refused while another one holds the folder', async () => {
    const { folder, target } = await ran(1);
    lockFolder(`${folder}.clean-up`);
    await expect(send(folder, target)).rejects.toThrow(
      `${folder}.clean-up is in use by process ${process.pid}; wait for its end.`,
    );
  });

  test('needs the target file of the run', async () => {
    const folder = emptyFolder();
    writeLedger(folder, [payment('T1')]);
    await expect(cleanUpHere(folder, { sends: true })).rejects.toThrow(
      'the target is the embedded endpoint (merchant 100001), so nothing is sent.',
    );
  });
});

test('a ledger is refused against another target', async () => {
  const { folder, target } = await ran(1);
  const file = JSON.parse(readFileSync(target, 'utf8'));
  let calls = 0;
  const { url } = await listen((_, answer) => {
    calls += 1;
    answer.end();
  });
  writeFileSync(target, JSON.stringify({ ...file, baseUrl: url }));
  await expect(send(folder, target)).rejects.toThrow(`the target is ${url} (merchant 100001), so nothing`);
  writeFileSync(target, JSON.stringify({ ...file, merchant: { merchant_id: 'M2', account_id: 'A' } }));
  await expect(send(folder, target)).rejects.toThrow('(merchant M2), so nothing is sent');
  expect(calls).toBe(0);
});

test('what a run left on two targets is undone on the named one alone', async () => {
  const { folder, target } = await ran(2);
  const [own, other] = readLedgers(folder);
  if (own === undefined || other === undefined) throw new Error('nothing was paid');
  writeLedger(folder, [own, { ...other, merchant_id: 'M2' }]);
  const { undone, left } = await send(folder, target);
  expect([undone.length, left.length]).toEqual([1, 1]);
  expect(keptOf(folder)).not.toContain(other.transaction_id);
});

test('a target that is not there is told from one that gave no answer', async () => {
  const { folder, target } = await ran(1);
  const gone = await listen(() => {});
  await new Promise((resolve) => gone.server.close(resolve));
  const silent = await listen(afterSearch((incoming) => incoming.socket.destroy()));
  moveTo(folder, target, gone.url);
  await expect(send(folder, target)).rejects.toThrow('Nothing was sent: the refund search');
  moveTo(folder, target, silent.url);
  // A cancellation without an answer may have happened, so that a refund could come on top of it.
  const [first] = (await send(folder, target)).left;
  expect(first).toContain('\ncancel unclear: ');
  expect(first).not.toContain('\nrefund ');
  expect(first).toContain('Only a status listed under "statuses.cancel.refused" of the target file');
  // When the clean-up is started again, nothing is sent.
  const kept = keptOf(folder);
  expect((await send(folder, target)).left).toEqual([expect.stringContaining(mayBeUndone)]);
  expect(keptOf(folder)).toBe(kept);
});

const mayBeUndone = 'may be undone already, because no clear answer came; look it up by order_no';

test('a refund without an answer is never sent again, by whatever name of its folder', async () => {
  const { folder, target } = await ran(1, { allow: ['reads', 'moves-money'] });
  let calls = 0;
  const { url } = await listen(
    afterSearch((incoming) => {
      calls += 1;
      incoming.socket.destroy();
    }),
  );
  moveTo(folder, target, url);
  expect((await send(folder, target)).left).toHaveLength(1);
  const link = join(emptyFolder(), 'link');
  symlinkSync(folder, link);
  for (const name of [folder, `${folder}/`, `${folder}/.`, relative('', folder), link]) {
    const { titles, left } = await send(name, target);
    expect([name, titles.length, left.length]).toEqual([name, 1, 1]);
    expect(titles[0]).toContain(mayBeUndone);
  }
  expect(calls).toBe(1);
});

/** A service that lists no refund, and refunds what it is asked for; `meanwhile` happens before its answer. */
function refunding(meanwhile: () => void) {
  return afterSearch(async (incoming, outgoing) => {
    const sent = JSON.parse(await text(incoming));
    meanwhile();
    const done = (one: { transaction_id: string }) => ({
      ...one,
      refund_status: '1',
      refund_message: 'P0001:done',
      refund_reference_id: `${one.transaction_id}-01`,
    });
    const answer = {
      ...sent,
      return_status: '1',
      return_message: 'OK',
      refund_orders: sent.refund_orders.map(done),
    };
    outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
}

/** Two payments to a service that refunds; `meanwhile` happens to the second refund before its answer. */
async function refundsTwo(meanwhile: (folder: string) => void) {
  const { folder, target } = await ran(2, { allow: ['reads', 'moves-money'] });
  let calls = 0;
  const { url } = await listen(
    refunding(() => {
      calls += 1;
      if (calls === 2) meanwhile(folder);
    }),
  );
  moveTo(folder, target, url);
  return { folder, target, calls: () => calls };
}

test('a killed clean-up leaves a note that keeps the next one from refunding again', async () => {
  const killed = join(emptyFolder(), 'out');
  const { folder, target, calls } = await refundsTwo((whole) => {
    // What a process leaves that is killed at this moment.
    for (const end of ['', '.clean-up']) cpSync(`${whole}${end}`, `${killed}${end}`, { recursive: true });
    writeFileSync(join(`${killed}.clean-up`, 'lock'), '{"pid":2147483632}\n');
  });
  expect([(await send(folder, target)).undone.length, calls()]).toEqual([2, 2]);
  const again = await send(killed, target);
  expect([again.undone, again.left.length, calls()]).toEqual([[], 1, 2]);
  expect(again.titles).toEqual([expect.stringMatching(/left-1 .*: may be undone already/)]);
});

test('a clean-up that cannot write down a refund says so and stops', async () => {
  const { folder, target, calls } = await refundsTwo((whole) => {
    const ledger = join(`${whole}.clean-up`, 'ledger.ndjson');
    renameSync(ledger, `${ledger}.kept`);
    mkdirSync(ledger);
  });
  await expect(send(folder, target)).rejects.toThrow(
    /^refund unclear: what came of it could not be written down \(EISDIR/,
  );
  const ledger = join(`${folder}.clean-up`, 'ledger.ndjson');
  rmSync(ledger, { recursive: true });
  renameSync(`${ledger}.kept`, ledger);
  const again = await send(folder, target);
  expect([again.left.length, again.titles, calls()]).toEqual([1, [expect.stringContaining(mayBeUndone)], 2]);
});

test.each<[message: string, whole: number | undefined, statuses: object, result: string, refunds: boolean]>([
  ['queued', undefined, {}, 'unclear', false],
  ['the transaction has been voided before', 400, {}, 'unclear', false],
  ['a captured payment cannot be cancelled', undefined, {}, 'unclear', false],
  ['it must be refunded', 400, {}, 'unclear', false],
  ['please wait', 429, {}, 'throttled', false],
  ['queued', undefined, { statuses: { cancel: { refused: ['2'] } } }, 'refused', true],
])(
  'after a cancellation that says %j, whole %j, with %j, it is %s and a refund follows: %j',
  async (...row) => {
    const [error_message, whole, statuses, result, refunds] = row;
    const { folder, target } = await ran(1);
    const asked: string[] = [];
    const { url } = await listen(
      afterSearch(async (incoming, outgoing) => {
        const { merchant_id, account_id, cancel_orders } = JSON.parse(await text(incoming));
        asked.push(incoming.url ?? '');
        const entries = cancel_orders?.map((one: object) => ({ ...one, cancel_status: '2', error_message }));
        const shown = { return_status: '1', return_message: 'OK', merchant_id, account_id };
        const answer =
          whole === undefined ? { ...shown, cancel_orders: entries } : { message: error_message };
        outgoing.writeHead(whole ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      }),
    );
    moveTo(folder, target, url, statuses);
    const { left } = await send(folder, target);
    expect(left).toEqual([expect.stringContaining(`\ncancel ${result}: `)]);
    expect(asked).toEqual(['/v1/cancel', ...(refunds ? ['/v1/refund'] : [])]);
  },
);

describe('a ledger that the evidence does not bear out', () => {
  const customer = { order_no: 'left-100234', transaction_id: 'CUSTOMER-TX-77' };
  const forgeries: readonly (readonly [string, (own: LedgerEntry) => LedgerEntry, RegExp])[] = [
    [
      'names no exchange of the folder',
      (own) => ({ ...own, ...customer, exchange: 'none' }),
      /does not hold its exchange/,
    ],
    ['names another order', (own) => ({ ...own, ...customer }), /has another order under its id/],
    ['names another amount', (own) => ({ ...own, amount: '9.99' }), /does not show that this was accepted/],
    [
      'names the order of another payment',
      (own) => ({ ...own, order_no: 'left-1' }),
      /has another order under its id/,
    ],
  ];

  test.each(forgeries)('%s: that line is left alone, the true one is undone', async (_what, forge, why) => {
    const { folder, target } = await ran(2);
    const [own, other] = readLedgers(folder);
    if (own === undefined || other === undefined) throw new Error('nothing was paid');
    writeLedger(folder, [forge(own), other]);
    const { undone, left } = await send(folder, target);
    expect([undone.length, left.length]).toEqual([1, 1]);
    expect(left[0]).toMatch(why);
    const kept = keptOf(folder);
    expect(kept).toContain(other.transaction_id);
    expect(kept).not.toMatch(/CUSTOMER-TX-77|"9\.99/);
    expect(kept).not.toContain(own.transaction_id);
  });

  test('sends nothing where the evidence does not hold', async () => {
    const { folder, target } = await ran(1);
    const file = join(folder, 'exchanges.ndjson.gz');
    writeText(file, textIn(file).replace('"outcome":"accepted"', '"outcome":"refused"'));
    const { left } = await send(folder, target);
    expect(left).toEqual([expect.stringContaining('the evidence does not hold: exchange')]);
    expect(existsSync(join(`${folder}.clean-up`, 'sent-1'))).toBe(false);
  });

  test('a clean-up ledger beside the folder adds nothing to undo', async () => {
    const { folder, target } = await ran(1);
    const [own] = readLedgers(folder);
    if (own === undefined) throw new Error('nothing was paid');
    mkdirSync(`${folder}.clean-up`);
    writeLedger(`${folder}.clean-up`, [{ ...own, ...customer }]);
    const { titles } = await send(folder, target);
    expect(titles.join('\n')).not.toContain('CUSTOMER-TX-77');
    expect(keptOf(folder)).not.toContain('CUSTOMER-TX-77');
  });
});
