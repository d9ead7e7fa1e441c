import { beforeEach, describe, expect, test } from 'vitest';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { echoOf, oddTraces, placesOf } from '../e2e/echoed-secrets.ts';
import { writings } from '../e2e/sent-secrets.ts';
import { card, email, key, lastName, signature, token } from './canaries.ts';
import { answer, judged } from './hand-made.ts';

const sent = {
  value: {
    card,
    encryption_data: signature,
    token_id: token,
    shopper_email: email,
    last_name: lastName,
    first_name: 'Ève O’Neill & "Sons"',
    billing_address: 'Große Straße 12/a',
    shopper_phone: '+49 30 5550100',
    birth_date: '17-03-1984',
    billing_postal_code: '977-2740',
    document: '417.705.898-05',
    iban: 'DE89370400440532013000',
    shopper_ip: '192.168.10.77',
  },
};
const kinds = [key, ...Object.values(sent.value)];
const bodies = {
  json: (part: string) => `{${part}}`,
  'odd json': (part: string) => `{ ${part} }`,
  xml: (part: string) => `<respon>${part}</respon>`,
  html: (part: string) => `<!doctype html><html><form>${part}</form></html>`,
};

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

describe.each(Object.entries(placesOf))('a secret that is echoed in %s', (_place, { medium, write }) => {
  const media =
    medium === 'json'
      ? (['json', 'odd json'] as const)
      : medium === 'page'
        ? (['html'] as const)
        : (['xml', 'html'] as const);

  test.each(media)('is masked in a body of %s', (style) => {
    const found = kinds.filter((secret) => {
      const body = bodies[style](write(secret));
      const evidence = JSON.stringify(
        redactExchange(judged({ operation: 'direct-payment', sent, received: answer(body) })),
      );
      const masked = evidence.replaceAll(/\\\\/g, '\\');
      return writings(secret).some((one) => evidence.includes(one) || masked.includes(one));
    });
    expect(found).toEqual([]);
  });
});

test.each([
  ['application/json', '{}'],
  ['application/json', '{ "a" : 1 }'],
  ['text/xml', '<respon></respon>'],
  ['text/html', '<!doctype html><html><form></form></html>'],
])('no secret of an answer of %s that echoes all of them is kept', (type, text) => {
  const body = JSON.stringify(sent.value);
  const echo = echoOf(body, { type, text }, [key], new Set());
  const headers = Object.fromEntries(
    Object.entries(echo.headers).map(([name, value]) => [name, String(value)]),
  );
  const received = { ...answer(echo.text), headers };
  const evidence = JSON.stringify(redactExchange(judged({ operation: 'direct-payment', sent, received })));
  const found = [...kinds.flatMap(writings), ...oddTraces(key)].filter((one) => evidence.includes(one));
  expect(found).toEqual([]);
});
