import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeFile, judgeTraffic } from '../../cli/investigate/judge-file.ts';
import { judgeHar } from '../../cli/judge/har.ts';
import { emptyFolder, runCommand } from './command.ts';
import { entryOf, entryOfExchange, harFile, refundAnswer, refundBody } from './har-file.ts';
import { practise, shop } from './practice.ts';

const judge = (...words: string[]) => runCommand(judgeFile, ['judge', ...words]);

const essence = (findings: readonly { clause: string; verdict: string; path: string }[] = []) =>
  findings.map(({ clause, verdict, path }) => `${verdict} ${clause} ${path}`);

describe('judge with a HAR file', () => {
  test('a conformant file ends with status 0', async () => {
    const { status, lines } = await judge(harFile([entryOf('/v1/refund', refundBody, refundAnswer())]));
    expect(status).toBe(0);
    expect(lines.at(-1)).toMatch(/^1 exchange judged, 0 not, 0 findings/);
  });

  test('one cause is printed once, with its count and the entry', async () => {
    const deviating = entryOf('/v1/refund', refundBody, refundAnswer(10));
    const later = entryOf('/v1/refund', refundBody, refundAnswer(10), { at: '2026-01-31T12:00:01.000Z' });
    const { status, lines } = await judge(harFile([deviating, later]));
    expect(status).toBe(1);
    expect(lines.filter((line) => line.startsWith('2.9/') && line.includes(' fail '))).toHaveLength(1);
    expect(lines).toContain('  from      entry 1');
    expect(lines).toContain('  2 times in 2 exchanges; this is the smallest');
    expect(lines.join('\n')).not.toContain('again ');
  });

  test('a file without a documented call is incomplete', async () => {
    const { status, lines } = await judge(harFile([entryOf('https://cdn.example/a.js', '', '')]));
    expect(status).toBe(3);
    expect(lines[0]).toBe('Not judged: 1');
  });

  test('findings come first, then what was judged and what not, then what was observed', async () => {
    const file = harFile([
      entryOf('/v1/refund', refundBody, refundAnswer(10)),
      entryOf('https://cdn.example/a.js', '', ''),
    ]);
    const { lines } = await judge(file);
    expect(lines[0]).toMatch(/^2\.9\/\S+ {2}fail /);
    const places = ['Judged: 1', 'Not judged: 1', 'Observed, not judged'].map((line) => lines.indexOf(line));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toMatch(/\bno (?:undocumented member|answer 429|code) was met/);
  });

  test('a file says nothing of how fast a service answers', async () => {
    const { lines } = await judge(harFile([entryOf('/v1/refund', refundBody, refundAnswer())]));
    expect(lines).toContain('Observed, not judged');
    expect(lines.join('\n')).not.toContain('under 10 s');
  });

  test('an entry that is not below the base says so', async () => {
    const file = harFile([
      entryOf('https://other.example/v1/refund', refundBody, refundAnswer()),
      entryOf('https://shop.example/pay/v1/unknown', '', ''),
      entryOf('https://shop.example/payment/v1/refund', refundBody, refundAnswer()),
    ]);
    const { lines } = await judge(file, '--base', 'https://shop.example/pay');
    const outside = 'it is not below the base address https://shop.example/pay';
    expect(lines.slice(1, 4).map((line) => line.split(': ').at(-1))).toEqual([
      outside,
      'no documented operation has this path',
      outside,
    ]);
  });

  test('nothing secret is printed', async () => {
    const body = {
      merchant_id: 'M1',
      account_id: 'A1',
      order_no: '4111111111111111',
      amount: 4111111111111111,
      card: '4111111111111111',
      security_code: '987',
      first_name: 'Wilhelmine',
    };
    const file = harFile([
      entryOf('/v1/authorise', body, '<respon><card>4111111111111111</card></respon>', {
        answerType: 'text/xml',
      }),
      entryOf('https://cdn.example/4111111111111111', '', ''),
      entryOf('https://shop.example/reset/tokenABCDEFGHIJ0123456789;x?t=987654', '', ''),
    ]);
    const plain = (await judge(file)).lines.join('\n');
    const data = JSON.stringify(judgeTraffic(file, readFileSync(file), {}));
    expect(plain + data).not.toMatch(/4111111111111111|"987"|Wilhelmine|0123456789|987654/);
    expect(plain).toContain('shop.example/reset/…: no documented operation');
  });

  test('rules across exchanges see all entries', async () => {
    const entry = entryOf('/v1/refund', refundBody, refundAnswer());
    const other = JSON.parse(JSON.stringify(refundBody).replaceAll('order-1', 'order-2'));
    const answer = JSON.parse(JSON.stringify(refundAnswer()).replaceAll('order-1', 'order-2'));
    const file = harFile([entry, entryOf('/v1/refund', other, answer)]);
    const { across } = judgeTraffic(file, readFileSync(file), {});
    expect(essence(across.findings).join()).toContain('refund_reference_id');
  });

  test.each([undefined, 'refund-reference-id-three-digits'])(
    'gives the findings of the run itself (fault %s)',
    async (fault) => {
      const practice = await practise(fault);
      await shop(practice, practice.url);
      const file = harFile(practice.seen.map(({ exchange }, index) => entryOfExchange(exchange, index)));
      const { cases } = judgeHar(file, readFileSync(file), practice.url);
      const live = practice.seen.map(({ judgement }) => essence(judgement.findings));
      expect(live.flat().length > 0).toBe(fault !== undefined);
      expect(cases.map(({ judged }) => essence(judged.judgement.findings))).toEqual(live);
      expect(cases.map(({ judged }) => judged.judgement.outcome)).toEqual(
        practice.seen.map(({ judgement }) => judgement.outcome),
      );
    },
  );
});

describe('judge with a bare answer', () => {
  const answerFile = (text: string) => {
    const file = join(emptyFolder(), 'answer.json');
    writeFileSync(file, text);
    return file;
  };

  test('the answer is judged with its request', async () => {
    const file = answerFile(JSON.stringify(refundAnswer(10)));
    const request = answerFile(JSON.stringify(refundBody));
    const { status, lines } = await judge(file, '--operation', 'refund', '--request', request);
    expect(status).toBe(1);
    expect(lines).toContain('  at        refund_orders[0].amount');
    expect(lines.join('\n')).toContain(', request complete,');
  });

  test.each([
    ['direct-payment', '<respon><order_no>1</order_no>'],
    ['capture', '{"return_status":"1",'],
  ])('a malformed answer without its request is a finding: %s', async (operation, body) => {
    const { status, lines } = await judge(answerFile(body), '--operation', operation);
    expect(status).toBe(1);
    expect(lines.join('\n')).toContain(', request not given,');
    expect(lines.join('\n')).toMatch(/1\.4\/(?:xml|json)\/well-formed/);
  });

  test('a refusal without its request is none', async () => {
    const body = '{"return_status":"0","return_message":"The signature is not valid"}';
    const { status, lines } = await judge(answerFile(body), '--operation', 'capture');
    expect(status).toBe(0);
    expect(lines.filter((line) => /^(?:fail|warn|inconclusive)\b/.test(line))).toEqual([]);
  });

  test('an answer without its operation is refused', async () => {
    await expect(judge(answerFile('{}'))).rejects.toThrow('name its operation with --operation');
  });

  test('a file that is not there is named', async () => {
    expect(existsSync('no-such.har')).toBe(false);
    await expect(judge('no-such.har')).rejects.toThrow('no-such.har does not exist.');
  });
});

test('a folder is told with the command that judges it again', async () => {
  const folder = emptyFolder();
  await expect(judge(folder)).rejects.toThrow(
    `${folder} is a folder; verify judges the evidence of a run again.`,
  );
});
