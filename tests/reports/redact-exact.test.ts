import { beforeEach, describe, expect, test } from 'vitest';
import { longestBody } from '../../reports/redact/exchange.ts';
import { redactExchange, redactFinding, redactText, startRedaction } from '../../reports/redact.ts';
import { clauses } from '../../schemas/clauses.ts';
import { sayValue } from '../../schemas/findings/say.ts';
import { card, key, lastName } from './canaries.ts';
import { answer, finding, judged, type Parts } from './hand-made.ts';

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

const evidenceOf = (parts: Parts) => redactExchange(judged({ operation: 'direct-payment', ...parts }));
const bodyOf = (body: string | Uint8Array, value: NonNullable<Parts['sent']>['value'] = {}) => {
  const { received } = evidenceOf({ sent: { value }, received: answer(body) });
  return received.kind === 'answer' ? received.body : '';
};

describe('what was sent', () => {
  test('is masked in a field that says nothing of it, before the field that tells', () => {
    const value = { custom: `for ${lastName}`, last_name: lastName, card, order_no: `A-${card}` };
    const { sent } = evidenceOf({ sent: { value } });
    expect(JSON.stringify(sent)).not.toMatch(new RegExp(`${lastName}|${card}`));
    expect(sent.value).toMatchObject({ custom: expect.stringMatching(/^for [A-Z][a-z]+$/) });
  });

  test('is written as it was where it is no secret', () => {
    const value = { custom: 'for nobody', card, amount: '1.00' };
    const { sent } = evidenceOf({ sent: { value } });
    expect(sent.value).toEqual({ ...value, card: '400005xxxxxx5556' });
    expect(JSON.parse(sent.body)).toEqual(sent.value);
  });
});

describe('a long body', () => {
  test('holds no half of a card number at the end of what is kept', () => {
    for (const cut of [3, 8, 15]) {
      const before = '-'.repeat(longestBody - cut);
      const kept = bodyOf(`${before}${card} and more`);
      expect(kept).toHaveLength(longestBody);
      expect(kept.slice(-cut)).toBe('400005xxxxxx5556'.slice(0, cut));
    }
  });
});

describe('a text inside a text', () => {
  const secret = { last_name: lastName, card };

  test.each([
    ['JSON inside JSON', { x: JSON.stringify({ a: [{ last_name: lastName, n: 'open' }] }) }],
    ['JSON inside JSON inside JSON', { x: JSON.stringify({ y: JSON.stringify({ card, n: 'open' }) }) }],
    ['a form inside JSON', { x: `n=open&card=${card}&last_name=${lastName}` }],
    ['XML inside JSON', { x: `<a><card>${card}</card><n>open</n></a>` }],
  ])('is masked as it stands and told by its place: %s', (_what, body) => {
    for (const space of [0, 1]) {
      const { received, masked } = evidenceOf({
        sent: { value: secret },
        received: answer(JSON.stringify(body, null, space)),
      });
      const text = received.kind === 'answer' ? received.body : '';
      expect(text).toContain('open');
      expect(text).not.toMatch(new RegExp(`${lastName}|${card}`));
      expect(JSON.parse(text)).toBeTypeOf('object');
      expect(masked.filter((place) => place.startsWith('received.body.x'))).not.toEqual([]);
    }
  });
});

describe('in each layout of JSON', () => {
  const value = { first_name: 'Ana', security_code: '9173', card };

  test.each([0, 1])(
    'a short secret is masked in an unknown field, and in no documented one (%d)',
    (space) => {
      const body = { x: 'Ana', y: '9173', amount: '9173', currency: 'Ana', note: 'Ana' };
      const masked = JSON.parse(bodyOf(JSON.stringify(body, null, space), value));
      expect(masked).toMatchObject({ amount: '9173', currency: 'Ana' });
      expect([masked.x, masked.y, masked.note]).toEqual(['Xxx', 'xxxx', 'Xxx']);
    },
  );

  test.each([0, 1])('a number of secret digits becomes 0, and nought and others stay (%d)', (space) => {
    const body = { security_code: 0, cvv: 9173, x: Number(card), n: 12, amount: 1.5 };
    const masked = JSON.parse(bodyOf(JSON.stringify(body, null, space), value));
    expect(masked).toEqual({ security_code: 0, cvv: 0, x: 0, n: 12, amount: 1.5 });
  });
});

test('credentials in an address are masked, and the rest of it stays', () => {
  const rest = 'localhost:8080/a?b=1';
  expect(redactText(`at https://${rest}`)).toBe(`at https://${rest}`);
  const masked = redactText(`at https://till:Wachtwoord1@${rest}`);
  expect(masked).toMatch(/^at https:\/\/\w{4}:\w{11}@localhost:8080\/a\?b=1$/);
  expect(masked).not.toMatch(/till|Wachtwoord/);
});

test('the names of an object in a finding stay, but for secrets', () => {
  const { received } = redactFinding(finding({ path: 'note', received: sayValue({ [card]: 1, open: 2 }) }));
  expect(received).toContain('400005xxxxxx5556');
  expect(received).toContain('open');
});

test('letters of UTF-8 that are written in percent signs are masked to their end', () => {
  const name = 'Zoë Müßigänger';
  for (const text of [`no "${encodeURIComponent(name)}" here`, `x=${encodeURIComponent(name)}&y=open`]) {
    const masked = bodyOf(text, { last_name: name });
    expect(decodeURIComponent(masked)).not.toMatch(/Zo|ger/);
    expect(decodeURIComponent(masked)).toMatch(/(?:^no ".*" here|&y=open)$/);
  }
});

test('a mask that is written into markup leaves it markup', () => {
  const name = 'Anna & Söhne <AG>';
  const written = 'Anna &amp; Söhne &lt;AG&gt;';
  const masked = bodyOf(`<html><p>for ${written}!</p></html>`, { last_name: name });
  expect(masked).toMatch(/^<html><p>for [^<]+!<\/p><\/html>$/);
  expect(masked).not.toMatch(/Anna|hne/);
});

test('bytes of UTF-16 are known by their nothings, and others by none', () => {
  const text = `{"x":"${card}"}`;
  const wide = Buffer.from(text, 'utf16le');
  expect(bodyOf(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))).toContain('400005xxxxxx5556');
  const odd = Buffer.from(`{"x":"é ${card}"}`, 'latin1');
  expect(bodyOf(odd)).toBe(`{"x":"é 400005xxxxxx5556"}`);
});

describe('what was observed', () => {
  const value = { last_name: lastName, card };
  const observedOf = (detail: string, own: NonNullable<Parts['sent']>['value'] = value) => {
    const one = { clause: '7.8/error-bodies', operation: 'refund', fingerprint: detail, detail } as const;
    const { judgement } = evidenceOf({ sent: { value: own }, judgement: { observations: [one] } });
    const [seen] = judgement.observations;
    expect(seen?.fingerprint).toBe(seen?.detail);
    return seen?.detail;
  };

  test('is told as it was where it holds no secret, also a second time', () => {
    for (const detail of [
      'refused: HTTP 422',
      'says "no such order" of 12.34',
      `a long one ${'x '.repeat(300)}`,
    ])
      for (const _again of [1, 2]) expect(observedOf(detail)).toBe(detail);
  });

  test.each(clauses.flatMap(({ conflict }) => conflict?.readings.slice(0, 1) ?? []))(
    'is told as it was where it is a reading: %s',
    (reading) => {
      const name = reading.split(' ').find((word) => word.length > 4) ?? '';
      expect(observedOf(reading, { last_name: name.slice(0, 6) })).toBe(reading);
    },
  );

  test('is masked where it quotes a secret whole, whoever was told the same before', () => {
    const detail = `says "${lastName}" of it`;
    expect(observedOf(detail, {})).toBe(detail);
    for (const _again of [1, 2]) expect(observedOf(detail)).toMatch(/^says "[A-Z][a-z]+" of it$/);
    for (const _again of [1, 2]) expect(observedOf(detail)).not.toContain(lastName);
    expect(observedOf(detail, {})).toBe(detail);
  });

  test('is masked by its look, and where one of its quotes is a secret', () => {
    expect(observedOf('paid with 4012888888881881', {})).toBe('paid with 401288xxxxxx1881');
    expect(observedOf('of a.person@shop.example', {})).not.toContain('person');
    const two = `says "open" and "${lastName}"`;
    expect(observedOf(two, {})).toBe(two);
    expect(observedOf(two)).toMatch(/^says "open" and "[A-Z][a-z]+"$/);
    expect(observedOf(two)).not.toContain(lastName);
  });

  test('is masked where a long text was cut inside a card number', () => {
    for (const digits of [7, 9, 15]) {
      const shown = `says "no card ${card.slice(0, digits)}…"`;
      expect(observedOf(shown, {})).toBe(shown.replace(card.slice(6, digits), 'x'.repeat(digits - 6)));
    }
  });

  test('is bounded, and masked before it ends', () => {
    const detail = observedOf(`says "${'no '.repeat(4000)}${lastName}"`);
    expect(detail).toHaveLength(10_001);
    expect(detail).toMatch(/^says "no no .*…$/);
  });
});

describe('a long value of a finding', () => {
  test.each([
    ['no card 4000056655…', 'no card 400005xxxx…'],
    ['…056655665556 is no card', '…xxxxxxxx5556 is no card'],
  ])('holds no half of a card number: %s', (value, mask) => {
    const received = { says: 'value', values: [{ type: 'string', value, length: 500 }] } as never;
    const [seen] = redactFinding(finding({ path: 'note', received })).values.received.values ?? [];
    expect(seen).toMatchObject({ value: mask });
  });
});
