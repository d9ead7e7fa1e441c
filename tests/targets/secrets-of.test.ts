import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedOrigins, secretsOf } from '../../targets/file/secrets-of.ts';
import { loadTarget } from '../../targets/target.ts';
import { canary, environment, folderWith, sandbox } from './target-folder.ts';

const card = {
  card: '4000056655665556',
  expiration_month: '12',
  expiration_year: '2030',
  security_code: '917',
};
const basic = Buffer.from('till:pass-word').toString('base64');
const variables = {
  ...environment,
  BEARER: 'Bearer token-1234567',
  BASIC: `Basic ${basic}`,
  PASSWORD: 'proxy-password',
  PASSPHRASE: 'pass phrase',
};
const load = (change: object) =>
  loadTarget(
    join(folderWith({ 't.json': { ...sandbox, ...change }, 'c.pem': 'c', 'k.pem': 'k' }), 't.json'),
    variables,
  );

describe('the secrets of a target', () => {
  test('are its key, cards, credentials with and without their scheme, and passwords', () => {
    const target = load({
      cards: [card],
      headers: { Authorization: { env: 'BEARER' }, 'X-Basic': { env: 'BASIC' }, 'X-Tenant': 'open-tenant' },
      proxy: { server: 'http://proxy.example:1', username: 'till', password: { env: 'PASSWORD' } },
      tls: {
        clientCertificate: { certificateFile: 'c.pem', keyFile: 'k.pem', passphrase: { env: 'PASSPHRASE' } },
      },
    });
    const secrets = secretsOf(target);
    expect(secrets).toEqual(
      expect.arrayContaining([
        ...[canary, card.card, 'Bearer token-1234567', 'token-1234567', `Basic ${basic}`, basic],
        ...['till:pass-word', 'pass-word', 'proxy-password', 'pass phrase'],
      ]),
    );
  });

  test('are no words that are too short, and none of an open header', () => {
    const headers = { 'X-Basic': { env: 'BASIC' }, Accept: 'application/json; q=open-value' };
    const secrets = secretsOf(load({ headers }));
    expect(secrets).not.toContain('till');
    expect(secrets).not.toContain('open-value');
  });
});

test('only the embedded endpoint has a name for its origin', () => {
  expect(namedOrigins(load({}))).toEqual({});
  const embedded = { ...load({}), environment: 'embedded', baseUrl: 'http://127.0.0.1:4321/v/x/' } as const;
  expect(namedOrigins(embedded)).toEqual({ 'http://127.0.0.1:4321': 'embedded' });
});
