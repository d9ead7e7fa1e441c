import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { withText } from '../../generators/covering.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { bodyClasses } from '../../generators/value-classes.ts';
import { valueFaults, writingSigns } from '../../mock/faults/values.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { encodeRequest } from '../../targets/sending/wire-request.ts';

const operations = documentedOperations.map(({ id }) => id);
const target = { encodings: {} };

test.each(operations)('the sign of each way to write a body of %s is that of no other', (operation) => {
  const body = sampleOne(validRequest(operation, defaultContext, 'full'), 5).body;
  const ways = (['json', 'xml', 'form'] as const).flatMap((encoding) =>
    bodyClasses[encoding].map((way) => ({ encoding, ...way })),
  );
  for (const { id, encoding, style, text } of ways) {
    const own = text === undefined ? body : withText(operation, defaultContext, body, text);
    if (own === undefined || writingSigns[id] === undefined) continue;
    const written = encodeRequest(operation, own, target, { encoding, style }).body;
    const met = bodyClasses[encoding].filter((one) => writingSigns[one.id]?.test(written));
    expect(
      met.map((one) => one.id),
      id,
    ).toEqual([id]);
    const usual = encodeRequest(operation, own, target, { encoding }).body;
    expect(writingSigns[id]?.test(usual), id).toBe(false);
  }
});

test('every operation has faults of the ways to write its body', () => {
  const faults = valueFaults().filter(({ field }) => field === 'body');
  expect([...new Set(faults.map(({ operation }) => operation))].sort()).toEqual([...operations].sort());
  const effects = new Set(faults.map(({ id }) => id.split('-').at(-1)));
  expect([...effects].sort()).toEqual(['altered', 'crashes', 'dropped', 'malformed']);
});
