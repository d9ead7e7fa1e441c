import { writeFileSync } from 'node:fs';
import { createServer as createProxy, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test, vi } from 'vitest';
import { environmentOf } from '../../cli/project/run-options.ts';
import { publishedCards } from '../../generators/context.ts';
import { startMock } from '../../mock/server.ts';
import { openRun } from '../../opening/open-run.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { causesOf } from '../../reports/opening.ts';
import { readLedgers, sortLedger } from '../../targets/clean-up.ts';
import { readSettings } from '../../targets/settings.ts';
import { playwright, startConformance } from '../e2e/command.ts';
import { runInside } from '../runs/run-inside.ts';
import { authority } from '../targets/authority.ts';
import { listenRaw } from '../targets/transports.ts';
import { cleanUpHere } from './clean-up-here.ts';
import { emptyFolder } from './command.ts';
import { servedExplore } from './served-explore.ts';

const host = 'pay.invalid';
const secrets = { PROXY_WORD: 'p@ss:wörd%41 +€', TENANT: 'tenant-of-the-merchant' };

/** A service that only answers over TLS to callers with a certificate and a header; and how often it was asked. */
async function startService(folder: string) {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const made = await generate([{ name: 'commonName', value: host }], {
    algorithm: 'sha256',
    ca: authority,
    clientCertificate: true,
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: host },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  writeFileSync(join(folder, 'authority.pem'), authority.cert);
  writeFileSync(join(folder, 'client.pem'), made.clientcert ?? '');
  writeFileSync(join(folder, 'client.key'), made.clientprivate ?? '');
  const seen: string[] = [];
  const service = createServer(
    { key: made.private, cert: made.cert, requestCert: true, rejectUnauthorized: false },
    (incoming, outgoing) => {
      const { subject } = (incoming.socket as TLSSocket).getPeerCertificate();
      const isKnown = subject !== undefined && incoming.headers['x-tenant'] === secrets.TENANT;
      if (!isKnown) return outgoing.writeHead(403).end();
      seen.push(incoming.url ?? '');
      const { method, url } = incoming;
      // The endpoint behind answers loopback alone.
      const headers = { ...incoming.headers, host: 'localhost' };
      const onward = request(mock.url + (url ?? ''), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      return incoming.pipe(onward);
    },
  );
  return { port: await listenRaw(service), seen };
}

/** A proxy that asks for a login, and leads to the service by its name alone. */
async function startProxy(port: number) {
  const asked: string[] = [];
  const words = `Basic ${Buffer.from(`me:${secrets.PROXY_WORD}`).toString('base64')}`;
  const proxy = createProxy();
  proxy.on('connect', ({ headers, url = '' }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    asked.push(url);
    if (headers['proxy-authorization'] !== words)
      return socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n');
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    return onward.on('error', () => socket.destroy());
  });
  return { server: `http://127.0.0.1:${await listenRaw(proxy)}`, asked };
}

async function targetOf(way: 'direct' | 'behind a proxy') {
  const folder = emptyFolder();
  const { port, seen } = await startService(folder);
  const proxy = way === 'direct' ? undefined : await startProxy(port);
  const file = join(folder, 'target.json');
  const target = {
    name: 'private',
    environment: 'sandbox',
    baseUrl: proxy === undefined ? `https://localhost:${port}` : `https://${host}`,
    merchant: { merchant_id: '100001', account_id: '100001001' },
    signing: { recipe: 'none' },
    cards: publishedCards.slice(0, 1),
    headers: { 'X-Tenant': { env: 'TENANT' } },
    tls: {
      authorityFile: 'authority.pem',
      clientCertificate: { certificateFile: 'client.pem', keyFile: 'client.key' },
    },
    ...(proxy && { proxy: { server: proxy.server, username: 'me', password: { env: 'PROXY_WORD' } } }),
    limits: { requestsPerSecond: 1000 },
    allow: ['reads', 'creates', 'moves-money', 'irreversible'],
  };
  writeFileSync(file, JSON.stringify(target));
  const out = join(folder, 'out');
  const variables = { ...secrets, CONFORMANCE_TARGET: file, CONFORMANCE_OUT: out };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  /** What the service was asked since the last time; each went through the proxy where there is one. */
  const arrived = () => {
    const tunnels = proxy?.asked.splice(0) ?? [];
    expect(proxy === undefined || tunnels.length > 0).toBe(true);
    expect(new Set(tunnels)).toEqual(new Set(proxy === undefined ? [] : [`${host}:443`]));
    return seen.splice(0);
  };
  return { file, out, variables, arrived };
}

test.each(['direct', 'behind a proxy'] as const)(
  'every command that sends reaches a private service %s by one target file',
  async (way) => {
    const { file, out, variables, arrived } = await targetOf(way);
    const settings = readSettings(environmentOf({ target: file, seed: '7' }));
    const { report } = await openRun({ ...settings, out: `${out}.opening` }, { asksSecondAccount: true });
    expect([causesOf(report), arrived().length > 10]).toEqual([[], true]);

    const grep = 'answers a payment that is not approved as documented|a full batch';
    await runInside({ operations: ['direct-payment', 'query', 'cancel'], grep, out });
    expect(arrived()).toContain('/v1/authorise');
    const { exchanges } = readEvidence(out);
    expect(exchanges.filter(({ received }) => received.kind === 'none')).toEqual([]);

    // The processes of a run, which take seconds, are given the proxy as they are given the certificate.
    if (way === 'behind a proxy') {
      const elsewhere = emptyFolder();
      const environment = { ...variables, CONFORMANCE_OUT: join(elsewhere, 'out') };
      const again = await playwright(
        elsewhere,
        ['payout.spec', '-g', 'by id alone', '--no-deps'],
        environment,
      );
      expect([again.status, arrived().length > 0], again.text).toEqual([0, true]);
    }

    const request = join(out, '..', 'request.json');
    writeFileSync(
      request,
      JSON.stringify({ operation: 'query', body: { merchant_id: '100001', account_id: '100001001' } }),
    );
    // A process that was started without the authority starts one with it.
    const bare = { ...secrets, NODE_EXTRA_CA_CERTS: '' };
    const explored = await startConformance(['explore', request, '--target', file], bare).ended;
    expect([explored.status, arrived().length], explored.text).toEqual([0, 1]);

    vi.stubEnv('CONFORMANCE_SEED', '7');
    const { paid, send } = await servedExplore({ target: file });
    for (const [operation, requests] of [
      ['refund', 2],
      ['direct-payment', 1],
    ] as const) {
      expect((await send(await paid({ operation, seed: 7 }))).told).toMatchObject({ outcome: 'accepted' });
      expect(arrived()).toHaveLength(requests);
    }

    // What was sent after the run lies beside its reports, whose digest still holds.
    for (const folder of [out, join(out, '..', 'explore')]) {
      expect(sortLedger(readLedgers(folder)).open).not.toEqual([]);
      const { left } = await cleanUpHere(folder, { target: file, sends: true });
      expect([left, sortLedger(readLedgers(folder)).open]).toEqual([[], []]);
      expect(arrived()).toContain('/v1/cancel');
    }
  },
);
