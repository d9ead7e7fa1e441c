import { expect, test } from 'vitest';
import type { JudgedExchange } from '../../schemas/types.ts';
import { portOf } from '../../specs/support/situation-port.ts';

/** A service of a test that answers with a status, judged as unclear. */
const answering = (status: number, headers = {}) => ({
  width: 1,
  send: async () =>
    ({
      exchange: {
        operation: 'direct-payment',
        sent: { value: {} },
        received: { kind: 'answer', status, headers, body: Buffer.from('slow down') },
      },
      judgement: { operation: 'direct-payment', outcome: 'unclear', findings: [] },
    }) as unknown as JudgedExchange,
});

test.each([
  [429, {}, 'refused'],
  [503, { 'retry-after': '1' }, 'refused'],
  [503, {}, 'unclear'],
  [500, {}, 'unclear'],
])('a payment of a situation that is answered %i with %o is %s', async (status, headers, outcome) => {
  expect((await portOf(answering(status, headers)).send('direct-payment', {})).outcome).toBe(outcome);
});
