import { expect, test } from 'vitest';
import { hopesOf } from '../../opening/hopes.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { tamper } from '../../specs/support/authentication.ts';
import type { Harness } from '../../specs/support/harness.ts';
import { openService } from '../../specs/support/service.ts';
import { readSettings } from '../../targets/settings.ts';
import type { RequestOptions } from '../../targets/wire-request.ts';

const settings = readSettings({ CONFORMANCE_SEED: '1' });

/** The signatures that are sent, where the right one of each request is what `sign` says of its number. */
async function sentSignatures(
  operation: DocumentedOperationId,
  sign: (number: number) => string,
): Promise<(string | null | undefined)[]> {
  const sent: (string | null | undefined)[] = [];
  const client = {
    async send(_operation: string, _body: unknown, { signature }: RequestOptions) {
      sent.push(typeof signature === 'function' ? signature(sign(sent.length)) : signature);
      const exchange = { operation, received: { kind: 'answer', status: 200, headers: {} } };
      return { exchange, judgement: { findings: [] } } as unknown as JudgedExchange;
    },
  };
  const parts = { settings, clientFor: () => client, hopes: hopesOf(undefined) };
  const service = openService(parts as unknown as Harness, {
    file: 'a.spec.ts',
    title: 'a test',
    waits: (work) => work(),
    skip: (reason) => {
      throw new Error(reason);
    },
  });
  await tamper({ ...service, twin: () => {} }, { signing: { recipe: 'hmac-sha256' } } as never, operation);
  return sent;
}

test('a request is sent with the signature of another one that was right there', async () => {
  const sent = await sentSignatures('payout', (number) => `a${number}`.padEnd(64, '0'));
  expect(sent[0]).toBe('a0'.padEnd(64, '0'));
  expect(sent.at(-1)).toBe(sent[0]);
});

test('where all requests are signed alike, the last signature is wrong all the same', async () => {
  const sent = await sentSignatures('query', () => 'a0'.padEnd(64, '0'));
  expect(sent.slice(1)).not.toContain(sent[0]);
  expect(new Set(sent).size).toBe(sent.length);
});
