import { describe, expect, test } from 'vitest';
import type { Case } from '../../opening/case.ts';
import { currencies } from '../../opening/causes/currencies.ts';
import { speaksOfType } from '../../opening/causes/encodings.ts';
import { refused } from '../../opening/causes/refused.ts';
import { signing } from '../../opening/causes/signing.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';

const target = loadTarget('targets/mock.json', {});

/** A payment that was refused with a status and a text; every twin is refused alike. */
function caseOf(status: number, text: string, most = 5): Case {
  const main = {
    judgement: { outcome: 'refused' },
    exchange: {
      id: 'a',
      operation: 'direct-payment',
      sent: { value: { currency: 'EUR', amount: '0.48' } },
      received: {
        kind: 'answer',
        status,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(text),
      },
    },
  } as unknown as JudgedExchange;
  return {
    operation: 'direct-payment',
    main,
    others: [],
    target: { ...target, limits: { ...target.limits, amountPerRequest: most } },
    accepted: new Set(),
    refused: [main],
    twin: async () => main,
  };
}

describe('the words of a refusal', () => {
  test.each([
    '{"error":{"code":"E_AMOUNT","message":"amount out of bounds"}}',
    '{"code":"17","message":"The minimum amount is 1.00 EUR"}',
    '{"return_status":"0","return_message":"amount too small"}',
  ])('of an amount lead to its bounds: %s', async (text) => {
    const found = await currencies.explain(caseOf(422, text));
    expect(found).toMatchObject({ key: 'currencies', says: 'the account does not take 0.48 EUR' });
    expect(found?.advice).toContain('limits.amountPerRequest (5)');
  });

  test('of a total that does not add up are about no bounds', async () => {
    const found = await currencies.explain(caseOf(422, '{"message":"amount differs from item_total"}'));
    expect(found).toBeUndefined();
  });

  test.each([
    [415, '{"error":{"message":"send application/json"}}'],
    [400, 'Unsupported media type'],
  ])('of a body type (%i) never blame the signature', async (status, text) => {
    const one = caseOf(status, text);
    expect(speaksOfType(one)).toBe(true);
    expect(await signing.explain(one)).toBeUndefined();
  });

  test('of an APM payment that find no record lead to its methods (7.6)', async () => {
    const apm = { ...caseOf(404, '{"code":"17"}'), operation: 'apm-payment' } as const;
    const beside = { ...apm, accepted: new Set(['direct-payment'] as const) };
    expect(await refused.explain(beside)).toMatchObject({ key: 'apmMethods' });
    expect(await refused.explain(apm)).toMatchObject({ key: 'capabilities.apm-payment' });
  });

  test('that say nothing of the type still blame the signature', async () => {
    const found = await signing.explain(caseOf(401, '{"message":"bad signature"}'));
    expect(found?.says).toContain('the signature is not accepted');
  });
});
