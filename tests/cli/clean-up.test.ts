import {
  cpSync,
  existsSync,
  mkdirSync,
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
import { cleanUp, sortLedger } from '../../cli/after/clean-up.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { gatherEvidence, openEvidence } from '../../reports/evidence.ts';
import { readLedgers } from '../../targets/clean-up.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { ledgerOf, paymentEntry } from '../targets/ledger-of.ts';
import { listen } from '../targets/loopback.ts';
import { emptyFolder, runCommand } from './command.ts';
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
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ target }));
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

const clean = (...words: string[]) => runCommand(cleanUp, ['clean-up', ...words]);

// Where the service stands now is where the ledger says that it stood.
function moveLedger(folder: string, baseUrl: string, names = ['ledger.ndjson', 'exchanges.ndjson']): void {
  for (const name of names) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, baseUrl);
    writeFileSync(file, text);
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

describe('clean-up without --send', () => {
  test('lists what is left and sends nothing', async () => {
    const { folder } = await ran(1);
    const { status, lines } = await clean(folder);
    expect(status).toBe(1);
    expect(lines.slice(0, 2)).toEqual([
      'Left behind, and could be undone: 1',
      expect.stringMatching(/^ {2}direct-payment {2}T\w+ {2}left-0 {2}\S+ [A-Z]{3} {2}cancel or refund$/),
    ]);
    expect(lines.at(-1)).toBe('Nothing was sent. Add --send to undo what can be undone.');
    expect(existsSync(`${folder}.clean-up`)).toBe(false);
  });

  test.each<[string, (folder: string) => void, string]>([
    ['of an earlier run', (folder) => rmSync(join(folder, 'exchanges.ndjson')), 'does not hold its exchange'],
    [
      'of changed evidence',
      (folder) => {
        const file = join(folder, 'exchanges.ndjson');
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"verdict":"', '"verdict":"x'));
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replaceAll('"outcome":"accepted"', '"outcome":"refused"'),
        );
      },
      'the evidence does not hold',
    ],
    [
      'of another merchant',
      (folder) => moveLedger(folder, 'http://127.0.0.1:9', ['ledger.ndjson']),
      'address',
    ],
  ])('lists apart what --send would leave alone: %s', async (_what, change, why) => {
    const { folder } = await ran(2);
    expect((await clean(folder)).lines[0]).toBe('Left behind, and could be undone: 2');
    change(folder);
    const { status, lines } = await clean(folder);
    expect([status, lines[0], lines.at(-1)]).toEqual([
      1,
      'Left alone, because the evidence does not confirm it; look it up by order_no: 2',
      'Nothing was sent, and --send would undo none of it.',
    ]);
    expect(lines[1]).toContain(why);
  });

  test('names a payout that may have been made by the number to look it up with', async () => {
    const folder = emptyFolder();
    const { order_no: _, transaction_id: __, ...rest } = payment('T1');
    writeLedger(folder, [{ ...rest, operation: 'payout', request_id: 'q-1', certain: false, undo: [] }]);
    const { lines } = await clean(folder);
    expect(lines).toContain('  payout  no transaction_id  q-1  5.00 USD');
  });

  test.each(['sandbox', 'embedded'])('tells whether the ledger of a %s is missing', async (environment) => {
    const { folder } = await ran(1);
    gatherEvidence(folder, undefined, { target: { environment } } as never);
    rmSync(join(folder, 'ledger.ndjson'));
    const told = await clean(folder).catch(({ message }: Error) => message);
    if (environment === 'embedded') expect(told).toMatchObject({ status: 0 });
    else expect(told).toContain('holds no ledger of what its exchanges created; name the folder of the run');
  });

  test('an empty ledger leaves nothing to do', async () => {
    const folder = emptyFolder();
    writeLedger(folder, []);
    const { status, lines } = await clean(folder);
    expect([status, lines]).toEqual([0, ['Nothing is left behind that could be undone.']]);
  });

  test('a folder that no run has written to is named, and nothing is said to be left', async () => {
    const folder = emptyFolder();
    await expect(clean(folder)).rejects.toThrow(`${folder} holds nothing that a run leaves`);
    const file = join(folder, 'file.json');
    writeFileSync(file, '{}');
    await expect(clean(file)).rejects.toThrow(`${file} holds nothing that a run leaves`);
  });

  test('a device under the name of a file is named, and nothing is read of it', async () => {
    const folder = emptyFolder();
    symlinkSync('/dev/zero', join(folder, 'ledger.ndjson'));
    await expect(clean(folder)).rejects.toThrow(
      `${join(folder, 'ledger.ndjson')} is not a plain file; nothing was read.`,
    );
  });

  test('a folder that is not there is named', async () => {
    await expect(clean('no/such/folder')).rejects.toThrow('no/such/folder does not exist');
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

describe('clean-up with --send', () => {
  test('cancels what is left, and a second time finds nothing', async () => {
    const { folder, target } = await ran(3);
    const { status, lines } = await clean(folder, '--send', '--target', target);
    expect(status).toBe(0);
    expect(lines.filter((line) => line.startsWith('✓ cancel'))).toHaveLength(3);
    expect(lines.at(-1)).toBe('3 of 3 undone.');
    expect((await clean(folder, '--send', '--target', target)).status).toBe(0);
    const kept = readFileSync(join(`${folder}.clean-up`, 'sent-1', 'exchanges.ndjson'), 'utf8');
    expect(kept.match(/"kind":"exchange"/g)).toHaveLength(2);
  });

  test('refunds where cancelling is not allowed', async () => {
    const { folder, target } = await ran(2, { allow: ['reads', 'moves-money'] });
    const { status, lines } = await clean(folder, '--send', '--json', '--target', target);
    const told = JSON.parse(lines.join('\n'));
    expect(status).toBe(0);
    expect(told.undone.map(({ by, result }: { by: string; result: string }) => `${by} ${result}`)).toEqual([
      'cancel not sent',
      'cancel not sent',
      'refund undone',
      'refund undone',
    ]);
  });

  test('sends nothing that the target does not allow', async () => {
    const { folder, target } = await ran(1);
    const file = JSON.parse(readFileSync(target, 'utf8'));
    let calls = 0;
    const { url } = await listen((_, answer) => {
      calls += 1;
      answer.end();
    });
    writeFileSync(target, JSON.stringify({ ...file, allow: ['reads'], baseUrl: url }));
    moveLedger(folder, url);
    const { status, lines } = await clean(folder, '--send', '--target', target);
    expect([status, calls]).toEqual([1, 0]);
    expect(lines.at(-1)).toBe('0 of 1 undone.');
  });

  test('keeps the sum of one refund within the limit of one request', async () => {
    const { folder, target } = await ran(3, { allow: ['reads', 'moves-money'] });
    const amounts = readLedgers(folder).map(({ amount }) => Number(amount));
    const file = JSON.parse(readFileSync(target, 'utf8'));
    const limits = { ...file.limits, amountPerRequest: Math.max(...amounts).toFixed(2) };
    writeFileSync(target, JSON.stringify({ ...file, limits }));
    const { status } = await clean(folder, '--send', '--target', target);
    expect(status).toBe(0);
    const kept = readFileSync(join(`${folder}.clean-up`, 'sent-1', 'exchanges.ndjson'), 'utf8');
    expect(kept.match(/"kind":"exchange"/g)?.length).toBeGreaterThan(2);
  });

  test('sends no refund again for a copy of the folder', async () => {
    const { folder, target } = await ran(2, { allow: ['reads', 'moves-money'] });
    const copy = join(emptyFolder(), 'copy');
    cpSync(folder, copy, { recursive: true });
    expect((await clean(folder, '--send', '--target', target)).lines.at(-1)).toBe('2 of 2 undone.');
    const { status, lines } = await clean(copy, '--send', '--json', '--target', target);
    const { listed, undone, still } = JSON.parse(lines.join('\n'));
    expect([status, listed.length, undone, still]).toEqual([0, 2, [], []]);
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
    writeFileSync(target, JSON.stringify({ ...JSON.parse(readFileSync(target, 'utf8')), baseUrl: url }));
    moveLedger(folder, url);
    const { status, lines } = await clean(folder, '--send', '--target', target);
    expect([status, [...new Set(asked)]]).toEqual([1, ['/v1/retrievalRefund']]);
    expect(lines.join('\n')).toContain('not sent: the refund search did not say what was refunded');
  });

  test('a run that does not say its target needs one', async () => {
    const folder = emptyFolder();
    writeLedger(folder, [payment('T1')]);
    await expect(clean(folder, '--send')).rejects.toThrow('name it with --target');
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
  await expect(clean(folder, '--send', '--target', target)).rejects.toThrow(
    `the target is ${url} (merchant 100001), so nothing`,
  );
  writeFileSync(target, JSON.stringify({ ...file, merchant: { merchant_id: 'M2', account_id: 'A' } }));
  await expect(clean(folder, '--send', '--target', target)).rejects.toThrow(
    '(merchant M2), so nothing is sent',
  );
  expect(calls).toBe(0);
});

test('a target that is not there is told from one that gave no answer', async () => {
  const { folder, target } = await ran(1);
  const file = JSON.parse(readFileSync(target, 'utf8'));
  const gone = await listen(() => {});
  await new Promise((resolve) => gone.server.close(resolve));
  const silent = await listen(afterSearch((incoming) => incoming.socket.destroy()));
  const resultsAt = async (baseUrl: string) => {
    writeFileSync(target, JSON.stringify({ ...file, baseUrl }));
    moveLedger(folder, baseUrl);
    const { undone } = JSON.parse(
      (await clean(folder, '--send', '--json', '--target', target)).lines.join('\n'),
    );
    return undone.map(({ by, result }: { by: string; result: string }) => `${by} ${result}`);
  };
  expect(await resultsAt(gone.url)).toEqual(['cancel not sent']);
  // A cancellation without an answer may have happened, so that a refund could come on top of it.
  expect(await resultsAt(silent.url)).toEqual(['cancel unclear']);
  // When the command is given again, nothing is sent.
  expect(await resultsAt(silent.url)).toEqual([]);
});

const mayBeUndone = 'May be undone already, because no clear answer came; look them up by order_no: 1';

test('a refund without an answer is never sent again, by whatever name of its folder', async () => {
  const { folder, target } = await ran(1, { allow: ['reads', 'moves-money'] });
  let calls = 0;
  const { url } = await listen(
    afterSearch((incoming) => {
      calls += 1;
      incoming.socket.destroy();
    }),
  );
  writeFileSync(target, JSON.stringify({ ...JSON.parse(readFileSync(target, 'utf8')), baseUrl: url }));
  moveLedger(folder, url);
  const first = await clean(folder, '--send', '--target', target);
  expect([first.status, first.lines.at(-1)]).toEqual([1, '0 of 1 undone.']);
  const link = join(emptyFolder(), 'link');
  symlinkSync(folder, link);
  for (const name of [folder, `${folder}/`, `${folder}/.`, relative('', folder), link]) {
    const again = await clean(name, '--send', '--target', target);
    expect([name, again.status, again.lines[0]]).toEqual([name, 1, mayBeUndone]);
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

/** Two payments to a service that refunds, one in a request; `meanwhile` happens to the second refund before its answer. */
async function refundsTwo(meanwhile: (folder: string) => void) {
  const { folder, target } = await ran(2, { allow: ['reads', 'moves-money'] });
  const largest = Math.max(...readLedgers(folder).map(({ amount }) => Number(amount)));
  let calls = 0;
  const { url } = await listen(
    refunding(() => {
      calls += 1;
      if (calls === 2) meanwhile(folder);
    }),
  );
  const file = JSON.parse(readFileSync(target, 'utf8'));
  const limits = { ...file.limits, amountPerRequest: largest.toFixed(2) };
  writeFileSync(target, JSON.stringify({ ...file, baseUrl: url, limits }));
  moveLedger(folder, url);
  return { folder, target, calls: () => calls };
}

test('a killed clean-up leaves a note that keeps the next one from refunding again', async () => {
  const killed = join(emptyFolder(), 'out');
  const { folder, target, calls } = await refundsTwo((whole) => {
    // What a process leaves that is killed at this moment.
    for (const end of ['', '.clean-up']) cpSync(`${whole}${end}`, `${killed}${end}`, { recursive: true });
    rmSync(join(`${killed}.clean-up`, 'runner'), { recursive: true });
  });
  const first = await clean(folder, '--send', '--target', target);
  expect([first.status, first.lines.at(-1), calls()]).toEqual([0, '2 of 2 undone.', 2]);
  const again = await clean(killed, '--send', '--target', target);
  expect([again.status, again.lines.slice(0, 2), calls()]).toEqual([
    1,
    [mayBeUndone, expect.stringContaining('left-1')],
    2,
  ]);
});

test.each([true, false])(
  'a clean-up that cannot write down a refund says so and stops (--json: %s)',
  async (isJson) => {
    const { folder, target, calls } = await refundsTwo((whole) => {
      const ledger = join(`${whole}.clean-up`, 'ledger.ndjson');
      renameSync(ledger, `${ledger}.kept`);
      mkdirSync(ledger);
    });
    const lines: string[] = [];
    const words = ['clean-up', folder, '--send', '--target', target, ...(isJson ? ['--json'] : [])];
    await expect(runCommand(cleanUp, words, lines)).rejects.toThrow('EISDIR');
    const lost = 'what came of it could not be written down';
    if (isJson) {
      const { undone } = JSON.parse(lines.join('\n'));
      expect(undone.slice(-2)).toMatchObject([
        { entry: { order_no: 'left-0' }, result: 'undone' },
        { entry: { order_no: 'left-1' }, result: 'unclear', detail: lost },
      ]);
    } else
      expect(lines.slice(-2)).toEqual([
        expect.stringMatching(/^✓ refund {2}\w+ {2}left-0 {2}undone$/),
        expect.stringMatching(new RegExp(`^\\? refund {2}\\w+ {2}left-1 {2}unclear: ${lost}$`)),
      ]);
    const ledger = join(`${folder}.clean-up`, 'ledger.ndjson');
    rmSync(ledger, { recursive: true });
    renameSync(`${ledger}.kept`, ledger);
    const again = await clean(folder, '--send', '--target', target);
    expect([again.status, again.lines[0], calls()]).toEqual([1, mayBeUndone, 2]);
  },
);

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
    const file = JSON.parse(readFileSync(target, 'utf8'));
    writeFileSync(target, JSON.stringify({ ...file, ...statuses, baseUrl: url }));
    moveLedger(folder, url);
    const { status, lines } = await clean(folder, '--send', '--json', '--target', target);
    const { undone } = JSON.parse(lines.join('\n'));
    expect([status, undone[0].result]).toEqual([1, result]);
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
    const { status, lines } = await clean(folder, '--send', '--target', target);
    expect(status).toBe(1);
    expect(lines.join('\n')).toMatch(why);
    const kept = readFileSync(join(`${folder}.clean-up`, 'sent-1', 'exchanges.ndjson'), 'utf8');
    expect(kept).toContain(other.transaction_id);
    expect(kept).not.toMatch(/CUSTOMER-TX-77|"9\.99/);
    expect(kept).not.toContain(own.transaction_id);
  });

  test('sends nothing where the evidence does not hold', async () => {
    const { folder, target } = await ran(1);
    const file = join(folder, 'exchanges.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"outcome":"accepted"', '"outcome":"refused"'));
    const { status, lines } = await clean(folder, '--send', '--target', target);
    expect([status, lines.join('\n')]).toEqual([
      1,
      expect.stringContaining('the evidence does not hold: exchange'),
    ]);
    expect(existsSync(`${folder}.clean-up`)).toBe(false);
  });

  test('a clean-up ledger beside the folder adds nothing to undo', async () => {
    const { folder, target } = await ran(1);
    const [own] = readLedgers(folder);
    if (own === undefined) throw new Error('nothing was paid');
    mkdirSync(`${folder}.clean-up`);
    writeLedger(`${folder}.clean-up`, [{ ...own, ...customer }]);
    const { lines } = await clean(folder, '--send', '--target', target);
    expect(lines.join('\n')).not.toContain('CUSTOMER-TX-77');
  });
});
