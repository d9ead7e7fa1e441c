import { describe, expect, test } from 'vitest';
import type { Case, TwinKind } from '../../opening/case.ts';
import { merchant, registeredAddress, signing } from '../../opening/causes/caller.ts';
import { cards, currencies, refused, speaksOfType } from '../../opening/causes/request.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';

const target = loadTarget('targets/mock.json', {});

/** A payment that was refused with a status and a text; every twin is refused alike. */
function caseOf(status: number, text: string, most = 5): Case {
  const main = {
    judgement: { outcome: 'refused', findings: [] },
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
    isShownLater: false,
    checksElsewhere: async () => undefined,
    twin: async () => main,
  };
}

describe('the words of a refusal', () => {
  test.each([
    '{"error":{"code":"E_AMOUNT","message":"amount out of bounds"}}',
    '{"code":"17","message":"The minimum amount is 1.00 EUR"}',
    '{"return_status":"0","return_message":"amount too small"}',
  ])('of an amount lead to its bounds: %s', async (text) => {
    const found = await currencies(caseOf(422, text));
    expect(found).toMatchObject({ key: 'currencies', says: 'the account does not take 0.48 EUR' });
    expect(found?.advice).toContain('limits.amountPerRequest (5)');
  });

  test('of a total that does not add up are about no bounds', async () => {
    const found = await currencies(caseOf(422, '{"message":"amount differs from item_total"}'));
    expect(found).toBeUndefined();
  });

  test.each([
    [415, '{"error":{"message":"send application/json"}}'],
    [400, 'Unsupported media type'],
  ])('of a body type (%i) never blame the signature', async (status, text) => {
    const one = caseOf(status, text);
    expect(speaksOfType(one)).toBe(true);
    expect(await signing(one)).toBeUndefined();
  });

  test('of an APM payment that find no record lead to its methods (7.6)', async () => {
    const apm = { ...caseOf(404, '{"code":"17"}'), operation: 'apm-payment' } as const;
    const beside = { ...apm, accepted: new Set(['direct-payment'] as const) };
    expect(await refused(beside)).toMatchObject({ key: 'apmMethods' });
    expect(await refused(apm)).toMatchObject({ key: 'capabilities.apm-payment' });
  });

  test.each([
    '{"message":"order_no too long"}',
    '{"errors":"orderNo: only letters and digits"}',
    '{"code":"INVALID_ORDER_NO","message":"bad format"}',
    '{"return_status":"9","return_message":"Order number may have 20 characters"}',
  ])('of an order number lead to how it is written: %s', async (text) => {
    expect(await refused(caseOf(422, text))).toMatchObject({
      key: 'orderNumbers',
      says: 'the service does not take the order number of a complete direct-payment',
    });
  });

  test.each([
    '{"message":"this order is not allowed"}',
    '{"message":"The order no longer exists"}',
    '{"message":"the border number is unknown"}',
  ])('of an order are about no order number: %s', async (text) => {
    expect(await refused(caseOf(422, text))).toMatchObject({ key: 'capabilities.direct-payment' });
  });

  test('of an order number lead there only where a payment is asked for', async () => {
    const capture = { ...caseOf(422, '{"message":"order_no unknown"}'), operation: 'capture' } as const;
    expect(await refused(capture)).toMatchObject({ key: 'capabilities.capture' });
  });

  test('of a capture may be those of a service that captures by itself', async () => {
    const capture = { ...caseOf(200, '{"return_status":"2"}'), operation: 'capture' } as const;
    expect((await refused(capture))?.advice).toContain('set "capture" to "automatic"');
  });

  test('are not looked for in an answer that is in no documented form', async () => {
    const one = caseOf(200, '{"fee_amount":NaN}');
    const finding = { verdict: 'fail', clause: '1.4/json/well-formed', message: 'The JSON parses' };
    const main = { ...one.main, judgement: { outcome: 'unclear', findings: [finding] } };
    const found = await refused({ ...one, main: main as unknown as JudgedExchange });
    expect(found?.says).toContain('not in the documented form (1.4/json/well-formed: The JSON parses)');
    expect(found?.key).toBeUndefined();
  });

  test('are not looked for on a page that is judged as the one of a payment (2.8)', async () => {
    const one = caseOf(200, '<html><a href="/v1/checkout/pay">Pay</a></html>');
    const finding = { verdict: 'fail', clause: '2.8/theForm/present', message: 'The page has the form' };
    const main = { ...one.main, judgement: { outcome: 'refused', findings: [finding] } };
    const found = await refused({ ...one, main: main as unknown as JudgedExchange });
    expect(found?.says).toContain('not in the documented form (2.8/theForm/present: The page has the form)');
    expect(
      (await refused({ ...one, main: { ...main, judgement: one.main.judgement } as never }))?.says,
    ).toContain('is refused');
  });

  test.each([
    ['module', 'signing.module', /^Check what sign\(\) of signing\.module returns/],
    ['fixed', 'signing.value', /^Check signing\.value/],
    ['sha256-concat', 'signing.key', /^Check signing\.key first/],
  ] as const)('of a signature lead to where the recipe %s has it', async (recipe, key, advice) => {
    const one = caseOf(401, '{"message":"bad signature"}');
    const own = { ...one, target: { ...one.target, signing: { ...one.target.signing, recipe } } };
    const found = await signing(own as Case);
    expect(found).toMatchObject({ key });
    expect(found?.advice).toMatch(advice);
  });

  test.each([
    [
      'lists and objects',
      { items: [{ name: 'a' }] },
      undefined,
      /nested values: this service may sign without/,
    ],
    [
      'plain texts',
      { currency: 'EUR' },
      true,
      /the body of direct-payment: this service may sign other fields/,
    ],
    ['lists, of a service that checks no query', { items: [{}] }, false, /^Check signing\.key first/],
  ] as const)(
    'of a signature clear a key that other operations were accepted with: %s',
    async (_what, value, checks, advice) => {
      const one = caseOf(401, '{"message":"bad signature"}');
      const main = {
        ...one.main,
        exchange: { ...one.main.exchange, sent: { ...one.main.exchange.sent, value } },
      } as unknown as JudgedExchange;
      const signed = { ...one.target, signing: { ...one.target.signing, recipe: 'hmac-sha256' as const } };
      const found = await signing({
        ...one,
        main,
        target: signed,
        accepted: new Set(['query', 'direct-payment']),
        twin: async () => main,
        isShownLater: false,
        checksElsewhere: async () => checks,
      });
      expect(found?.key).toBe(checks === false ? 'signing.key' : 'signing.module');
      expect(found?.advice).toMatch(advice);
    },
  );

  const other = caseOf(401, '{"message":"something else"}').main;
  const ofAddress = '{"message":"The IP address is not registered"}';
  test.each([
    ['first', () => true, true],
    ['after the signature and before the merchant', (kind: TwinKind) => kind === 'merchant', true],
    ['after both', () => false, true],
    ['never, and the signature is wrong', (kind: TwinKind) => kind === 'signature', false],
  ] as const)(
    'of an address name it where the service looks at it %s (4.4)',
    async (_when, isAlike, isNamed) => {
      const one = { ...caseOf(403, ofAddress), operation: 'query' } as const;
      const twin = async (kind: TwinKind) => (isAlike(kind) ? one.main : other);
      expect((await registeredAddress({ ...one, twin }))?.key).toBe(
        isNamed ? 'capabilities.query' : undefined,
      );
    },
  );

  test('blame no merchant or account that other operations were accepted with', async () => {
    const one = caseOf(401, '{"message":"no"}');
    const twin = async (kind: TwinKind) => (kind === 'merchant' ? one.main : other);
    expect(await merchant({ ...one, twin })).toMatchObject({ key: 'merchant.merchant_id' });
    expect(await merchant({ ...one, twin, accepted: new Set(['query']) })).toBeUndefined();
  });

  test.each(['card declined', 'insufficient funds', 'fondos insuficientes', '{"code":"51"}'])(
    'of the one kind of card that there is say so, whatever they are: %s',
    async (words) => {
      const one = caseOf(402, words);
      const declining = one.target.cards
        .slice(0, 1)
        .map((card) => ({ ...card, outcome: 'decline' as const }));
      const found = await cards({ ...one, target: { ...one.target, cards: declining } });
      expect(found?.says).toBe(
        'the card is not accepted: no card in the target file has the outcome "approve"',
      );
    },
  );

  test('of a service that fails are not about its cards', async () => {
    expect(await cards(caseOf(402, 'card declined'))).toMatchObject({ key: 'cards' });
    expect(await cards(caseOf(500, 'no row for card'))).toBeUndefined();
  });

  test('that say nothing of the type still blame the signature', async () => {
    const found = await signing(caseOf(401, '{"message":"bad signature"}'));
    expect(found?.says).toContain('the signature is not accepted');
  });
});
