import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { key } from './canaries.ts';
import { answer, judged } from './hand-made.ts';
import { drawing, echoed } from './odd-bodies.ts';

const bodyShapes = ['full', 'unicode', 'any', 'long'] as const;

test('masks an exchange with a body that it met before as if it had not', () => {
  const draw = drawing(815);
  let echoes = 0;
  for (const [at, shape] of Array.from(
    { length: 24 },
    (_none, at) => [at, bodyShapes[at % 4] ?? 'full'] as const,
  )) {
    const [request] = sample(validRequest('direct-payment', defaultContext, shape), at, 1);
    const value = (request?.body ?? {}) as JsonObject;
    // A value that is written in another way must not be taken for the one that was met.
    const sent = (spaces: number) => ({
      value,
      body: JSON.stringify(value, null, spaces),
      headers: { 'x-sign': `a1b2${at}` },
    });
    const other = { card: '4000000000000002', first_name: `Ingeborg${at}` };
    const said = JSON.stringify(JSON.stringify(echoed(value, draw)));
    const page = answer(
      `<!doctype html><body><script>${'// made by a script\n'.repeat(150)}var inputs = ${said};</script>`,
    );
    const sentOther = { value: other, body: JSON.stringify(other), headers: { 'x-sign': 'c3d4' } };
    const exchanges = [
      judged({ sent: sent(0), received: answer(JSON.stringify(echoed(other, draw))) }),
      judged({ sent: sent(0), received: answer(JSON.stringify(echoed(value, draw))) }),
      judged({ sent: sent(1), received: answer(JSON.stringify(echoed(value, draw))) }),
      judged({ sent: sent(0), received: answer(JSON.stringify(other)) }),
      judged({ sent: sent(0), received: page }),
      judged({ sent: sent(0), received: page }),
      judged({ sent: sentOther, received: page }),
    ];
    const alone = exchanges.map((one) => {
      startRedaction({ seed: 7, secrets: [key] });
      return redactExchange(one);
    });
    startRedaction({ seed: 7, secrets: [key] });
    expect(exchanges.map(redactExchange)).toEqual(alone);
    echoes += alone.filter(({ masked }) => masked.some((place) => place.startsWith('received.body'))).length;
  }
  expect(echoes).toBeGreaterThan(40);
});
