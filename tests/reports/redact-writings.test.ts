import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  redactExchange,
  redactFinding,
  redactText,
  redactTextOf,
  startRedaction,
} from '../../reports/redact.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { wordsOf } from '../../schemas/findings/words.ts';
import { card, code, key, lastName, signature } from './canaries.ts';
import { answer, finding, judged } from './hand-made.ts';

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

const sent = {
  value: { card, security_code: code, birth_date: '17-03-1984', first_name: 'Ana', last_name: lastName },
};
const everyByte = (text: string, write: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
const percent = (text: string) => everyByte(text, (hex) => `%${hex}`);
const bodyOf = (body: string | Uint8Array) => {
  const { received } = redactExchange(judged({ operation: 'direct-payment', sent, received: answer(body) }));
  return received.kind === 'answer' ? received.body : '';
};

describe('a text of a person that looks as if it were escaped itself', () => {
  const escapedForMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

  test.each([
    [
      'references in a page',
      'Ruk &amp; &lt;Mai&gt; &#65;',
      (name: string) => `<html><title>${escapedForMarkup(name)}</title></html>`,
    ],
    [
      'references in XML',
      'Ruk &amp; &lt;Mai&gt; &#65;',
      (name: string) => `<respon><m>${escapedForMarkup(name)}</m></respon>`,
    ],
    [
      'percent signs in an address',
      'Ruk%41 Mai%42',
      (name: string) => `{"u":"https://x.example/?q=${encodeURIComponent(name)}"}`,
    ],
  ])('%s', (_place, name, write) => {
    const exchange = judged({
      operation: 'direct-payment',
      sent: { value: { ...sent.value, first_name: name } },
      received: answer(write(name)),
    });
    const text = JSON.stringify(redactExchange(exchange));
    for (const part of ['Ruk', 'Mai']) expect(text).not.toContain(part);
  });
});

describe('a text of a person with line ends and tabs', () => {
  const name = 'Yemisi\nOlu\tJe\r\nNwosu';
  const exchange = (body: string) =>
    redactExchange(
      judged({
        operation: 'direct-payment',
        sent: { value: { ...sent.value, first_name: name } },
        received: answer(body),
      }),
    ).received;

  test.each([
    ['a script', (text: string) => `<html><script>var s = "${text}";</script></html>`],
    ['a script inside an attribute', (text: string) => `<html><p onclick='go("${text}")'></p></html>`],
    ['JSON that is cut', (text: string) => `{"a":{"b":"${text}`],
    ['prose', (text: string) => `no such name: "${text}"`],
  ])('is masked as it is escaped in %s', (_where, place) => {
    const written = JSON.stringify(name).slice(1, -1);
    expect(JSON.stringify(exchange(place(written)))).not.toMatch(/Yemisi|Nwosu/);
  });
});

describe('a registered secret', () => {
  const json = (text: string) => `{"note" : "${text}"}`;

  test.each([
    ['percent signs', percent(key)],
    ['percent signs written twice', percent(percent(key))],
    ['percent signs nine deep', percent(key).replaceAll('%', `%${'25'.repeat(9)}`)],
    ['hexadecimal digits', Buffer.from(key).toString('hex')],
    ['capitals', key.toUpperCase()],
    ['reverse', [...key].reverse().join('')],
    ['Base64 behind one sign', Buffer.from(`:${key}`).toString('base64')],
    ['Base64 behind two signs', Buffer.from(`a:${key}b`).toString('base64')],
  ])('is masked when written in %s', (_how, written) => {
    for (const body of [
      written,
      json(written),
      `<respon><x>${written}</x></respon>`,
      `<html>${written}</html>`,
    ])
      expect(bodyOf(body)).not.toContain(written);
  });

  test.each([
    ['numeric entities in HTML text', (text: string) => `<html><p>${text}</p></html>`, 'entity'],
    ['numeric entities in a comment', (text: string) => `<respon><!-- ${text} --></respon>`, 'entity'],
    ['escapes in a script', (text: string) => `<html><script>k="${text}"</script></html>`, 'escape'],
    ['escapes in JSON that is cut', (text: string) => `{"a":{"b":"${text}`, 'escape'],
  ] as const)('is masked in %s', (_where, place, how) => {
    const written = everyByte(key, (hex) => (how === 'entity' ? `&#x${hex};` : `\\u00${hex}`));
    expect(bodyOf(place(written))).not.toContain(written.slice(0, 20));
  });

  test.each([
    ['apostrophe', "it's-a-Key", 'it&apos;s-a-Key'],
    ['bare bracket', 'a>b-a-Key', 'a>b-a-Key'],
  ])('with an %s is masked in XML', (_what, secret, written) => {
    startRedaction({ seed: 7, secrets: [secret] });
    expect(bodyOf(`<respon><x>${written}</x></respon>`)).toMatch(/^<respon><x>secret-\w+<\/x><\/respon>$/);
  });
});

describe('a card number', () => {
  const groups = card.match(/.{4}/g) ?? [];

  test.each(['.', ',', '/', '_', '\n', '\u00A0', '  ', ' - ', '+'])(
    'is masked in groups joined by %j',
    (sign) => {
      expect(redactText(`no ${groups.join(sign)} here`)).not.toContain(groups.join(sign));
    },
  );

  test('is masked in single digits and in full-width digits', () => {
    const wide = card.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    for (const written of [[...card].join(' '), wide])
      expect(redactText(written)).not.toContain(written.slice(9));
  });

  test('of no scheme is left alone in a list of numbers', () => {
    expect(redactText('1000, 2000, 3000, 4008')).toBe('1000, 2000, 3000, 4008');
  });
});

describe('what was sent', () => {
  test.each([
    ['a day in another order', 'born 1984-03-17', '1984'],
    ['a day in an unnamed field', '{"remark":"17-03-1984"}', '1984'],
    ['a name in capitals beside letters', `{"remark":"X${lastName.toUpperCase()}X"}`, lastName.toUpperCase()],
    ['a short name in prose', '<html><p>Dear Ana, thank you</p></html>', 'Ana'],
    ['a short name as a whole value', '{"remark":"Ana"}', 'Ana'],
    ['a security code as a whole value', `<respon><note>${code}</note></respon>`, code],
    ['a card number in Base64', `{"x":"${Buffer.from(card).toString('base64')}"}`, 'NDAwMDA1NjY1NTY2NTU1Ng'],
    ['a card number as an element', `<respon><x${card}>1</x${card}></respon>`, card],
  ])('is masked as %s', (_where, body, trace) => expect(bodyOf(body)).not.toContain(trace));

  test('leaves the short values of documented fields alone', () => {
    const body = JSON.stringify({ amount: code, currency: 'Ana' });
    expect(bodyOf(body)).toBe(body);
  });

  test('is masked in names of headers and of posted fields', () => {
    const received = { ...answer('{}'), headers: { [`x-${key}`]: '1' } };
    const fields = [[card, '1']] as const;
    const page = {
      posted: { method: 'POST', url: 'https://x.example/', fields, afterMs: 1 },
      foreignRequests: [],
      dialogs: [],
      scriptErrors: [],
    };
    const text = JSON.stringify(redactExchange(judged({ sent, received, page })));
    expect([text.includes(card), text.includes(key)]).toEqual([false, false]);
  });
});

describe('bytes that are no plain text', () => {
  const text = `{"note":"card ${card}"}`;
  const wide = Buffer.from(text, 'utf16le');

  test('are masked in UTF-16 without a mark', () => {
    for (const bytes of [wide, Buffer.from(wide).swap16()])
      expect(bodyOf(bytes)).toContain('400005xxxxxx5556');
  });

  test.each([
    ['UTF-32', Buffer.from([...text].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0]))],
    ['packed twice', gzipSync(text)],
  ])('are withheld in %s', (_how, bytes) => {
    expect(bodyOf(bytes)).toMatch(new RegExp(`^\\[${bytes.length} bytes withheld: `));
  });
});

describe('redactFinding', () => {
  test('masks a value that holds the words of a description', () => {
    const { expected } = redactFinding(
      finding({ path: 'beneficiary.first_name', expected: say('as-sent', ['Maria such as Huber']) }),
    );
    expect(expected).toMatch(/^"[A-Z][a-z]{4} [a-z]{4} [a-z]{2} [A-Z][a-z]{4}" \(string\) as sent$/);
  });

  test('masks the values of a finding, and its words are made of them', () => {
    const { values, received } = redactFinding(
      finding({ path: 'shopper_phone', received: sayValue('+49 30 5550100') }),
    );
    const [seen] = values.received.values ?? [];
    expect(seen).toMatchObject({ type: 'string', value: expect.stringMatching(/^\+\d\d 00 0000000$/) });
    expect(received).toBe(wordsOf(values.received));
  });

  test('masks a card number that came as a number', () => {
    const { received } = redactFinding(finding({ path: 'note', received: sayValue(Number(card)) }));
    expect(received).toBe('400005xxxxxx5556 (number)');
  });

  test('masks both halves of a card number where a long value was cut', () => {
    for (const text of [
      `${'-'.repeat(390)} ${card} ${'-'.repeat(300)}`,
      `${'-'.repeat(390)} ${'-'.repeat(200)} ${card} ${'-'.repeat(190)}`,
    ]) {
      const { values } = redactFinding(finding({ path: 'note', received: sayValue(text) }));
      expect(JSON.stringify(values)).not.toMatch(/\d{7}/);
    }
  });

  test('tells two values apart that have one mask', () => {
    const birthDates = (received: string) =>
      redactFinding(
        finding({
          path: 'beneficiary.date_of_birth',
          kind: 'differs',
          expected: say('as-sent', ['1980-01-31']),
          received: sayValue(received),
        }),
      );
    expect(birthDates('1980-01-30').expected).toBe('"1900-01-01" (string) as sent');
    expect(birthDates('1980-01-30').received).toBe('"1900-01-01" (string), another one that is masked alike');
    expect(birthDates('1980/01/30').received).not.toContain('masked alike');
  });

  test('masks the names of an object', () => {
    const masked = redactFinding(finding({ path: 'note', received: sayValue({ [card]: 1 }) }));
    expect(JSON.stringify(masked)).not.toContain(card);
  });

  test('leaves the name of a field and the example of a description', () => {
    const path = 'encryption_data';
    const member = finding({ path, expected: say('member', [], 'encryption_data') });
    const example = finding({
      path: 'birth_date',
      expected: say('such-as', [], 'a birth date as a string', '"1980-01-31"'),
    });
    expect([redactFinding(member).expected, redactFinding(example).expected]).toEqual([
      member.expected,
      example.expected,
    ]);
  });
});

test('redactTextOf masks the secrets of the request in a text about its answer', () => {
  const about = judged({ operation: 'direct-payment', sent: { value: { encryption_data: signature } } });
  expect(redactTextOf(about, `Location /a?q=${signature}`)).toMatch(/^Location \/a\?q=([0-9a-f]{8})\1{7}$/);
});
