import { beforeEach, describe, expect, test } from 'vitest';
import {
  redactExchange,
  redactFinding,
  redactText,
  redactValue,
  registerSecret,
  startRedaction,
} from '../../reports/redact.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { answer, finding, judged } from './hand-made.ts';

const card = '4000056655665556';
const code = '9173';
const token = 'tok-51Kq9ZcanaryToken77';
const signature = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const email = 'canary.person@shop-canary.example';
const firstName = 'Zephyrinacanary';
const lastName = 'Quillfeathercanary';
const key = 'merchant-key-canary/+1';
const canaries = [card, token, signature, email, firstName, lastName, key];
const secrets = {
  card,
  security_code: code,
  token_id: token,
  encryption_data: signature,
  shopper_email: email,
  first_name: firstName,
  last_name: lastName,
};

function leaks(value: unknown): string[] {
  const text = JSON.stringify(value);
  const codes = new RegExp(`(?<![0-9])${code}(?![0-9])`).test(text) ? ['security code'] : [];
  return [
    ...canaries.filter((canary) => text.includes(canary) || text.includes(encodeURIComponent(canary))),
    ...codes,
  ];
}

const query = new URLSearchParams(secrets).toString();
const xml = (inner: string) => `<?xml version="1.0"?>\n<respon>${inner}</respon>`;
const elements = Object.entries(secrets)
  .map(([name, value]) => `<${name}>${value}</${name}>`)
  .join('');
const inputs = Object.entries(secrets)
  .map(([name, value]) => `<INPUT type=hidden value='${value}' name="${name}">`)
  .join('\n');
const script = Object.entries(secrets)
  .map(([name, value]) => `add('${name}', '${value}'); add("${name}", "${value}");`)
  .join('\n');

const answers: readonly (readonly [string, string])[] = [
  ['compact JSON', JSON.stringify({ order: secrets })],
  ['indented JSON', JSON.stringify({ order: [secrets] }, null, 2)],
  ['JSON that is cut', JSON.stringify({ order: secrets }).slice(0, -6)],
  ['JSON with repeated members', `{"card":"${card}","card" : "${card}", "note":"paid by ${email}"}`],
  ['JSON with escapes', JSON.stringify({ note: `card ${card}` }).replaceAll('4', '\\u0034')],
  ['JSON with a number', `{"card": ${card}, "security_code": ${code}}`],
  ['JSON in a JSON string', JSON.stringify({ debug: JSON.stringify(secrets) })],
  ['single quotes', JSON.stringify(secrets).replaceAll('"', "'")],
  ['a form', query],
  ['a form in a JSON string', JSON.stringify({ allParams: query })],
  ['XML', xml(elements)],
  ['XML with CDATA', xml(elements.replaceAll(/>([^<]+)</g, '><![CDATA[$1]]><'))],
  ['XML cut by a comment', xml(`<card>${card.slice(0, 9)}<!-- x -->${card.slice(9)}</card>`)],
  [
    'XML with entities',
    xml(`<card>${[...card].map((digit) => `&#${digit.charCodeAt(0)};`).join('')}</card>`),
  ],
  ['XML attributes', xml(`<x card="${card}" security_code='${code}' e:email="${email}"/>`)],
  ['XML with a prefix', xml(`<p:card>${card}</p:card><p:security_code>${code}</p:security_code>`)],
  ['XML that never ends', xml(elements).slice(0, -20)],
  ['HTML inputs', `<!DOCTYPE html><html><body><form name=theForm>${inputs}</form></body></html>`],
  ['HTML scripts', `<html><script>${script}</script></html>`],
  [
    'HTML allParams',
    `<html><form><input name="allParams" value="${query.replaceAll('&', '&amp;')}"></form></html>`,
  ],
  ['HTML textarea', `<html><textarea name="security_code">${code}</textarea></html>`],
  ['HTML links', `<html><a href="https://x.example/?card=${card}&amp;security_code=${code}">x</a></html>`],
  ['plain text', `declined: card=${card} security_code: ${code} for ${email} token_id="${token}"`],
  ['prose', `card ${card.replaceAll(/(.{4})(?=.)/g, '$1 ')} was refused, cvv ${code}`],
  ['percent escapes', `error%20${card}%20and%22${card}%22`],
];

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

describe('redactExchange', () => {
  const sent = {
    operation: 'direct-payment',
    sent: { value: { ...secrets, items: `1#,#${card}#,#1.00#,#1` } },
  } as const;

  test.each(answers)('leaves no canary in an answer of %s', (_style, body) => {
    const evidence = redactExchange(judged({ ...sent, received: answer(body) }));
    expect(leaks(evidence)).toEqual([]);
  });

  test.each(answers)('leaves no canary in a request of %s', (_style, body) => {
    expect(leaks(redactExchange(judged({ sent: { body, value: secrets } })))).toEqual([]);
  });

  test('leaves no canary in addresses, headers, page and texts', () => {
    const evidence = redactExchange(
      judged({
        ...sent,
        sent: {
          ...sent.sent,
          url: `https://user:${token}@sandbox.example/v1/authorise?card=${card}&e=${email}`,
          headers: { authorization: `Bearer ${token}`, 'x-note': `key ${key}`, cookie: `a=${token}` },
        },
        page: {
          posted: {
            method: 'POST',
            url: `https://x.example/?security_code=${code}`,
            fields: [...Object.entries(secrets), ['allParams', query], ['goodsInfo', `1#,#${card}#,#1#,#1`]],
            afterMs: 3,
          },
          foreignRequests: [`GET https://t.example/?card=${card}`],
          dialogs: [`Dear ${firstName}`],
          scriptErrors: [`bad value ${email}`],
        },
        judgement: {
          findings: [
            finding({ path: 'card', received: `"${card}" (string)`, expected: `the value sent, "${card}"` }),
            finding({ path: 'security_code', received: `"${code}" (string)` }),
            finding({ path: 'security_code', received: `${code} (number)` }),
            finding({ path: 'note', received: `"${firstName.repeat(9).slice(0, 100)}… (string)` }),
            finding({
              path: 'first_name',
              received: `"${firstName}… (string)`,
              message: `${lastName} came back`,
            }),
          ],
          observations: [
            {
              clause: '7.8/x',
              operation: 'refund',
              fingerprint: `saw "${code}"`,
              detail: `Mr ${lastName}, ${email}`,
            },
          ],
        },
      }),
    );
    expect(leaks(evidence).filter((leak) => leak !== firstName)).toEqual([]);
    expect(JSON.stringify(evidence.page)).not.toContain(firstName);
    expect(evidence.judgement.findings.map((one) => one.received)).toEqual([
      '"400005xxxxxx5556" (string)',
      '"xxxx" (string)',
      '0 (number)',
      expect.stringContaining('(string)'),
      expect.stringMatching(/^"[A-Z][a-z]+… \(string\)$/),
    ]);
  });

  test('leaves no canary when there is no answer', () => {
    const received = {
      kind: 'none',
      reason: 'reset',
      detail: `POST failed: card=${card}, ${key}`,
      durationMs: 1,
    } as const;
    expect(leaks(redactExchange(judged({ ...sent, received })))).toEqual([]);
  });

  test('leaves no canary in UTF-16 and in bytes that are no UTF-8', () => {
    const text = `{"card":"${card}"}`;
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const odd = Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
    const [first, second] = [wide, odd].map((bytes) => redactExchange(judged({ received: answer(bytes) })));
    expect(leaks([first, second])).toEqual([]);
    expect([first?.received, second?.received]).toMatchObject([
      { charset: 'utf-16le' },
      { charset: 'latin1' },
    ]);
  });

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
    expect(evidence.fields).toEqual(['orders_list[].shopper_email', 'orders_list[].order_no']);
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

  test('shortens a body beyond the bound', () => {
    const long = JSON.stringify({ note: 'n'.repeat(300_000), card });
    const evidence = redactExchange(judged({ received: answer(long) }));
    expect(evidence.received).toMatchObject({ shortened: { length: long.length } });
    expect(JSON.stringify(evidence).length).toBeLessThan(280_000);
  });

  test.each([
    ['nesting', '['.repeat(400_000)],
    ['letters', `a@${'a'.repeat(400_000)}`],
    ['open tags', '<respon>'.repeat(40_000)],
    ['open quotes', `<a "${"<a '".repeat(60_000)}`],
    ['declarations', '<![<!['.repeat(50_000)],
    ['field names', 'card="'.repeat(60_000)],
    ['attributes', `<x ${'card="4" '.repeat(40_000)}>`],
  ])('masks a hostile body of %s in bounded time', (_what, body) => {
    const start = performance.now();
    redactExchange(judged({ received: answer(body) }));
    expect(performance.now() - start).toBeLessThan(2500);
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
  test('masks a registered value in every written form', () => {
    registerSecret('p&ss"w<rd 1');
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

  test('leaves ordinary error text as it is', () => {
    const text =
      'Error: connect ECONNREFUSED 127.0.0.1:8080\n    at Socket (specs/refund.spec.ts:12:3), expected 200, received 1763722440003';
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
      expected: '"+49 30 5550100"',
      received: '"030" (string)',
    }),
  );
  expect(masked).toMatchObject({
    expected: expect.stringMatching(/^"\+\d\d 00 0000000"$/),
    received: '"000" (string)',
  });
});
