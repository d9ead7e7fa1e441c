import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentOf } from '../../cli/project/run-options.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { openRun } from '../../opening/open-run.ts';
import { gatherEvidence, openEvidence, readEvidence } from '../../reports/evidence.ts';
import { readSettings } from '../../targets/settings.ts';
import { cleanUpHere } from '../cli/clean-up-here.ts';
import { emptyFolder } from '../cli/command.ts';
import { type Practice, practiceKey, practise } from '../cli/practice.ts';
import { withoutFullBatches } from '../e2e/command.ts';
import { ledgerOf } from '../targets/ledger-of.ts';
import { type Front, openFront, saying, sayingOfOrders, ways } from './front.ts';
import { runInside } from './run-inside.ts';
import { wordings } from './wordings.ts';

/** All answers without success: each way of losing one, and each wording. */
const modes = [
  ...Object.entries(ways),
  ...wordings.map((words) => [`the words "${words}"`, saying(words)] as const),
  ...wordings
    .slice(0, 12)
    .map((words) => [`the words "${words}" about each order`, sayingOfOrders(words)] as const),
];
// An answer that never comes would be waited for by each operation.
const answered = modes.filter(([name]) => name !== 'silence' && name !== 'drip');
const modeAt = (number: number, of = modes) => of[number % of.length] ?? (of[0] as (typeof modes)[number]);

const limits = {
  requestsPerSecond: 1000,
  amountPerRequest: '1000000',
  amountTotal: '100000000',
  timeoutMs: 1500,
};

// What a payment waits for does not come; how long it waits changes nothing here.
const settle = { longestMs: 250 };

/** Writes the target file of a sandbox behind a front. */
function targetFor(
  folder: string,
  { target }: Practice,
  front: Front,
  allow: readonly string[],
  change: { readonly amountPerRequest?: string; readonly concurrent?: number } = {},
): string {
  const file = join(folder, 'target.json');
  writeFileSync(join(folder, 'key'), practiceKey);
  writeFileSync(
    file,
    JSON.stringify({
      name: 'sandbox behind a front',
      environment: 'sandbox',
      baseUrl: front.url,
      merchant: { merchant_id: target.merchant.merchant_id, account_id: target.merchant.account_id },
      signing: { recipe: 'hmac-sha256', key: { file: 'key' } },
      cards: target.cards,
      allow,
      limits: { ...limits, ...change },
      settle,
    }),
  );
  return file;
}

/** Leaves out what asks for nothing over an order that was paid, which is most of a run. */
const overOrders = `${withoutFullBatches}(?!.*(?:every class|every size|signature|does not exist|as documented))`;

const everything = ['reads', 'creates', 'moves-money', 'irreversible'];
const operations = [
  'direct-payment',
  'capture',
  'refund',
  'cancel',
  'cancel-subscription',
  'payout',
  'query',
  'refund-search',
] as const;
const paths = ['/v1/capture', '/v1/refund', '/v1/cancel', '/v1/cancelsubscription', '/v1/payout'];

test('an opening asks for nothing twice, whatever the answers without success are', async () => {
  const practice = await practise();
  const met: Record<string, number> = {};
  for (let round = 0; round < answered.length; round += 5) {
    // Each operation meets another way in each round, and all together meet every way.
    const front = await openFront(practice.url, (path) =>
      paths.includes(path) ? modeAt(round + paths.indexOf(path), answered) : undefined,
    );
    const folder = emptyFolder();
    const target = targetFor(folder, practice, front, everything);
    const out = join(folder, 'out');
    const settings = readSettings(environmentOf({ target, out, seed: `${round}` }));
    await openRun({ ...settings, operations }, { asksSecondAccount: true });
    expect(front.again(), `round ${round}`).toEqual([]);
    for (const path of paths) met[path] = (met[path] ?? 0) + (front.spoiled[path] ?? 0);
  }
  for (const path of paths) expect(met[path], path).toBeGreaterThan(answered.length / 10);
});

/**
 * Tests that ask for one order several times on purpose, whatever a refusal of it says; after a lost answer they stop.
 * Planned, too, are entries that a request holds twice, and requests over one order side by side (hence one at a time).
 */
const planned = /meets every boundary|takes an empty batch and repeated entries/;
const isRefused = /answered by (?:the words|status 40[04])/;

/** The tests of a run that asked for something by its identifier. */
const testsOf = (out: string, id: string) =>
  readEvidence(out).exchanges.flatMap(({ sent, origin, operation }) =>
    operation !== 'query' && operation !== 'refund-search' && sent.body.includes(id) ? [origin.test] : [],
  );

test('a run asks for nothing twice, and nothing more over an order without success', async () => {
  const practice = await practise();
  const met = new Set<string>();
  // Two answers of three are spoiled, and the first few of each are not, so that the run has something to build on.
  const front = await openFront(practice.url, (path, number) => {
    // Of payments one in eight, because the run builds on the others.
    if (number < 3 || (paths.includes(path) ? number % 3 === 0 : number % 8 !== 0)) return undefined;
    const mode = modeAt(number + paths.indexOf(path) * 13, answered);
    met.add(mode[0]);
    return mode;
  });
  const folder = emptyFolder();
  const target = targetFor(folder, practice, front, everything, { concurrent: 1 });
  const out = join(folder, 'out');
  await runInside({
    target,
    operations,
    runs: '1',
    grep: overOrders,
    out,
    skipOpening: false,
  });
  /** Those that no test asks for on purpose. */
  const unplanned = (worked: readonly string[], isAllowed: (one: string) => boolean) =>
    worked.filter((one) => {
      const [, id = ''] = / for \w+ (\S+),/.exec(one) ?? [];
      const asking = testsOf(out, id);
      const isPlanned = asking.length > 0 && asking.every((name) => planned.test(name ?? ''));
      return !isPlanned || !isAllowed(one);
    });
  expect(unplanned(front.again(), (one) => isRefused.test(one))).toEqual([]);
  expect(unplanned(front.over(), () => true)).toEqual([]);
  for (const path of [...paths, '/v1/authorise']) expect(front.spoiled[path], path).toBeGreaterThan(4);
  expect(met.size).toBeGreaterThan(answered.length / 2);
});

/** Pays once for each mode, as a run does, and keeps the ledger and the evidence of a run. */
async function leave(practice: Practice, front: Front, allow: readonly string[]) {
  const folder = join(emptyFolder(), 'out');
  mkdirSync(folder);
  const amount = '5.00';
  const target = targetFor(folder, practice, front, allow, { amountPerRequest: amount });
  const { merchant_id } = practice.target.merchant;
  const ledger = ledgerOf(join(folder, 'ledger.ndjson'), { run: 'left', baseUrl: front.url, merchant_id });
  const evidence = openEvidence(folder, 0);
  const client = practice.clientAt(front.url);
  const made = sample(validRequest('direct-payment', practice.context, 'full'), 9, modes.length);
  for (const [ordinal, { body }] of made.entries()) {
    const unique = { ...body, amount, order_no: `left-${ordinal}` };
    const judged = await client.send('direct-payment', unique, { origin: { test: 'pays', ordinal } });
    ledger.note(judged);
    evidence.record(judged);
  }
  evidence.close();
  gatherEvidence(folder);
  return { folder, target };
}

test.each([
  ['cancel', ['reads', 'moves-money', 'irreversible'], ['/v1/cancel', '/v1/cancelsubscription']],
  ['refund', ['reads', 'moves-money'], ['/v1/refund']],
] as const)('clean-up gives nothing back twice after a %s without success', async (_name, allow, spoiled) => {
  const practice = await practise();
  const front = await openFront(practice.url, (path, number) =>
    paths.includes(path) ? modeAt(number) : undefined,
  );
  const { folder, target } = await leave(practice, front, allow);
  for (const time of ['first', 'second']) {
    const { left } = await cleanUpHere(folder, { target, sends: true });
    expect(left, time).not.toEqual([]);
    expect(front.again(), time).toEqual([]);
  }
  for (const path of spoiled) expect(front.spoiled[path], path).toBeGreaterThanOrEqual(modes.length);
});
