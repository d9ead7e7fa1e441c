import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maskedTargetFile, maskedText } from '../../targets/file/masked-target.ts';
import { keyContentAt } from '../../targets/file/target-breach.ts';
import { readCertificationFile } from '../../targets/file/target-file.ts';
import { acquirerTargetFile } from '../../targets/settings.ts';
import { complaintOf, folderWith, sandbox } from './target-folder.ts';

const masked = (content: unknown) => maskedTargetFile(join(folderWith({ 'a.json': content }), 'a.json'));
const secrets = {
  cards: [
    { card: '4000056655665556', expiration_month: '12', expiration_year: '2030', security_code: '917' },
  ],
  signing: { recipe: 'fixed', value: 'fixed-signature-value' },
  fixed: { '*': { shopper_email: 'a.person@shop.example', 'shopper.phone': '+1 555 0100', note: 'open' } },
  notify: { url: 'https://user:pass@notify.example/?token=tok-123456&x=1' },
  proxy: { server: 'http://proxy.example:1', username: 'proxy-user', password: { env: 'PROXY_PASSWORD' } },
};

describe('a masked target file', () => {
  test('shows no card, credential, fixed signature or personal data', () => {
    const { text } = masked({ ...sandbox, ...secrets });
    for (const secret of [
      ...['4000056655665556', '917', 'fixed-signature-value', 'a.person@shop.example'],
      ...['user:pass', 'tok-123456', 'proxy-user'],
    ])
      expect(text).not.toContain(secret);
    for (const open of ['400005xxxxxx5556', 'PROXY_PASSWORD', 'https://sandbox.example/gateway/', '"open"'])
      expect(text).toContain(open);
  });

  test('shows numbers, switches and what is left empty as they are written', () => {
    const open = {
      limits: { requests: 7 },
      capabilities: { payout: false },
      fixed: { payout: { reason: null } },
    };
    const { text } = masked({ ...sandbox, ...secrets, ...open });
    expect(JSON.parse(text)).toMatchObject(open);
  });

  test('shows where cards lie that it does not hold, and how it signs', () => {
    const { text } = masked({ ...sandbox, ...secrets, cards: { file: 'cards.json' } });
    expect(JSON.parse(text)).toMatchObject({ cards: { file: 'cards.json' }, signing: { recipe: 'fixed' } });
  });

  test('has one digest whatever its secrets are, and another for another address', () => {
    const other = { ...secrets, signing: { recipe: 'fixed', value: 'another-value' } };
    const first = masked({ ...sandbox, ...secrets });
    expect(masked({ ...sandbox, ...other }).sha256).toBe(first.sha256);
    expect(masked({ ...sandbox, ...secrets, baseUrl: 'https://other.example' }).sha256).not.toBe(
      first.sha256,
    );
  });

  test('shows of the cards of a target file that comes with the suite no whole number', () => {
    const { text } = maskedTargetFile(acquirerTargetFile('test-cards'));
    expect(text).toContain('xxxxxx');
    expect(text.match(/(?<!\d)\d{13,19}(?!\d)/g)).toBeNull();
  });
});

test.each([
  ['paid with 4000 0566 5566 5556 today', 'paid with 400005xxxxxx5556 today'],
  ['order 1234567890123', 'order 1234567890123'],
  ['https://a.example/x?key=abc#top', 'https://a.example/x?key=(masked)#top'],
])('maskedText makes of %j %j', (text, shown) => {
  expect(maskedText(text)).toBe(shown);
});

describe('a certification file', () => {
  const read = (content: unknown) => {
    const file = join(folderWith({ 'c.json': content }), 'c.json');
    return { file, content: () => readCertificationFile(file) };
  };
  test('gives what it states, without the address of its schema', () => {
    const content = {
      $schema: './x.json',
      vendor: 'Acquirer',
      product: { version: '4' },
      validUntil: '2027-12-31',
    };
    const { $schema: _, ...stated } = content;
    expect(read(content).content()).toEqual(stated);
  });

  test.each([
    [{ vendr: 'x' }, '"vendr" is not a known key. Did you mean "vendor"?'],
    [{ validUntil: '2027-02-30' }, '"validUntil" must be a real date'],
    [{ vendor: '' }, '"vendor" must not be empty'],
    [{ tester: { name: 7 } }, '"tester.name" must be a string, found 7.'],
    ['{', 'c.json'],
  ])('is refused in one line: %j', (content, message) => {
    expect(complaintOf(read(content).content)).toContain(message);
  });
});

test('a key without a mark in the schema is masked as values of requests', () => {
  const { text } = masked({ ...sandbox, newKey: { shopper_email: 'a.person@shop.example', plain: 'x' } });
  expect(text).not.toContain('a.person@shop.example');
  expect(keyContentAt(['newKey'])).toBe('requests');
  expect(keyContentAt(['signing', 'recipe'])).toBe('words');
  expect(keyContentAt(['limits', 'requests'])).toBe('words');
});
