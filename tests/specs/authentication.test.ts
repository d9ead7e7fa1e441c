import { expect, test } from 'vitest';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { tamper } from '../../specs/support/authentication.ts';
import type { RequestOptions } from '../../targets/sending/wire-request.ts';
import { serviceOver } from './service-over.ts';

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
  const service = serviceOver(client);
  await tamper(
    { ...service, twins: async () => {} },
    { signing: { recipe: 'hmac-sha256' } } as never,
    operation,
  );
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
