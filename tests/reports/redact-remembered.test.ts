import { expect, test, vi } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { registry } from '../../generators/registry.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { key } from './canaries.ts';
import { answer, judged } from './hand-made.ts';
import { type Draw, drawing, echoed, edited, writings } from './odd-bodies.ts';

/** Masking as it is without what is remembered of texts that come again. */
async function anew(): Promise<(one: JudgedExchange) => unknown> {
  vi.resetModules();
  vi.doMock('../../reports/redact/repeated-text.ts', async () => {
    const { maskFreeText, sweep } = await import('../../reports/redact/free-text.ts');
    return { maskRepeatedText: maskFreeText, sweepRepeated: sweep };
  });
  const slow = await import('../../reports/redact.ts');
  slow.startRedaction({ seed: 7, secrets: [key, '4000056655665556'] });
  return slow.redactExchange;
}

const operations = Object.entries(registry) as [
  DocumentedOperationId,
  { readonly shapes: readonly string[] },
][];
const perShape = 25;

function* exchanges(): Generator<JudgedExchange> {
  for (const [operation, { shapes }] of operations)
    for (const shape of shapes)
      for (const [at, { body }] of sample(
        validRequest(operation, defaultContext, shape as 'any'),
        11,
        perShape,
      ).entries())
        yield made(operation, body, drawing(at * 1009 + shape.length));
}

function made(
  operation: DocumentedOperationId,
  body: JudgedExchange['exchange']['sent']['value'],
  draw: Draw,
) {
  const whole = { ...(body as object) } as Record<string, never>;
  const value = draw(3) === 0 ? echoed(whole, draw) : whole;
  const write = writings[draw(3) === 0 ? draw(writings.length) : 0] ?? JSON.stringify;
  const back = draw(2) === 0 ? echoed(value, draw) : value;
  const reply = edited((writings[draw(writings.length)] ?? JSON.stringify)(back), draw);
  return judged({
    operation,
    sent: { value, body: write(value) },
    received: answer(draw(20) === 0 ? Buffer.from(reply, 'latin1') : reply),
  });
}

test('masks what it remembers as it would mask it anew, in odd bodies too', async () => {
  startRedaction({ seed: 7, secrets: [key, '4000056655665556'] });
  const redactAnew = await anew();
  let count = 0;
  for (const one of exchanges()) {
    count += 1;
    const [once, fresh] = [redactExchange(one), redactAnew(one)];
    if (JSON.stringify(once) !== JSON.stringify(fresh)) expect(once).toEqual(fresh);
  }
  expect(count).toBe(operations.reduce((sum, [, { shapes }]) => sum + shapes.length, 0) * perShape);
});
