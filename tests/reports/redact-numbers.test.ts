import { beforeEach, describe, expect, test } from 'vitest';
import { redactExchange, redactText, redactTextOf, startRedaction } from '../../reports/redact.ts';
import { answer, judged, type Parts } from './hand-made.ts';

const card = '4000056655665556';
const iban = 'DE02120300000000202051';
const sent = {
  value: {
    card,
    iban,
    shopper_phone: '+4917612345987',
    account_number: '739264815',
    document: '88123457719',
    shopper_ip: '203.0.113.77',
  },
};
const every = (count: number, sign: string) =>
  card.replaceAll(new RegExp(`.{${count}}(?=.)`, 'g'), `$&${sign}`);
const bodyOf = (body: string, given: NonNullable<Parts['sent']> = sent) => {
  const { received } = redactExchange(judged({ operation: 'payout', sent: given, received: answer(body) }));
  return received.kind === 'answer' ? received.body : '';
};
/** What becomes of a text in a member, in an element, in prose and in a script. */
const everywhere = (text: string) =>
  [
    ...[JSON.stringify({ x: `no ${text} here` }), JSON.stringify({ a: { x: text } }, null, 1)],
    ...[`<respon><x>no ${text} here</x></respon>`, `no ${text} here`],
  ].map((body) => bodyOf(body));

/** What the suite says of an exchange in a text. */
const told = (text: string, given: NonNullable<Parts['sent']> = sent) =>
  redactTextOf(judged({ operation: 'payout', sent: given }), text);

beforeEach(() => startRedaction({ seed: 7, secrets: ['8801-2244-6602'] }));

describe('a number of the request', () => {
  test.each([
    ['groups of two', every(2, ' ')],
    ['groups of three', every(3, ',')],
    ['groups of five', every(5, '-')],
    ['groups of eight', every(8, ' ')],
    ['groups joined by points', every(4, ' · ')],
    ['groups joined by long hyphens', every(4, '\u2011')],
    ['groups in brackets', card.replaceAll(/.{4}/g, '($&)')],
    ['single digits of a list', every(1, ', ')],
    ['cents', `${card.slice(0, -2)}.${card.slice(-2)}`],
    ['the power of ten', `${card[0]}.${card.slice(1)}e+15`],
  ])('is masked in %s', (_how, written) => {
    const masked = everywhere(written);
    expect(masked.join('\n').replaceAll(/[^\dx]/g, '')).not.toContain(card.slice(0, 7));
    // The first six and the last four stay, and what joins the groups.
    for (const body of masked) expect(body.replaceAll(/[^\dx]/g, '')).toContain('400005xxxxxx5556');
  });

  test.each([
    ['a telephone number without its sign', '4917612345987', '12345987'],
    ['a telephone number as it is dialled', '004917612345987', '12345987'],
    ['a telephone number in groups', '+49 (176) 123-45987', '45987'],
    ['a bank account in groups', 'DE02 1203 0000 0000 2020 51', '1203'],
    ['an account in groups', '739 264 815', '264'],
    ['a document in groups', '881.234.577-19', '577'],
    ['an account between letters', 'no739 264 815EUR', '264'],
    ['an account with six signs between its digits', '739 (--) 264 (--) 815', '264'],
    ['a registered number without its signs', '880122446602', '2244'],
    ['a registered number in other groups', '880 122 446 602', '446'],
  ])('is masked as %s', (_how, written, trace) => {
    expect(everywhere(written).filter((body) => body.includes(trace))).toEqual([]);
  });

  test.each([
    ['a longer number', '17392648150'],
    ['a longer number that ends like it', '1739-264-815'],
    ['a longer number that begins like it', '739-264-8150'],
    ['other digits between words', '739 and 264 and 815'],
    ['digits that stand far from each other', `739${'.'.repeat(7)}264815`],
    ['an address', '203-0-113-77'],
    ['amounts and days', '12.34, 17.39 on 2026-04-01 10:20:30'],
  ])('is told from %s', (_what, text) => {
    expect(told(text)).toBe(text);
  });

  test.each([
    ['eight digits', '73926481', '7392 6481'],
    ['four different digits', '11223344', '1122-3344'],
  ])('of %s is long enough', (_what, account_number, written) => {
    expect(bodyOf(`{"x":"${written}"}`, { value: { account_number } })).not.toContain(written.slice(-4));
  });

  test('of a card may have two different digits, and one of ten digits stands alone', () => {
    const value = { card: '4111111111111111', account_number: '7392648150' };
    expect(told('41 11 11 11 11 11 11 11', { value })).toBe('41 11 11 xx xx xx 11 11');
    expect(told('73926 48150', { value })).not.toContain('48150');
    expect(told('173926 48150', { value })).toBe('173926 48150');
  });

  test.each([
    ['seven digits', '7392648', '739 2648'],
    ['three different digits', '11223311', '1122-3311'],
    ['letters that are no bank account', 'tok-DE02120300000000202051', '0212 0300 0000 0020 2051'],
  ])('of %s is none', (_what, account_number, written) => {
    expect(told(written, { value: { account_number } })).toBe(written);
  });

  test('of one digit repeated is told from other lists', () => {
    const text = '1.1 and 1-1-1 1 1.1 1';
    expect(told(text, { value: { account_number: '11111111' } })).toBe(text);
  });

  test('is masked where another exchange showed the same text', () => {
    const text = `see ${every(8, ' ')}`;
    const parts = { received: { ...answer('{}'), headers: { 'x-note': text } } };
    const detail = {
      clause: '7.8/error-bodies',
      operation: 'refund',
      fingerprint: text,
      detail: text,
    } as const;
    const whole = (given: NonNullable<Parts['sent']>) =>
      JSON.stringify(
        redactExchange(judged({ ...parts, sent: given, judgement: { observations: [detail] } })),
      );
    expect(whole({ value: {} })).toContain(text);
    expect(whole(sent)).not.toContain(text.slice(-9));
  });
});

describe('a text of an answer that no field of the document is about', () => {
  test.each([
    ['the first digits of a card', 'no 400005665566 here', 'no xxxxxxxxxxxx here'],
    ['all but one digit of a card', '40000566556X5556', 'xxxxxxxxxxxX5556'],
    ['six digits in groups', 'see 12-34-56', 'see xx-xx-xx'],
    ['a day and a time', 'on 2026-04-01 10:20:30', 'on xxxx-xx-xx xx:xx:xx'],
    ['a number that nobody sent', 'call 030 5550100', 'call xxx xxxxxxx'],
  ])('shows no %s', (_what, text, mask) => {
    for (const write of [
      (one: string) => JSON.stringify({ x: one }),
      (one: string) => `<respon><x>${one}</x></respon>`,
      (one: string) => `<!doctype html><html><p>${one}</p></html>`,
      String,
    ])
      expect(bodyOf(write(text))).toBe(write(mask));
  });

  test('shows words, codes and amounts', () => {
    const text = 'E1001: declined, 12.34 of 100 left';
    expect(bodyOf(JSON.stringify({ x: text, n: 12345 }))).toBe(JSON.stringify({ x: text, n: 12345 }));
    expect(bodyOf('{"n":1763722440003}')).toBe('{"n":0}');
  });

  test('is told from documented fields', () => {
    const body = '{"order_no":"400005665566","transaction_date":"20260401102030"}';
    expect(bodyOf(body)).toBe(body);
  });
});

describe('a registered key', () => {
  const key = 'pa+ss/wo=rd.51';
  const signs = (write: (code: number) => string) =>
    [...key].map((sign) => write(sign.charCodeAt(0))).join('');
  const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

  test.each([
    ['slashes behind backslashes', 'pa+ss\\/wo=rd.51'],
    ['numbers without semicolons', signs((code) => `&#${code}`)],
    ['numbers behind zeros', signs((code) => `&#x${hex(code, 9)};`)],
    ['names of signs', 'pa&plus;ss&sol;wo&equals;rd&period;51'],
    ['percent signs of scripts', signs((code) => `%u${hex(code, 4)}`)],
    ['wide letters', signs((code) => String.fromCharCode(code + 0xfee0))],
    ['signs that are not seen between its own', [...key].join('\u200b')],
    ['digits of another script', key.replace('51', '\u09eb\u09e7')],
    ['digits of mathematics', key.replace('51', '\u{1d7d3}\u{1d7cf}')],
    ['raised digits', key.replace('51', '\u2075\u00b9')],
  ])('is masked in %s', (_how, written) => {
    startRedaction({ seed: 7, secrets: [key] });
    const script = `<html><script>var s = "${written}";</script></html>`;
    for (const text of [`refused: ${written}!`, script]) {
      expect(redactText(text)).not.toContain(written.slice(-8));
      expect(bodyOf(text)).not.toContain(written.slice(-8));
    }
  });
});

// A pattern with an open end would overflow, and the whole text would be withheld.
test.each(['7', '7 ', '1-22 '])('a card in groups is found behind eight million signs of "%s"', (unit) => {
  startRedaction({ seed: 7, secrets: ['4111111111111111'] });
  const text = `${unit.repeat(Math.ceil(8_000_000 / unit.length))} id 41-11.11 11-111 1-1111`;
  expect(redactText(text).slice(-60)).toMatch(/id 41-11\.11 xx-xxx x-1111$/);
});

test('a card is hidden behind an escape, and none is in forty digits in a row', () => {
  startRedaction({ seed: 7 });
  const forty = `${'9'.repeat(24)}4111111111111111`;
  expect(redactText(`${forty} %204111111111111111`)).toBe(`${forty} %${'x'.repeat(18)}`);
});
