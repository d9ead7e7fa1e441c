import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { judgeCall, toConform } from '../../entries/judge.ts';
import { startMock } from '../../mock/server.ts';

const party = { merchant_id: '100001', account_id: '100001001', encryption_data: '0'.repeat(64) };
const type = 'application/x-www-form-urlencoded';

/** What a client of somebody's own gets from the embedded endpoint, judged. */
async function exchanged(fault?: string) {
  const mock = await startMock(fault === undefined ? {} : { fault });
  try {
    const body = new URLSearchParams(party).toString();
    const call = { url: `${mock.url}/v1/retrievalTrans`, headers: { 'Content-Type': type }, body };
    const answer = await fetch(call.url, { ...call, method: 'POST' });
    const { status, headers } = answer;
    return judgeCall(call, { status, headers: Object.fromEntries(headers), body: await answer.text() });
  } finally {
    await mock.close();
  }
}

describe('the library', () => {
  test('judges what a client exchanged, for the matchers of any runner', async () => {
    const conforming = await exchanged();
    expect(conforming.exchange.operation).toBe('query');
    expect(toConform(conforming).pass).toBe(true);
    const { pass, message } = toConform(await exchanged('query-return-status-wrong-type'));
    expect(pass).toBe(false);
    expect(message()).toMatch(/^2\.1\/return_status\/string {2}fail .*\n {2}must .*\n {2}found /);
  });

  test('unpacks what a client left packed', () => {
    const call = {
      url: 'https://pay.example/v1/retrievalTrans',
      body: new URLSearchParams(party).toString(),
    };
    const headers = { 'Content-Encoding': 'gzip' };
    const packed = gzipSync('{"return_status":"0","return_message":"closed"}');
    const judged = judgeCall(call, { status: 200, headers, body: packed });
    expect(judged.judgement).toMatchObject({ outcome: 'refused', findings: [] });
    expect(() => judgeCall(call, { status: 200, headers, body: packed.subarray(0, 20) })).toThrow(
      'still packed',
    );
  });

  test('judges no call of an address that names no operation', () => {
    const answered = { status: 200, body: '' };
    expect(() => judgeCall({ url: 'https://shop.example.com/health', body: '' }, answered)).toThrow(
      'https://shop.example.com/health cannot be judged: no documented operation has this path',
    );
  });
});
