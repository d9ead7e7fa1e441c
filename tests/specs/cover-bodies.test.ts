import { expect, test } from 'vitest';
import type { JudgedExchange, OperationId } from '../../schemas/types.ts';
import { coverBodies } from '../../specs/support/covering/cover-bodies.ts';
import type { Harness } from '../../specs/support/harness.ts';
import { serviceOver, settings } from './service-over.ts';

const refusal = '{"return_status":"0","return_message":"unsupported"}';

/** How many requests are sent where the first of them gets an answer, and all others a refusal. */
async function sentAfter(operation: 'payout' | 'query', status: number, text: string) {
  const numbers: unknown[] = [];
  const client = {
    async send(operation: OperationId, body: Readonly<Record<string, unknown>>) {
      numbers.push(body.request_id ?? numbers.length);
      const [first, said] = numbers.length === 1 ? [status, text] : [415, refusal];
      const received = { kind: 'answer', status: first, headers: {}, body: Buffer.from(said) };
      return {
        exchange: { operation, received, sent: { value: body, intent: 'odd', headers: {} }, origin: {} },
        judgement: { operation, outcome: first >= 500 ? 'unclear' : 'refused', findings: [] },
      } as unknown as JudgedExchange;
    },
  };
  const harness = { settings, evidence: { note: () => {} } } as unknown as Harness;
  await expect(coverBodies(serviceOver(client), harness, operation)).rejects.toThrow('not accepted');
  expect(new Set(numbers).size).toBe(numbers.length);
  return numbers.length;
}

test.each<[string, 'payout' | 'query', number, string, number]>([
  ['tries all where they are refused', 'payout', 415, refusal, 7],
  ['stops after 500', 'payout', 500, '', 1],
  ['stops after 503 without Retry-After', 'payout', 503, '', 1],
  ['stops after an empty 200', 'payout', 200, '', 1],
  ['stops after a page', 'payout', 200, '<html>Sorry</html>', 1],
  ['goes on after 500 to a read', 'query', 500, '', 7],
])('a test of ways of writing %s', async (_what, operation, status, text, sent) => {
  expect(await sentAfter(operation, status, text)).toBe(sent);
});
