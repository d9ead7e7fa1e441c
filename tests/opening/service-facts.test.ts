import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import selfsigned from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { certificateOf, compareClocks } from '../../opening/service-facts.ts';
import { answer, judged } from '../reports/hand-made.ts';

const target = (baseUrl: string) => ({ baseUrl, tls: { verify: false } });

test('the certificate of a service is named by its digest, with nothing sent', async () => {
  const made = await selfsigned.generate([{ name: 'commonName', value: 'pay.example' }], { keySize: 2048 });
  let asked = 0;
  const server = createServer({ key: made.private, cert: made.cert }, () => {
    asked += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const shown = await certificateOf(target(`https://127.0.0.1:${port}/gateway`));
  const own = new X509Certificate(made.cert);
  expect(shown).toMatchObject({
    sha256: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: 'pay.example',
    validTo: own.validTo,
    protocol: expect.stringMatching(/^TLSv1/),
  });
  expect(asked).toBe(0);
});

test('without https, or where nobody listens, there is none', async () => {
  expect(await certificateOf(target('http://127.0.0.1:9'))).toBeUndefined();
  expect(await certificateOf(target('https://127.0.0.1:9'))).toBeUndefined();
});

test.each<[string, string | undefined, number | undefined]>([
  ['the same time', 'Sat, 31 Jan 2026 12:00:00 GMT', 0],
  ['a second later', 'Sat, 31 Jan 2026 12:00:01 GMT', 0],
  ['ten seconds later', 'Sat, 31 Jan 2026 12:00:10 GMT', 10_000],
  ['an hour earlier', 'Sat, 31 Jan 2026 11:00:00 GMT', -3_600_000],
  ['no time', undefined, undefined],
  ['no date at all', 'yesterday', undefined],
])('a service that says %s is told so', (_, date, offset) => {
  const clock = compareClocks(() => Date.parse('2026-01-31T12:00:00.500Z'));
  const { exchange, judgement } = judged({ received: answer('{}') });
  const { received } = exchange;
  if (received.kind !== 'answer') throw new Error('the fixture has an answer');
  const headers = date === undefined ? {} : { date };
  clock.note({ exchange: { ...exchange, received: { ...received, headers } }, judgement });
  expect(clock.offset()).toBe(offset);
});
