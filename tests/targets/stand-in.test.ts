import { describe, expect, test } from 'vitest';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { standInFor } from '../../targets/stand-in.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { folderWith } from './target-folder.ts';

const secrets = { OUR_KEY: 'a-secret-key-of-the-merchant', OUR_TOKEN: 'a-secret-token-of-the-merchant' };
const file = {
  name: 'real',
  environment: 'sandbox',
  baseUrl: 'https://real.example/gateway',
  merchant: { merchant_id: 'M7', account_id: 'A7' },
  signing: { recipe: 'sha256-concat', fields: ['amount'], key: { env: 'OUR_KEY' } },
  headers: { 'x-api-key': { env: 'OUR_TOKEN' } },
  cards: [
    { card: '4012888888881881', expiration_month: '12', expiration_year: '2035', security_code: '123' },
  ],
  allow: ['reads', 'moves-money'],
  currencies: ['USD'],
  proxy: { server: 'http://proxy.example:3128' },
  notify: { url: 'https://shop.example/notify', port: 4444, host: '0.0.0.0' },
  limits: { requestsPerSecond: 1, amountTotal: '70' },
};
const endpoint: Target = {
  ...loadTarget(embeddedTargetFile(), { CONFORMANCE_MOCK_KEY: 'practice' }),
  baseUrl: 'http://127.0.0.1:7',
};
const standIn = (more: object = {}) =>
  standInFor(loadTarget(`${folderWith({ 'real.json': { ...file, ...more } })}/real.json`, secrets), endpoint);

describe('the target of a rehearsal', () => {
  test('keeps what shapes the requests', () => {
    expect(standIn()).toMatchObject({
      name: 'real',
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:7',
      merchant: file.merchant,
      allow: file.allow,
      currencies: [{ currency: 'USD' }],
      limits: { amountTotal: 70, amountPerRequest: 10, requests: 500, requestsPerSecond: Infinity },
    });
  });

  test('keeps nothing that leads to the target, and no secret', () => {
    const made = standIn();
    expect(JSON.stringify(made)).not.toMatch(/\.example|OUR_|4012888888881881/);
    expect(made.signing.key?.reveal()).toBe('practice');
    expect(made.notify).toEqual({ url: 'http://127.0.0.1:4444/notify', host: '127.0.0.1', port: 4444 });
  });

  test.each([
    ['none', { recipe: 'none' }],
    ['fixed', { recipe: 'fixed', value: { env: 'OUR_KEY' } }],
  ])('signs with the recipe %s where the target does, and shows no value of it', (recipe, signing) => {
    const made = standIn({ signing });
    expect(made.signing.recipe).toBe(recipe);
    expect(made.signing.key?.reveal()).toBe('0'.repeat(64));
  });
});
