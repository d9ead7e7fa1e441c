import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { verifyEvidence } from '../../reports/verify.ts';
import { listen } from '../targets/loopback.ts';
import { practise, shop } from './practice.ts';

import { watch } from './watching.ts';

describe('what is judged', () => {
  test('a packed answer is judged by what it holds', async () => {
    const practice = await practise('refund-reference-id-three-digits');
    const { url } = await listen(async (request, answer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const body = await text(request);
      const got = await fetch(practice.url + request.url, { method: 'POST', headers, body });
      const packed = gzipSync(await got.text());
      const type = got.headers.get('content-type') ?? '';
      answer.writeHead(got.status, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed);
    });
    const proxy = await watch(url);
    await shop(practice, proxy.url);
    await proxy.stop();
    expect(proxy.told[1]).toContain('refund accepted: fail 2.9/refund_reference_id/shape');
  });

  test('a conformant day gives lines without findings and whole evidence', async () => {
    const practice = await practise();
    const proxy = await watch(practice.url);
    await shop(practice, proxy.url);
    const { exitCode, lines } = await proxy.stop();
    expect(exitCode).toBe(0);
    expect(
      proxy.told.map((line) => line.replace(/ {2}\d+ ms.*: /, '  ').replace(/ {2}[0-9a-f]{10}$/, '')),
    ).toEqual([
      '✓  POST /v1/authorise  200  no finding',
      '✓  POST /v1/refund  200  no finding',
      '✓  POST /v1/retrievalTrans  200  no finding',
      expect.stringContaining('the request breaks 5.1/signature-checked at encryption_data'),
    ]);
    expect(lines.join('\n')).toMatch(/^requirements +met +undecided +accepted +refused$/m);
    expect(lines.join('\n')).toMatch(/ stated requirements exercised in 4 exchanges$/m);
    expect(existsSync(join(proxy.out, 'certificate.html'))).toBe(true);
    expect(verifyEvidence(proxy.out).problems).toEqual([]);
  });

  test('a deviating service is found, and the statement says how to look again', async () => {
    const practice = await practise('refund-reference-id-three-digits');
    const proxy = await watch(practice.url);
    await shop(practice, proxy.url);
    const { exitCode } = await proxy.stop();
    expect(exitCode).toBe(1);
    expect(proxy.told[1]).toMatch(
      /^✗ .*refund accepted: fail 2\.9\/refund_reference_id\/shape at refund_orders\[0\]/,
    );
    const statement = JSON.parse(readFileSync(join(proxy.out, 'conformance.json'), 'utf8'));
    expect(statement.target.name).toBe('embedded endpoint, watched traffic');
    expect(statement.findings[0].replay).toMatch(
      /^npx payment-acquiring-conformance judge \S+ --exchange [0-9a-f]{10}$/,
    );
  });

  test('other traffic passes and is named', async () => {
    const { url } = await listen((_, answer) => answer.end('fine'));
    const proxy = await watch(url);
    expect(
      await (await fetch(`${proxy.url}/health/tokenABCDEFGHIJ0123456789?card=4111111111111111`)).text(),
    ).toBe('fine');
    await proxy.stop();
    expect(proxy.told[0]).toMatch(
      /^· {2}GET \/health\/… {2}200 .*not judged: no documented operation has this path$/,
    );
  });

  test('what was not passed on is told, and left out of the words for the run', async () => {
    const practice = await practise();
    const proxy = await watch(practice.url, { environment: 'sandbox', allow: ['reads'] });
    const ask = (path: string) => fetch(`${proxy.url}${path}`, { method: 'POST', body: '{}' });
    expect((await ask('/v1/refund?card=4111111111111111')).status).toBe(403);
    await ask('/v1/retrievalTrans');
    const { lines } = await proxy.stop();
    expect(proxy.told[0]).toBe(
      '–  POST /v1/refund  403  not passed on: effect not allowed by the target: moves-money (refund)',
    );
    const statement = JSON.parse(readFileSync(join(proxy.out, 'conformance.json'), 'utf8'));
    expect(statement.run.exchanges).toBe(1);
    expect(lines.join('\n')).toContain('nothing was accepted');
    const only = 'what the watched caller sent, without 1 request not passed on';
    expect(readFileSync(join(proxy.out, 'certificate.html'), 'utf8')).toContain(only);
  });

  test('a caller of whom nothing was passed on is told so, as data too', async () => {
    const { url } = await listen((_, answer) => answer.end());
    const proxy = await watch(url, { environment: 'sandbox', allow: ['reads'] });
    await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}' });
    const { exitCode, lines } = await proxy.stop();
    expect(exitCode).toBe(3);
    expect(lines.join('\n')).toContain('no request of the watched caller was passed on');
  });

  test('requests that all break the document and are refused prove nothing', async () => {
    const practice = await practise();
    const proxy = await watch(practice.url);
    await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}' });
    expect((await proxy.stop()).exitCode).toBe(3);
  });

  test('no traffic at all proves nothing', async () => {
    const { url } = await listen((_, answer) => answer.end());
    const proxy = await watch(url);
    expect((await proxy.stop()).exitCode).toBe(3);
  });

  test('nothing secret reaches the reports or the lines', async () => {
    const practice = await practise();
    const proxy = await watch(practice.url);
    await shop(practice, proxy.url);
    const { lines } = await proxy.stop();
    const { card } = (practice.seen[0]?.exchange.sent.value ?? {}) as { card?: string };
    const written = ['exchanges.ndjson', 'conformance.json', 'certificate.html'].map((name) =>
      readFileSync(join(proxy.out, name), 'utf8'),
    );
    expect(card).toMatch(/^\d{13,19}$/);
    expect([...written, ...lines, ...proxy.told].join('\n')).not.toContain(card);
  });
});
