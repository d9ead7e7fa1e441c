import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTarget } from '../../targets/target.ts';
import { canary, complaintOf, environment, folderWith, sandbox } from './target-folder.ts';

const complain = (content: unknown, more = {}, variables: Record<string, string> = environment) =>
  complaintOf(() =>
    loadTarget(join(folderWith({ 'target.json': content, ...more }), 'target.json'), variables),
  )
    .replace(/\S*\/target\.json/, 'target.json')
    .replace(/\S*\/(\w+\.txt)/, '$1');
const concat = (fields: readonly string[]) => ({
  ...sandbox,
  signing: { recipe: 'sha256-concat', fields, key: { env: 'SANDBOX_KEY' } },
});
const keyFile = { ...sandbox, signing: { recipe: 'hmac-sha256', key: { file: 'key.txt' } } };

const testCard = {
  card: '4111111111111111',
  expiration_month: '12',
  expiration_year: '2030',
  security_code: '123',
};
const paying = { allow: ['reads', 'moves-money'], cards: [testCard] };

test('a header may have any name that HTTP allows', () => {
  expect(complain({ ...sandbox, headers: { X_Tenant: 'a' } })).toBe('no complaint');
});

describe('a target file is refused in one line', () => {
  test.each<[name: string, content: unknown, complaint: string]>([
    [
      'for a blank behind an identifier',
      { ...sandbox, merchant: { merchant_id: 'M1 ', account_id: 'A1' } },
      'target.json: "merchant.merchant_id" must not begin or end with a blank, found "M1 ".',
    ],
    [
      'for a second account that is the first one',
      { ...sandbox, merchant: { merchant_id: 'M1', account_id: 'A1', otherAccountId: 'A1' } },
      'target.json: "merchant.otherAccountId" must be another account than "merchant.account_id", found "A1" for both.',
    ],
    [
      'for a misspelt field of the signature',
      concat(['acount_id', 'order_no']),
      'target.json: "signing.fields[0]" is not a documented field, found "acount_id". Did you mean "account_id"?',
    ],
    [
      'for a fixed signature that is empty',
      { ...sandbox, signing: { recipe: 'fixed', value: '' } },
      'target.json: "signing.value" must not be empty.',
    ],
    [
      'for a signature that goes into itself',
      concat(['order_no', 'encryption_data']),
      'target.json: "signing.fields[1]" must be another field: encryption_data is the signature itself.',
    ],
    [
      'for a signature without a recipe',
      { ...sandbox, signing: {} },
      'target.json: "signing.recipe" is missing (none: 64 zeros. fixed: one value for all requests. sha256-concat: SHA-256 of the named fields in order and then the key. hmac-sha256: HMAC-SHA-256 over name=value pairs in ascending order of name, joined by an ampersand. module: a file of your own).',
    ],
    [
      'for a base address with a path of the document',
      { ...sandbox, baseUrl: 'https://pay.example/gateway/v1/capture/' },
      'target.json: "baseUrl" must end before the paths of the document, found "https://pay.example/gateway/v1/capture/"; leave out "/v1/capture".',
    ],
    [
      'for a header that says the type of the body',
      { ...sandbox, headers: { 'Content-Type': 'text/plain' } },
      'target.json: "headers.Content-Type" is not for this place: "encodings" says it for each operation.',
    ],
    [
      'for one header under two names',
      { ...sandbox, headers: { 'X-Tenant': 'a', 'x-tenant': 'b' } },
      'target.json: "headers.x-tenant" and "headers.X-Tenant" are one header.',
    ],
    [
      'for a name that no header has',
      { ...sandbox, headers: { 'x tenant': 'a' } },
      'target.json: "headers" has a name that is not shown, which is not a header name.',
    ],
    [
      'for a type of bodies that no header can carry',
      { ...sandbox, encodings: { capture: { encoding: 'json', contentType: 'a\r\nb: c' } } },
      'target.json: "encodings.capture.contentType" holds a character that no header can carry, found "a\\r\\nb: c".',
    ],
    [
      'for a layout without its encoding',
      { ...sandbox, encodings: { capture: { contentType: 'text/json' } } },
      'target.json: "encodings.capture.encoding" is missing (How the body is written).',
    ],
    [
      'for an address that is none',
      { ...sandbox, notify: { url: 'https://' } },
      'target.json: "notify.url" must be an http or https address, found "https://".',
    ],
    [
      'for a corridor that is said twice',
      {
        ...sandbox,
        payouts: [
          {
            payment_currency: 'EUR',
            source_currency: 'EUR',
            payment_method: 'SWIFT',
            fields: { payment_currency: 'USD' },
          },
        ],
      },
      'target.json: "payouts[0].fields.payment_currency" is not for this place: "payouts[0].payment_currency" says it.',
    ],
    [
      'for amounts of which none may be sent',
      { ...sandbox, ...paying, currencies: [{ currency: 'EUR', smallest: '50' }] },
      'target.json: "limits.amountPerRequest" must not be below "currencies[0].smallest", found 10 and "50": no payment could be sent.',
    ],
    [
      'for a currency in which nothing can be paid',
      { ...sandbox, currencies: [{ currency: 'EUR', largest: '0.00' }] },
      'target.json: "currencies[0].largest" must be above 0, found "0.00".',
    ],
    [
      'for more requests than a run ever sends',
      { ...sandbox, limits: { requests: 1e300 } },
      'target.json: "limits.requests" must be at most 1000000000, found 1e+300.',
    ],
    [
      'for a pace that no service has',
      { ...sandbox, limits: { requestsPerSecond: 1e300 } },
      'target.json: "limits.requestsPerSecond" must be at most 1000000, found 1e+300.',
    ],
    [
      'for requests of no amount',
      { ...sandbox, limits: { amountPerRequest: '0' } },
      'target.json: "limits.amountPerRequest" must be above 0, found "0".',
    ],
    [
      'for a run of no amount',
      { ...sandbox, limits: { amountTotal: '0.00' } },
      'target.json: "limits.amountTotal" must be above 0, found "0.00".',
    ],
    [
      'for one card with two outcomes',
      { ...sandbox, cards: [testCard, { ...testCard, outcome: 'decline' }] },
      'target.json: "cards[1].outcome" is "decline" and "cards[0].outcome" another one for the same card.',
    ],
    [
      'for a declined card with the code of success',
      { ...sandbox, cards: [{ ...testCard, outcome: 'decline', resultCode: '0000' }] },
      'target.json: "cards[0].resultCode" is "0000", which is the code of success (7.3), and "outcome" is "decline".',
    ],
    [
      'for a header that each connection sets',
      { ...sandbox, headers: { 'Content-Length': '5' } },
      'target.json: "headers.Content-Length" is not for this place: each connection sets it.',
    ],
    [
      'for a header with a line end',
      { ...sandbox, headers: { 'X-Tenant': 'a\r\nX-Other: b' } },
      'target.json: the value of "headers.X-Tenant" holds a character that no header can carry.',
    ],
    [
      'for a header beyond Latin-1',
      { ...sandbox, headers: { 'X-Tenant': 'привет' } },
      'target.json: the value of "headers.X-Tenant" holds a character that no header can carry.',
    ],
    [
      'for a proxy without a scheme',
      { ...sandbox, proxy: { server: 'proxy.example:3128' } },
      'target.json: "proxy.server" must be an address such as http://proxy.example:3128.',
    ],
    [
      'for a password in the address of the proxy',
      { ...sandbox, proxy: { server: `http://bob:${canary}@proxy.example:3128` } },
      'target.json: "proxy.server" must hold no user name or password; "proxy.username" and "proxy.password" say them.',
    ],
    [
      'for a fixed currency that the account does not take',
      { ...sandbox, currencies: ['USD'], fixed: { 'direct-payment': { currency: 'EUR' } } },
      'target.json: "fixed.direct-payment.currency" must be one of "currencies" (USD), found "EUR".',
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

  test('takes one card number with two outcomes where code or expiry tell them apart', () => {
    const others = [{ security_code: '999' }, { expiration_year: '2036' }, { expiration_month: '11' }];
    for (const other of others)
      expect(complain({ ...sandbox, cards: [testCard, { ...testCard, ...other, outcome: 'decline' }] })).toBe(
        'no complaint',
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
      'the environment variable CARDS ("cards" of target.json): "cards" must be an array, found a value that is not shown.',
    );
});
