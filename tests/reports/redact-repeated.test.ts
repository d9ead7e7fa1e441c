import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { placeIn } from '../../reports/redact/body-text.ts';
import { classOf } from '../../reports/redact/classes.ts';
import { maskFreeText } from '../../reports/redact/free-text.ts';
import { isCredentialHeader, maskHeaders } from '../../reports/redact/headers.ts';
import { maskName } from '../../reports/redact/leaves.ts';
import { maskOf } from '../../reports/redact/masks.ts';
import { addSecret } from '../../reports/redact/registered.ts';
import { maskRepeatedText } from '../../reports/redact/repeated-text.ts';
import { createScope, mark, type Scope, taint } from '../../reports/redact/scope.ts';
import { maskValue } from '../../reports/redact/values.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { key } from './canaries.ts';
import { answer, judged } from './hand-made.ts';
import { type Draw, drawing, echoed } from './odd-bodies.ts';

const bodyShapes = ['full', 'unicode', 'any', 'long'] as const;

/** Header by header and text by text, as if none of them had ever been met. */
function maskedAnew(headers: Readonly<Record<string, string>>, scope: Scope) {
  const place = { ...placeIn(scope, 'received.headers'), sweeps: true };
  const persons = [...scope.secrets].filter(([secret]) => /^\p{L}{6,}$/u.test(secret));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const open = persons.reduce(
        (shown, [person, mask]) => shown.replaceAll(person.toLowerCase(), mask.toLowerCase()),
        name,
      );
      const shown = maskName(open, place);
      const secret = isCredentialHeader(name) ? 'token' : classOf(name);
      const masked = secret === undefined ? maskFreeText(value, scope) : maskOf(secret, value);
      if (masked !== value || shown !== name) mark(place, shown);
      return [shown, masked];
    }),
  );
}

const usual = [
  'text/html; charset=utf-8',
  'Mon, 01 Jan 2030 10:00:00 GMT',
  'close',
  'https://shop.example/return?order=7',
  'http://127.0.0.1:9/v1/query',
  '5555444433331111',
  '5555 4444 3333 1111',
  'shopper@example.com',
  'card%3D4111111111111111',
  'cvv=123',
  'http://user:pass@shop.example/',
  '4.1.1.1',
  'x',
  '',
];
const names = [
  'date',
  'content-type',
  'location',
  'x-token',
  'server',
  'x-note',
  'retry-after',
  'card',
  'note',
];

/** What a service writes outside of bodies: what is usual there, and what it was sent, in this or that writing. */
function written(secrets: readonly string[], draw: Draw): string {
  const plain = usual[draw(usual.length)] ?? '';
  const secret = secrets[draw(secrets.length)] ?? key;
  const writing = [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    encodeURIComponent(secret),
    `a${secret}1`,
  ];
  return (
    [plain, plain, writing[draw(writing.length)] ?? '', `${plain} ${secret}`, `${secret};${plain}`][
      draw(5)
    ] ?? ''
  );
}

function nameOf(secrets: readonly string[], draw: Draw): string {
  const name = names[draw(names.length)] ?? 'date';
  if (draw(4) > 0) return name;
  return `x-${(secrets[draw(secrets.length)] ?? name).toLowerCase()}-${name}`;
}

test('masks addresses and headers as if it had never met one of them before', () => {
  startRedaction({ seed: 7, secrets: [key] });
  const draw = drawing(4711);
  const scopes = 250;
  let changed = 0;
  for (const [at, shape] of Array.from(
    { length: scopes },
    (_none, at) => [at, bodyShapes[at % 4] ?? 'full'] as const,
  )) {
    if (at === scopes / 2) addSecret('user-agent-of-mine');
    const [request] = sample(validRequest('direct-payment', defaultContext, shape), at, 1);
    const scopeOf = () => {
      const scope = createScope();
      if (at % 5 > 0) maskValue((request?.body ?? null) as JsonValue, placeIn(scope, 'sent.body', true));
      taint(scope);
      return scope;
    };
    const [first, second] = [scopeOf(), scopeOf()];
    const secrets = [...first.secrets.keys(), key, 'user-agent-of-mine'];
    for (let round = 0; round < 10; round += 1) {
      const headers = Object.fromEntries(
        Array.from({ length: 1 + draw(5) }, () => [nameOf(secrets, draw), written(secrets, draw)]),
      );
      const masked = maskHeaders(headers, placeIn(first, 'received.headers'));
      expect(Object.entries(masked)).toEqual(Object.entries(maskedAnew(headers, second)));
      const text = written(secrets, draw);
      for (const kind of ['prose', 'field', 'identifier'] as const) {
        const shown = maskRepeatedText(text, first, kind);
        expect(shown).toBe(maskFreeText(text, second, kind));
        changed += Number(shown !== text);
        const long = `${text} ${'a script. '.repeat(200)}${text}`;
        for (const _time of [1, 2])
          expect(maskRepeatedText(long, first, kind)).toBe(maskFreeText(long, second, kind));
      }
    }
    expect([...first.masked]).toEqual([...second.masked]);
  }
  // Enough was masked and enough was left alone to make the comparison worth anything.
  expect(changed).toBeGreaterThan(scopes * 5);
  expect(changed).toBeLessThan(scopes * 25);
});

test('masks an exchange with a body that it met before as if it had not', () => {
  const draw = drawing(815);
  let echoes = 0;
  for (const [at, shape] of Array.from(
    { length: 60 },
    (_none, at) => [at, bodyShapes[at % 4] ?? 'full'] as const,
  )) {
    const [request] = sample(validRequest('direct-payment', defaultContext, shape), at, 1);
    const value = (request?.body ?? {}) as JsonObject;
    // A value that is written in another way must not be taken for the one that was met.
    const sent = (spaces: number) => ({
      value,
      body: JSON.stringify(value, null, spaces),
      headers: { 'x-sign': `a1b2${at}` },
    });
    const other = { card: '4000000000000002', first_name: `Ingeborg${at}` };
    const said = JSON.stringify(JSON.stringify(echoed(value, draw)));
    const page = answer(
      `<!doctype html><body><script>${'// made by a script\n'.repeat(150)}var inputs = ${said};</script>`,
    );
    const sentOther = { value: other, body: JSON.stringify(other), headers: { 'x-sign': 'c3d4' } };
    const exchanges = [
      judged({ sent: sent(0), received: answer(JSON.stringify(echoed(other, draw))) }),
      judged({ sent: sent(0), received: answer(JSON.stringify(echoed(value, draw))) }),
      judged({ sent: sent(1), received: answer(JSON.stringify(echoed(value, draw))) }),
      judged({ sent: sent(0), received: answer(JSON.stringify(other)) }),
      judged({ sent: sent(0), received: page }),
      judged({ sent: sent(0), received: page }),
      judged({ sent: sentOther, received: page }),
    ];
    const alone = exchanges.map((one) => {
      startRedaction({ seed: 7, secrets: [key] });
      return redactExchange(one);
    });
    startRedaction({ seed: 7, secrets: [key] });
    expect(exchanges.map(redactExchange)).toEqual(alone);
    echoes += alone.filter(({ masked }) => masked.some((place) => place.startsWith('received.body'))).length;
  }
  expect(echoes).toBeGreaterThan(100);
});
