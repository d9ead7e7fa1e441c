import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Case } from '../../opening/case.ts';
import { signing } from '../../opening/causes/caller.ts';
import { notTheService, redirect } from '../../opening/causes/elsewhere.ts';
import { certificate, unreachable } from '../../opening/causes/no-answer.ts';
import { openRun } from '../../opening/open-run.ts';
import { causeLines } from '../../reports/opening.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { whyUnreachable } from '../../targets/transport/route.ts';
import { answer, judged } from '../reports/hand-made.ts';
import { authority } from '../targets/authority.ts';
import { canary, environment, folderWith, sandbox } from '../targets/target-folder.ts';

const target = loadTarget(join('targets', 'mock.json'), {});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A payment that met this instead of an answer, or this answer. */
function caseOf(received: object, url = 'https://pay.example/gw/v1/authorise', tls = target.tls): Case {
  const main = {
    judgement: { outcome: 'none' },
    exchange: { id: 'a', operation: 'direct-payment', sent: { url, value: {} }, received },
  } as unknown as JudgedExchange;
  return {
    operation: 'direct-payment',
    main,
    others: [],
    target: { ...target, tls },
    accepted: new Set(),
    refused: [main],
    isShownLater: false,
    checksElsewhere: async () => undefined,
    twin: async () => main,
  };
}
const unanswered = (detail: string, reason = 'unreachable') => caseOf({ kind: 'none', reason, detail });
const answered = (status: number, text: string) =>
  caseOf({ kind: 'answer', status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) });

/** Opens a target that its file describes so. */
function opened(file: object, beside: Record<string, string> = {}) {
  const folder = folderWith({ 'target.json': file, ...beside });
  const variables = { CONFORMANCE_TARGET: join(folder, 'target.json'), CONFORMANCE_OUT: join(folder, 'out') };
  return openRun(readSettings({ ...environment, ...variables }));
}

describe('a certificate that is not trusted', () => {
  test.each([
    ['self-signed certificate, DEPTH_ZERO_SELF_SIGNED_CERT', 'tls.authorityFile', 'under tls.authorityFile'],
    ['certificate has expired, CERT_HAS_EXPIRED', 'tls.verify', 'clock of this machine'],
    [
      "Hostname/IP does not match certificate's altnames: Host: pay.example. is not in the cert's altnames, ERR_TLS_CERT_ALTNAME_INVALID",
      'baseUrl',
      'the host that the certificate names',
    ],
  ])('leads to what mends it: %s', async (detail, key, advice) => {
    const found = await certificate(unanswered(detail));
    expect(found?.key).toBe(key);
    expect(found?.says).toMatch(/^the certificate of the service is not trusted/);
    expect(found?.advice).toContain(advice);
  });
});

describe('a redirect', () => {
  const redirected = async (location: string) => {
    const headers = { location };
    return redirect(caseOf({ kind: 'answer', status: 308, headers, body: new Uint8Array() }));
  };

  test.each(['/gw/v1/authorise/', 'https://pay.example/gw/V1/Authorise'])(
    'to the same path in another writing leads to no address: %s',
    async (location) => {
      const found = await redirected(location);
      expect(found).not.toHaveProperty('key');
      expect(found?.says).toBe(
        `/v1/authorise is redirected to ${location}, the same path in another writing`,
      );
      expect(found?.advice).toContain('no baseUrl leads there');
    },
  );

  test('to the documented path elsewhere names the address', async () => {
    const found = await redirected('https://eu.pay.example/v1/authorise');
    expect(found).toMatchObject({
      key: 'baseUrl',
      says: 'the service redirects to https://eu.pay.example/v1/authorise',
      advice: 'Put https://eu.pay.example into baseUrl; redirects are never followed.',
    });
  });

  test('to a login is called one', async () => {
    expect((await redirected('/portal/sign-in'))?.says).toMatch(/, which looks like a login$/);
    expect((await redirected('http://['))?.key).toBe('baseUrl');
  });
});

describe('the lines of a cause', () => {
  test('hold no sign that a terminal obeys', () => {
    const signs = 'a\u001b[2Jb\u0007\u202ec';
    const cause = { kind: 'refused', says: signs, sent: 's', answered: signs, advice: 'd' } as const;
    const lines = causeLines({ cause, operations: ['query'] }).join(' ');
    expect(lines).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(lines).toContain('\\u001b[2Jb');
  });
});

describe('a redirect page that the document does not state', () => {
  const asked = (body: string) => {
    const main = judged({ operation: 'redirect-payment', received: answer(body, 200, 'text/html') });
    return notTheService({
      main,
      operation: 'redirect-payment',
      accepted: new Set(),
    } as unknown as Case);
  };

  test('is not taken for a login by the name of its signature', async () => {
    expect(
      await asked('<form name="pay"><input name="signInfo"><input name="loginName"></form>'),
    ).toBeUndefined();
    expect(await asked('<title>Merchant portal</title><a href="/in">Sign in</a>')).toMatchObject({
      key: 'baseUrl',
    });
  });
});

describe('a proxy', () => {
  test('that asks for a login is not taken for a service that refuses a signature', async () => {
    expect(await notTheService(answered(407, 'Proxy auth'))).toMatchObject({
      key: 'proxy',
      says: 'a proxy answers instead of the service, and asks for a login (407)',
    });
  });

  test.each([
    [407, 'the proxy asks for a login (407)', 'Put the proxy login under "proxy"'],
    [403, 'the proxy lets nothing through to https://pay.example (403)', 'whether it may reach'],
  ])('that refuses a tunnel with %i is told from the service', async (status, says, advice) => {
    const detail = `Proxy response (${status}) !== 200 when HTTP Tunneling`;
    const found = await unreachable(unanswered(detail, 'aborted'));
    expect(found).toMatchObject({ key: 'proxy', says });
    expect(found?.advice).toContain(advice);
  });

  test('that nobody serves is told from the service', async () => {
    const server = createServer();
    const place = `127.0.0.1:${await portOf(server)}`;
    await new Promise((closed) => server.close(closed));
    const { report, exchanges } = await opened({ ...sandbox, proxy: { server: `http://${place}` } });
    expect(report.stopped).toMatchObject({
      kind: 'unreachable',
      key: 'proxy.server',
      says: `the proxy at ${place} cannot be reached (ECONNREFUSED)`,
    });
    expect(exchanges.length).toBeLessThan(4);
  });
});

test('https that ends in a reset may want a certificate of the caller', async () => {
  const reset = unanswered('ECONNRESET socket hang up', 'reset');
  expect((await unreachable(reset))?.advice).toContain('tls.clientCertificate');
  const shown: Target['tls'] = { verify: true, clientCertificate: { certificateFile: '/c', keyFile: '/k' } };
  const withOne = { ...reset, target: { ...target, tls: shown } };
  expect((await unreachable(withOne))?.advice).not.toContain('tls.clientCertificate');
});

test('a secret among the names of a certificate stays masked', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    ca: authority,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: `${canary}.example` }] }],
  });
  const server = createTlsServer({ key, cert });
  onTestFinished(() => void server.close());
  const baseUrl = `https://localhost:${await portOf(server)}`;
  const { report } = await opened({ ...sandbox, baseUrl });
  const cause = report.stopped;
  expect(cause?.answered).toMatch(/altnames/);
  expect(JSON.stringify(cause)).not.toContain(canary);
});

test('a listener that does not speak TLS is told from one that is away', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const port = await portOf(server);
  expect(await whyUnreachable(`https://127.0.0.1:${port}`, { verify: false }, 50)).toBe(
    'the TLS handshake did not finish in time',
  );
});

test('a key that was copied with its quotes is said to be so, without the key', async () => {
  const quoted = '"canary-in-quotes"';
  const folder = folderWith({ 'target.json': sandbox });
  const own = loadTarget(join(folder, 'target.json'), { SANDBOX_KEY: quoted });
  const plain = loadTarget(join(folder, 'target.json'), { SANDBOX_KEY: 'canary-plain' });
  const refusal = answered(401, '{"message":"bad signature"}');
  const found = await signing({ ...refusal, target: own });
  expect(found?.advice).toContain('($SANDBOX_KEY; its value is in quotes, which count as part of it)');
  expect(found?.advice).not.toContain('canary');
  expect((await signing({ ...refusal, target: plain }))?.advice).toContain('($SANDBOX_KEY)');
});
