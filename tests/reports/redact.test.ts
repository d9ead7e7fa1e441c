import { beforeEach, describe, expect, test } from 'vitest';
import { addSecret } from '../../reports/redact/secret-index.ts';
import {
  presentRedaction,
  redactExchange,
  redactFinding,
  redactText,
  redactValue,
  startRedaction,
} from '../../reports/redact.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { card, email, key, secrets, signature, token } from './canaries.ts';
import { answer, finding, judged } from './hand-made.ts';

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

describe('redactExchange', () => {
  const sent = {
    operation: 'direct-payment',
    sent: { value: { ...secrets, items: `1#,#${card}#,#1.00#,#1` } },
  } as const;

  test('names every masked place, indices left out', () => {
    const order = { shopper_email: email, order_no: 'A' };
    const evidence = redactExchange(
      judged({
        sent: { value: { merchant_id: '1', encryption_data: signature } },
        received: answer(JSON.stringify({ orders_list: [order, order] })),
      }),
    );
    expect(evidence.masked).toEqual([
      'received.body.orders_list[].shopper_email',
      'sent.body.encryption_data',
    ]);
  });

  test('changes nothing but secrets in an answer of odd layout', () => {
    const body = '{ "amount" : 1.50,\n "amount":"2.0", "card":"4000056655665556", "n":1e2 }';
    const evidence = redactExchange(judged({ received: answer(body) }));
    expect(evidence.received).toMatchObject({ body: body.replace('4000056655665556', '400005xxxxxx5556') });
  });

  test('keeps equal values equal and different ones different', () => {
    const value = { shopper_email: email, encryption_data: signature };
    const received = answer(
      JSON.stringify({
        a: { email },
        b: { email: 'x.other@shop-canary.example' },
        encryption_data: signature,
      }),
    );
    const { sent: request, received: reply } = redactExchange(judged({ sent: { value }, received }));
    const masked = request.value as typeof value;
    const back = JSON.parse(reply.kind === 'answer' ? reply.body : '{}');
    expect(back).toMatchObject({
      a: { email: masked.shopper_email },
      encryption_data: masked.encryption_data,
    });
    expect(back.b.email).not.toBe(masked.shopper_email);
  });

  test('is the same for the same seed and another for another', () => {
    const one = redactExchange(judged(sent));
    startRedaction({ seed: 7, secrets: [key] });
    expect(redactExchange(judged(sent))).toEqual(one);
    startRedaction({ seed: 8, secrets: [key] });
    expect(redactExchange(judged(sent))).not.toEqual(one);
  });

  test('stays that of its own run while another one is started', () => {
    const one = redactExchange(judged(sent));
    const own = presentRedaction();
    startRedaction({ seed: 8, secrets: [key] });
    const other = redactExchange(judged(sent));
    expect(own(() => redactExchange(judged(sent)))).toEqual(one);
    const failing = () => {
      throw new Error('its work failed');
    };
    expect(() => own(failing)).toThrow('its work failed');
    expect(redactExchange(judged(sent))).toEqual(other);
  });

  test('shortens a body beyond the bound', () => {
    const long = JSON.stringify({ note: 'n'.repeat(300_000), card });
    const evidence = redactExchange(judged({ received: answer(long) }));
    expect(evidence.received).toMatchObject({ shortened: { length: long.length } });
    expect(JSON.stringify(evidence).length).toBeLessThan(280_000);
  });
});

describe('masks', () => {
  const masked = (value: JsonValue) => redactValue(value);

  test('keep the first six and last four digits of a card', () => {
    expect(masked({ card })).toEqual({ card: '400005xxxxxx5556' });
    expect(masked({ card: '400005******5556' })).toEqual({ card: '400005******5556' });
    expect(masked({ card: '4000056*****5556' })).toEqual({ card: '400005x*****5556' });
    expect(masked({ card: '4000 0566 5566 5556' })).toEqual({ card: '4000 05xx xxxx 5556' });
    expect(masked({ card: '40000566' })).toEqual({ card: 'xxxxxxxx' });
  });

  test('keep a signature 64 hexadecimal digits, and a wrong one wrong', () => {
    const { encryption_data } = masked({ encryption_data: signature }) as Record<string, string>;
    expect(encryption_data).toMatch(/^([0-9a-f]{8})\1{7}$/);
    expect(masked({ encryption_data: signature.slice(1) })).toEqual({
      encryption_data: expect.stringMatching(/^[0-9a-f]{63}$/),
    });
    expect(masked({ encryption_data: `g${signature.slice(1)}` })).not.toEqual({
      encryption_data: expect.stringMatching(/^[0-9a-f]+$/),
    });
  });

  test('give security codes and short values no tag at all', () => {
    expect(masked({ security_code: '917' })).toEqual(masked({ security_code: '301' }));
    expect(masked({ first_name: 'Ana' })).toEqual({ first_name: 'Xxx' });
    expect(masked({ birth_date: '31-01-1980' })).toEqual({ birth_date: '00-00-0000' });
    expect(masked({ date_of_birth: '1980-01-31' })).toEqual({ date_of_birth: '1900-01-01' });
  });

  test('leave identifiers, moments and amounts alone', () => {
    const open = {
      transaction_id: '1234567890123452',
      transaction_date: '20260131120107',
      amount: '12.34',
      created: 1763722440003,
      issuer_url: 'https://pay.example/p?id=1',
    };
    expect(masked(open)).toEqual(open);
  });

  test('keep the type of a number and the members of a secret object', () => {
    expect(masked({ card: 4000056655665556, token_id: { a: [token, true, null] } })).toEqual({
      card: 0,
      token_id: { a: [expect.not.stringContaining('canary'), true, null] },
    });
  });

  test('do not stop at a member called __proto__', () => {
    expect(JSON.stringify(masked(JSON.parse(`{"__proto__":{"card":"${card}"}}`)))).toBe(
      '{"__proto__":{"card":"400005xxxxxx5556"}}',
    );
  });
});

describe('redactText', () => {
  test.each([
    ['custom":"Order placed by phone","device_fingerprint":"fp-1e1fb31b"', 'fp-1e1fb31b'],
    [String.raw`\"ask for the token\",\"security_code\":\"917\"`, '917'],
    ["note: 'no card', 'email': 'zoe@shop.example'", 'zoe@shop.example'],
    ['["token","card","4000056655665556"]', '4000056655665556'],
  ])('masks what a name says that follows another name: %s', (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
  });

  test('masks a registered value in every written form', () => {
    addSecret('p&ss"w<rd 1');
    const forms = [
      'p&ss"w<rd 1',
      'p&amp;ss&quot;w&lt;rd 1',
      'p%26ss%22w%3Crd+1',
      'p&ss\\"w<rd 1',
      Buffer.from('p&ss"w<rd 1').toString('base64'),
    ];
    for (const form of forms) expect(redactText(`x ${form} y`)).toMatch(/^x secret-[0-9a-f]{6}=* y$/);
  });

  test('masks the value of an unknown spelling of a secret field', () => {
    expect(redactText('{cardNumber: 4000056655665556, CVV2: "917"}')).toBe(
      '{cardNumber: 400005xxxxxx5556, CVV2: "xxx"}',
    );
  });

  test('leaves values that are none alone', () => {
    expect(redactText('token: undefined, email=null, card: true')).toBe(
      'token: undefined, email=null, card: true',
    );
  });

  test('leaves ordinary error text as it is', () => {
    const text =
      'Error: connect ECONNREFUSED 127.0.0.1:8080\n    at Socket (specs/refund.spec.ts:12:3), expected 200, found 1763722440003';
    expect(redactText(text)).toBe(text);
  });

  test('names an origin whose port changes', () => {
    startRedaction({ seed: 1, origins: { 'http://127.0.0.1:41234': 'embedded' } });
    expect(redactText('POST http://127.0.0.1:41234/v1/refund')).toBe(
      'POST http://embedded.invalid/v1/refund',
    );
  });
});

test('redactFinding masks what the path says is secret', () => {
  const masked = redactFinding(
    finding({
      path: 'orders_list[3].shopper_phone',
      expected: say('as-sent', ['+49 30 5550100']),
      received: sayValue('030'),
    }),
  );
  expect(masked).toMatchObject({
    expected: expect.stringMatching(/^"\+\d\d 00 0000000" \(string\) as sent$/),
    received: '"000" (string)',
  });
});
