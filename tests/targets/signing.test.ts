import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import type { Signing } from '../../targets/target.ts';
import { folderWith } from './target-folder.ts';

const body = {
  order_no: '1',
  amount: '12.00',
  merchant_id: 'M',
  nested: { b: '2', a: ['1'] },
  checkout_time: 3,
  note: null,
};
const key = { shown: '$KEY', reveal: () => 'key' };
const signerOf = (signing: Partial<Signing> & Pick<Signing, 'recipe'>) =>
  createSigner({ signing: { fields: [], uppercase: false, ...signing } });
const signatureOf = async (signing: Partial<Signing> & Pick<Signing, 'recipe'>, value = body) =>
  (await signerOf(signing)).sign(value, 'refund');

describe('createSigner', () => {
  test('writes 64 zeros and one fixed value where no key is known', async () => {
    expect(await signatureOf({ recipe: 'none' })).toBe('0'.repeat(64));
    expect(await signatureOf({ recipe: 'fixed', key: { shown: 'abc', reveal: () => 'abc' } })).toBe('abc');
  });
  test('is armed only where a signer knows a key', async () => {
    const folder = folderWith({ 'sign.mjs': 'export const sign = () => "x";' });
    const recipes = [
      await signerOf({ recipe: 'none' }),
      await signerOf({ recipe: 'fixed', key }),
      await signerOf({ recipe: 'sha256-concat', fields: ['a'], key }),
      await signerOf({ recipe: 'hmac-sha256', key }),
      await signerOf({ recipe: 'module', module: join(folder, 'sign.mjs') }),
    ];
    expect(recipes.map(({ armed }) => armed)).toEqual([false, false, true, true, true]);
  });
  test('joins named fields in order and then the key', async () => {
    const expected = createHash('sha256').update('M112.003{"b":"2","a":["1"]}key').digest('hex');
    const fields = [
      'merchant_id',
      'order_no',
      'amount',
      'absent',
      'note',
      'checkout_time',
      'nested',
      'toString',
    ];
    expect(await signatureOf({ recipe: 'sha256-concat', fields, key })).toBe(expected);
  });
  test('joins pairs in ascending order of name without the signature', async () => {
    const text = 'amount=12.00&checkout_time=3&merchant_id=M&nested={"b":"2","a":["1"]}&note=&order_no=1';
    const expected = createHmac('sha256', 'key').update(text).digest('hex');
    expect(await signatureOf({ recipe: 'hmac-sha256', key })).toBe(expected);
    expect(
      await signatureOf({ recipe: 'hmac-sha256', key }, { ...body, encryption_data: 'x' } as typeof body),
    ).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });
  test('writes upper-case digits on request', async () => {
    expect(await signatureOf({ recipe: 'hmac-sha256', key, uppercase: true })).toMatch(/^[0-9A-F]{64}$/);
  });
  test('calls a module with a copy of the body and the operation', async () => {
    const source =
      'export function sign(body, operation) { delete body.order_no; return operation + body.amount; }';
    const module = join(folderWith({ 'sign.mjs': source }), 'sign.mjs');
    const value = { ...body };
    expect(await signatureOf({ recipe: 'module', module }, value)).toBe('refund12.00');
    expect(value.order_no).toBe('1');
  });
  test.each([
    ['there is none', undefined, /there is no file \S+sign\.mjs\.$/],
    ['it does not parse', 'export const sign = (', /cannot be loaded/],
    ['it exports no function', 'export const sign = "x";', /exports no function "sign"/],
  ])('complains about a module when %s', async (_name, source, complaint) => {
    const module = join(folderWith(source === undefined ? {} : { 'sign.mjs': source }), 'sign.mjs');
    await expect(signerOf({ recipe: 'module', module })).rejects.toThrow(complaint);
    await expect(signerOf({ recipe: 'module', module })).rejects.toBeInstanceOf(ConfigurationError);
  });
  test('takes no folder, device or pipe for a module, which might never end', async () => {
    for (const module of [folderWith({}), '/dev/zero'])
      await expect(signerOf({ recipe: 'module', module })).rejects.toThrow(`${module} is not a plain file.`);
  });
  test('says what a module throws, in one line', async () => {
    const source = 'export const sign = () => { throw new Error("the vault is sealed\\nsince noon"); };';
    const module = join(folderWith({ 'sign.mjs': source }), 'sign.mjs');
    const signed = signatureOf({ recipe: 'module', module });
    await expect(signed).rejects.toThrow(/sign\(\) of \S+sign\.mjs failed: the vault is sealed$/);
    await expect(signed).rejects.toBeInstanceOf(ConfigurationError);
  });
  test('shows no words of a module that repeat what was to be signed', async () => {
    const source =
      'export const sign = (body) => { throw new Error("cannot sign " + JSON.stringify(body)); };';
    const module = join(folderWith({ 'sign.mjs': source }), 'sign.mjs');
    const signed = signatureOf({ recipe: 'module', module }, { ...body, order_no: 'order-4111111111111111' });
    await expect(signed).rejects.toThrow(/failed: its words repeat what was to be signed and are not shown$/);
  });
  test.each([
    ['no key hunter2-SECRET-42 for m1', 'no key *** for m1'],
    ["HMAC key='a1b2c3d4e5f6' is too short", "HMAC key='***' is too short"],
    [
      "ENOENT: no such file or directory, open '/keys/rsa2048.pem'",
      "ENOENT: no such file or directory, open '/keys/rsa2048.pem'",
    ],
  ])('shows no word of a module that looks like a key: %s', async (said, shown) => {
    const source = `export const sign = () => { throw new Error(${JSON.stringify(said)}); };`;
    const module = join(folderWith({ 'sign.mjs': source }), 'sign.mjs');
    await expect(signatureOf({ recipe: 'module', module })).rejects.toThrow(`failed: ${shown}`);
  });
  test('lets no module end the process', async () => {
    const source = 'export const sign = () => process.exit(0);';
    const module = join(folderWith({ 'sign.mjs': source }), 'sign.mjs');
    const signed = signatureOf({ recipe: 'module', module });
    await expect(signed).rejects.toThrow(/failed: it called process\.exit instead of returning a signature$/);
    await expect(signed).rejects.toBeInstanceOf(ConfigurationError);
  });
  test('finds a repeated value behind a member without one', async () => {
    const source = 'export const sign = (body) => { throw new Error("cannot sign " + body.nested.b); };';
    const module = join(folderWith({ 'sign.mjs': source }), 'sign.mjs');
    const signed = signatureOf({ recipe: 'module', module }, { ...body, nested: { b: 'secret', a: [] } });
    await expect(signed).rejects.toThrow(/failed: its words repeat what was to be signed and are not shown$/);
  });
  test('complains about a module that returns no text', async () => {
    const module = join(folderWith({ 'sign.mjs': 'export const sign = async () => "x";' }), 'sign.mjs');
    await expect(signatureOf({ recipe: 'module', module })).rejects.toThrow(
      /must return text, found a promise/,
    );
  });
  test('complains about a missing key', async () => {
    await expect(signerOf({ recipe: 'hmac-sha256' })).rejects.toThrow(
      '"signing.key" is missing for this recipe.',
    );
  });
});
