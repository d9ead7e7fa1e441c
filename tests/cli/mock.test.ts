import { spawnSync } from 'node:child_process';
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
    await started.says(/must come out of a run .*2\.1\/transaction_id\/unique fails/);
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(404);
  } finally {
    started.interrupt();
    expect((await started.ended).status).toBe(0);
  }
  const wrong = await startConformance(['mock', '--hostile', 'one-transactions']).ended;
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(/no hostile service is called "one-transactions".*one-transaction/s);
});

test('a misfit says what it is and how a run against it ends', async () => {
  const started = startConformance(['mock', '--misfit', 'maintenance']);
  try {
    const [, url = ''] = await started.says(/listens on (http:\S+)/);
    const [, file = ''] = await started.says(/Run against it: .*TARGET=(\S+) npx playwright test/);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      name: 'misfit maintenance',
      baseUrl: url,
    });
    await started.says(/It is a misfit: a gateway answers 503 to everything\./);
    await started.says(/A run against it ends with exit status \d/);
    expect((await fetch(url)).status).toBe(503);
  } finally {
    started.interrupt();
    expect((await started.ended).status).toBe(0);
  }
});

test.each(['none', 'hmac-sha256', 'sha256-concat'])(
  'the printed curl pays where signatures are %s',
  async (signing) => {
    const fault = 'refund-reference-id-three-digits';
    const started = startConformance(['mock', '--signing', signing, '--fault', fault]);
    try {
      await started.says(/Its fault, in refund: .* A run says fail of 2\.9\/refund_reference_id\/shape\./);
      const [, curl = ''] = await started.says(/Try it:\n(curl [\s\S]*?')\n/);
      // The words of the command, as a shell splits them.
      const words = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${curl}`], { encoding: 'utf8' });
      const [, , , url = '', , type = '', , body = ''] = words.stdout.split('\n');
      const headers = { 'content-type': type.split(': ')[1] ?? '' };
      const answer = await fetch(url, { method: 'POST', headers, body });
      expect(await answer.text()).toContain('<result_info>0000');
    } finally {
      started.interrupt();
      expect((await started.ended).status).toBe(0);
    }
  },
);
