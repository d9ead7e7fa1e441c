import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTarget } from '../../targets/target.ts';
import { canary, complaintOf, environment, folderWith, sandbox } from './target-folder.ts';

const complain = (content: unknown, more = {}, variables: Record<string, string> = environment) =>
  complaintOf(() =>
    loadTarget(join(folderWith({ 'target.json': content, ...more }), 'target.json'), variables),
  )
    .replace(/^\S*target\.json/, 'target.json')
    .replace(/\S*\/(\w+\.txt)/, '$1');
const concat = (fields: readonly string[]) => ({
  ...sandbox,
  signing: { recipe: 'sha256-concat', fields, key: { env: 'SANDBOX_KEY' } },
});
const keyFile = { ...sandbox, signing: { recipe: 'hmac-sha256', key: { file: 'key.txt' } } };

describe('a target file is refused in one line', () => {
  test.each<[name: string, content: unknown, complaint: string]>([
    [
      'for a blank behind an identifier',
      { ...sandbox, merchant: { merchant_id: 'M1 ', account_id: 'A1' } },
      'target.json: "merchant.merchant_id" must not begin or end with a blank, received "M1 ".',
    ],
    [
      'for a second account that is the first one',
      { ...sandbox, merchant: { merchant_id: 'M1', account_id: 'A1', otherAccountId: 'A1' } },
      'target.json: "merchant.otherAccountId" must be another account than "merchant.account_id", received "A1" for both.',
    ],
    [
      'for a misspelt field of the signature',
      concat(['acount_id', 'order_no']),
      'target.json: "signing.fields[0]" is no documented field, received "acount_id". Did you mean "account_id"?',
    ],
    [
      'for a header that each connection sets',
      { ...sandbox, headers: { 'Content-Length': '5' } },
      'target.json: "headers.Content-Length" is not for this place: each connection sets it.',
    ],
    [
      'for a header with a line end',
      { ...sandbox, headers: { 'X-Tenant': 'a\r\nX-Other: b' } },
      'target.json: the value of "headers.x-tenant" holds a character that no header can carry.',
    ],
    [
      'for a header beyond Latin-1',
      { ...sandbox, headers: { 'X-Tenant': 'привет' } },
      'target.json: the value of "headers.x-tenant" holds a character that no header can carry.',
    ],
    [
      'for a proxy without a scheme',
      { ...sandbox, proxy: { server: 'proxy.example:3128' } },
      'target.json: "proxy.server" must be an address such as http://proxy.example:3128, received "proxy.example:3128".',
    ],
    [
      'for a password in the address of the proxy',
      { ...sandbox, proxy: { server: `http://bob:${canary}@proxy.example:3128` } },
      'target.json: "proxy.server" must hold no user name or password; "proxy.username" and "proxy.password" say them.',
    ],
    [
      'for a fixed currency that the account does not take',
      { ...sandbox, currencies: ['USD'], fixed: { 'direct-payment': { currency: 'EUR' } } },
      'target.json: "fixed.direct-payment.currency" must be one of "currencies" (USD), received "EUR".',
    ],
    ['for being empty', '', 'target.json: the file is empty.'],
  ])('%s', (_name, content, complaint) => {
    expect(complain(content)).toBe(complaint);
  });

  test('for its two bytes per character', () => {
    const file = join(folderWith({}), 'target.json');
    writeFileSync(file, Buffer.from(JSON.stringify(sandbox), 'utf16le'));
    expect(complaintOf(() => loadTarget(file, environment))).toBe(
      `${file}: the bytes are not UTF-8: save the file as UTF-8.`,
    );
  });

  test('takes the names of every documented field into a signature', () => {
    expect(
      complain(concat(['merchant_id', 'recurring_id', 'request_id', 'capture_orders', 'beneficiary'])),
    ).toBe('no complaint');
  });
});

describe('a secret', () => {
  test('that is empty is told from one that is not set', () => {
    const needs = 'target.json: "signing.key" needs the environment variable SANDBOX_KEY, which is';
    expect(complain(sandbox, {}, {})).toBe(`${needs} not set.`);
    expect(complain(sandbox, {}, { SANDBOX_KEY: '' })).toBe(`${needs} empty.`);
    expect(complain(sandbox, {}, { SANDBOX_KEY: ' \n' })).toBe(`${needs} empty.`);
  });

  test('is read without the mark that some editors write before it', () => {
    const folder = folderWith({ 'target.json': keyFile, 'key.txt': `\uFEFF${canary}\r\n` });
    expect(loadTarget(join(folder, 'target.json'), {}).signing.key?.reveal()).toBe(canary);
  });

  test('that is no first line of text is named by its file', () => {
    const needs = 'target.json: "signing.key" needs the file key.txt,';
    expect(complain(keyFile, { 'key.txt': `\n${canary}\n` })).toBe(`${needs} whose first line is empty.`);
    expect(complain(keyFile, { 'key.txt': `${[...canary].join('\0')}\0` })).toBe(
      `${needs} which holds no text of one byte per character: save it as UTF-8.`,
    );
  });
});

test('a list of cards that is a single number is refused without its digits', () => {
  const cards = { ...sandbox, cards: { env: 'CARDS' } };
  for (const text of ['4111111111111111', '"4111111111111111"', '{"card":"4111111111111111"}'])
    expect(complain(cards, {}, { ...environment, CARDS: text })).toBe(
      'target.json: what "cards" names: "cards" must be array, received a value that is not shown.',
    );
});
