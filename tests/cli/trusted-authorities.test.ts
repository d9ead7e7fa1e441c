import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createTlsProxy } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { trustedAuthorities } from '../../cli/trusted-authorities.ts';
import { startMock } from '../../mock/server.ts';
import { playwright, startConformance } from '../e2e/command.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { authority, authorityFile } from '../targets/authority.ts';
import { listenRaw } from '../targets/transports.ts';
import { emptyFolder } from './command.ts';

const localhost = [{ name: 'commonName', value: 'localhost' }];

/** A folder with the files of two further authorities, `one` and `two`. */
function twoFiles() {
  const folder = emptyFolder();
  const [one, two] = ['one.pem', 'two.pem'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(one, 'ONE\n');
  writeFileSync(two, 'TWO');
  return { folder, one, two };
}

test('the authority of a target is joined with those that the user trusts anyway', () => {
  const { one, two } = twoFiles();
  const joined = trustedAuthorities(one, two);
  expect(readFileSync(joined, 'utf8')).toBe('ONE\nTWO\n');
  // A process that was started with it needs no other.
  expect([trustedAuthorities(one, joined), trustedAuthorities(two, joined)]).toEqual([joined, joined]);
});

test('an authority alone, or one that is trusted already, needs no further file', () => {
  const { folder, one } = twoFiles();
  for (const own of ['', one, join(folder, 'none.pem'), '/dev/zero'])
    expect(trustedAuthorities(one, own)).toBe(one);
});

/** A service of the tests' authority behind an HTTPS proxy of another one, whose file is returned with the target file. */
async function behindCompanyProxy() {
  const folder = emptyFolder();
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const pipe = (socket: Socket, port: number) => {
    const onward = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket
      .on('error', () => onward.destroy())
      .pipe(onward)
      .pipe(socket);
  };
  const service = await generate(localhost, { algorithm: 'sha256', ca: authority });
  const port = await listenRaw(
    createTlsServer({ key: service.private, cert: service.cert }, (socket) =>
      pipe(socket, Number(new URL(mock.url).port)),
    ),
  );
  const company = await generate(localhost, { algorithm: 'sha256' });
  const proxy = createTlsProxy({ key: company.private, cert: company.cert });
  proxy.on('connect', (_, socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    pipe(socket, port);
  });
  const server = `https://localhost:${await listenRaw(proxy)}`;
  const own = join(folder, 'company.pem');
  writeFileSync(own, company.cert);
  const tls = { authorityFile };
  const file = writeTarget(folder, `https://localhost:${port}`, { tls, proxy: { server } });
  return { folder, file, own };
}

test('a run and a command trust the proxy of a company and the service behind it', async () => {
  const { folder, file, own } = await behindCompanyProxy();
  const variables = { NODE_EXTRA_CA_CERTS: own };
  const few = ['payout.spec', '-g', 'by id alone', '--no-deps'];
  const ended = await playwright(folder, few, { ...variables, TARGET: file });
  expect(ended.status, ended.text).toBe(0);
  const request = join(folder, 'request.json');
  const body = { merchant_id: '100001', account_id: '100001001' };
  writeFileSync(request, JSON.stringify({ operation: 'query', body }));
  const explored = await startConformance(['explore', request, '--target', file], variables).ended;
  expect(explored.status, explored.text).toBe(0);
});
