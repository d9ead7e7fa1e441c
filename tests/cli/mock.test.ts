import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { merchantAnd } from '../../cli/option-values.ts';
import { startConformance } from '../e2e/command.ts';

test('merchants are read one after the other', () => {
  expect(merchantAnd('M2:B', merchantAnd('M1:A1,A2'))).toEqual({ M1: ['A1', 'A2'], M2: ['B'] });
});

test.each(['M1', 'M1:', ':A', 'M1:A,', 'M 1:A', ''])('a merchant is never "%s"', (text) => {
  expect(() => merchantAnd(text)).toThrow(
    `--merchant must be a merchant_id, a colon and its account_ids, as in M1:A1,A2; found "${text}".`,
  );
});

test("the endpoint knows a developer's own merchant, with its accounts only", async () => {
  const started = startConformance(['mock', '--merchant', 'SHOP:MAIN,SIDE']);
  try {
    const [, url = ''] = await started.says(/listens on (http:\S+)/);
    const ask = async (account_id: string) => {
      const body = { merchant_id: 'SHOP', account_id, encryption_data: 'ab'.repeat(32) };
      const answer = await fetch(`${url}/v1/retrievalTrans`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await answer.text()).includes('names no account');
    };
    expect(await Promise.all(['MAIN', 'SIDE', 'OTHER'].map(ask))).toEqual([false, false, true]);
  } finally {
    started.interrupt();
    expect((await started.ended).status).toBe(0);
  }
});

test('a hostile service is served by its name, and a name near to one is suggested', async () => {
  const started = startConformance(['mock', '--hostile', 'one-transaction']);
  try {
    const [, url = ''] = await started.says(/one-transaction listens on (http:\S+)/);
    await started.says(/answers every payment with one and the same transaction_id \(direct-payment\)/);
    const [, file = ''] = await started.says(
      /Run against it: .*TARGET=(\S+) npx playwright test -g @direct-payment/,
    );
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ environment: 'sandbox', baseUrl: url });
    const [, page = ''] = await started.says(/The page about it, with calls to copy: (http:\S+)/);
    expect(await (await fetch(page)).text()).toContain('2.1/transaction_id/unique fails');
    expect(await (await fetch(url)).text()).not.toContain('It conforms plainly');
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(404);
  } finally {
    started.interrupt();
    expect((await started.ended).status).toBe(0);
  }
  const wrong = await startConformance(['mock', '--hostile', 'one-transactions']).ended;
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(/no hostile service is called "one-transactions".*one-transaction/s);
});

test('a misfit is served with a page beside it that can be read whatever it does', async () => {
  const started = startConformance(['mock', '--misfit', 'maintenance']);
  try {
    const [, url = ''] = await started.says(/listens on (http:\S+)/);
    const [, file = ''] = await started.says(/Run against it: .*TARGET=(\S+) npx playwright test/);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      name: 'misfit maintenance',
      baseUrl: url,
    });
    const [, page = ''] = await started.says(/The page about it, with calls to copy: (http:\S+)/);
    const text = await (await fetch(page)).text();
    expect(text).toContain('It is a misfit: a gateway answers 503 to everything.');
    expect(text).toContain(`curl -s ${url}/v1/authorise`);
    expect((await fetch(url)).status).toBe(503);
  } finally {
    started.interrupt();
    expect((await started.ended).status).toBe(0);
  }
});
