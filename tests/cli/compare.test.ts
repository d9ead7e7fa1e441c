import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compare } from '../../cli/investigate/compare.ts';
import { publishedCards } from '../../generators/context.ts';
import { drawRequest } from '../../generators/drawn.ts';
import { startMock } from '../../mock/server.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { readSettings } from '../../targets/settings.ts';
import { using } from '../proof/using.ts';
import { runCommand } from './command.ts';

/** Freedoms of services that say the same as the embedded endpoint, written otherwise. */
const writings = [
  'json={"style":{"indent":2,"ascii":true,"slashes":true,"order":"reversed"},"around":"\\n"}',
  'xml={"declaration":"","indent":"\\t","cdata":true,"selfClose":true,"comment":" node 7 ","reversed":true,"end":"\\n"}',
] as const;

const folderOf = (freedom: string) => freedom.slice(0, freedom.indexOf('='));

const base = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(base, { recursive: true }));
beforeAll(async () => {
  await record('a');
  await record('again');
  await record('own', 'further-members={"names":["x_trace","x_served"],"first":false}');
  await record('strict', 'refusal-form={"form":"problem details","status":422}');
  for (const freedom of writings) await record(folderOf(freedom), freedom);
});

/** Sends a service one full request of each operation, and one that it refuses; the evidence is in the folder of that name. */
async function record(name: string, freedom?: string): Promise<void> {
  const service = await startMock(freedom === undefined ? {} : { changeOf: using(freedom) });
  const merchant = { merchant_id: '100001', account_id: '100001001' };
  const allow = ['reads', 'creates', 'moves-money', 'irreversible'];
  const target = {
    name,
    environment: 'sandbox',
    baseUrl: service.url,
    merchant,
    signing: { recipe: 'none' },
    allow,
  };
  const limits = { requestsPerSecond: 1000 };
  const file = join(base, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...target, cards: publishedCards.slice(0, 1), limits }));
  const settings = readSettings({
    CONFORMANCE_TARGET: file,
    CONFORMANCE_SEED: '7',
    CONFORMANCE_OUT: join(base, name),
  });
  const sender = await openSender(settings, { keeps: { part: 0 } });
  const caller = sender.from({ test: 'one of each', seed: 7 });
  for (const { id } of documentedOperations)
    await caller.send(id, drawRequest(id, requestContext(settings), 'full', 7).body);
  await caller.send('direct-payment', merchant, { intent: 'odd' });
  await sender.close();
  await service.close();
}

const compared = (b: string, ...words: readonly string[]) =>
  runCommand(compare, [
    'compare',
    join(base, 'a'),
    join(base, b),
    '--again',
    join(base, 'again'),
    '--out',
    base,
    ...words,
  ]);

describe('two services side by side', () => {
  test('the same service twice differs in nothing', async () => {
    const { lines, status } = await compared('again', '--exit-status');
    expect(lines[0]).toBe(
      'No differences in 12 exchanges; left out: 0 exchanges without a counterpart, and 16 kinds of noise between two runs of A.',
    );
    expect(status).toBe(0);
  });

  test('a service with further fields differs in these alone', async () => {
    const { lines, status } = await compared('own', '--exit-status');
    const heads = lines.filter((line) => /^[a-z]/.test(line));
    expect(heads).toContain('payout  x_trace, in 1 of 1: one of each');
    expect(
      heads.filter((line) => !/undocumented-field|other-inputs|x_\w+|ledger_line|forms\[\]/.test(line)),
    ).toEqual([]);
    expect(status).toBe(1);
  });

  test('another way to refuse is one difference, with both answers on the page', async () => {
    const { lines } = await compared('strict');
    expect(lines.filter((line) => /^[a-z]/.test(line))).toEqual([
      'direct-payment  header content-type, in 1 of 2: one of each',
      'direct-payment  observed 1.4/content-type, in 1 of 2: one of each',
    ]);
    const page = readFileSync(join(base, 'comparison.html'), 'utf8');
    expect(page).toMatch(/application\/json; charset=utf-8[\s\S]*application\/problem\+json/);
    expect(page).not.toContain(publishedCards[0]?.card);
  });

  test.each(writings)('%s says the same, and is seen to write it otherwise', async (freedom) => {
    const { lines } = await compared(folderOf(freedom));
    const heads = lines.filter((line) => /^[a-z]/.test(line));
    expect(heads).not.toEqual([]);
    expect(heads.filter((line) => !line.includes('writing of the body'))).toEqual([]);
  });

  test('a service is compared with a service, and evidence with evidence', async () => {
    const mixed = runCommand(compare, ['compare', 'embedded', join(base, 'a'), '--out', base]);
    await expect(mixed).rejects.toThrow('compare takes two services, or the evidence of two runs');
  });
});
