import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { generatorOf } from '../../generators/registry.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { sentSecrets } from '../e2e/sent-secrets.ts';
import { key } from './canaries.ts';
import { answer, judged } from './hand-made.ts';
import { drawing, echoed, edited, writings } from './odd-bodies.ts';

const operations = documentedOperations.map(({ id }) => [id, generatorOf(id)] as const);
const perShape = 15;
// An income looks like any amount, and a long text may be cut or edited within.
const isSought = (secret: string) => secret.length < 200 && !/^\d+\.\d+$/.test(secret);

test('leaves no secret of a generated request in a broken answer that repeats it', () => {
  startRedaction({ seed: 7, secrets: [key] });
  const draw = drawing(4711);
  const left: string[] = [];
  let secrets = 0;
  for (const [operation, { shapes }] of operations)
    for (const shape of shapes)
      for (const { body } of sample(validRequest(operation, defaultContext, shape), 11, perShape)) {
        const value = { ...(body as object) } as JsonObject;
        const text = JSON.stringify(value);
        const own = [...sentSecrets([{ path: '', body: text }]).values()].flatMap((some) => [...some]);
        const write = writings[draw(writings.length)] ?? JSON.stringify;
        const reply = edited(write(draw(2) === 0 ? echoed(value, draw) : value), draw);
        const evidence = JSON.stringify(
          redactExchange(judged({ operation, sent: { value, body: write(value) }, received: answer(reply) })),
        );
        secrets += own.length;
        left.push(
          ...own.filter((one) => isSought(one) && evidence.includes(JSON.stringify(one).slice(1, -1))),
        );
      }
  expect(left).toEqual([]);
  expect(secrets).toBeGreaterThan(1000);
});
