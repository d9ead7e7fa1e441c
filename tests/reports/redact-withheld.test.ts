import { brotliCompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { redactExchange, redactText } from '../../reports/redact.ts';
import { answer, judged } from './hand-made.ts';

vi.mock('../../reports/redact/registered.ts', async (original) => ({
  ...(await original<object>()),
  registeredIn(text: string) {
    if (text.includes('breaks-it')) throw new TypeError(`cannot read ${text}`);
    return [];
  },
}));

test('a text that cannot be masked is withheld with its size and the kind of error', () => {
  expect(redactText('breaks-it!')).toBe('[10 bytes withheld: masking it failed (TypeError)]');
});

test('a judgement and names that cannot be masked are withheld, and nothing else', () => {
  const observations = [
    { clause: '7.8/x', operation: 'refund', fingerprint: 'breaks-it', detail: 'plain' },
  ] as const;
  const evidence = redactExchange(
    judged({ received: answer('{"a":{"breaks-it":1}}'), judgement: { observations } }),
  );
  expect(evidence.judgement.observations).toMatchObject([
    { fingerprint: expect.stringMatching(/^\[9 bytes withheld/), detail: 'plain' },
  ]);
  expect(JSON.stringify(evidence)).not.toContain('breaks-it');
});

test('an exchange that cannot be masked is kept without what failed', () => {
  const body = '{"note":"breaks-it"}';
  const evidence = redactExchange(
    judged({ sent: { body, value: { note: 'breaks-it' } }, received: answer(body) }),
  );
  const withheld = '[20 bytes withheld: masking it failed (TypeError)]';
  expect(evidence).toMatchObject({
    sent: { body: withheld, value: withheld, shortened: { length: 20 } },
    received: { status: 200, body: withheld, shortened: { length: 20 } },
  });
  expect(JSON.stringify(evidence)).not.toContain('breaks-it');
});

const packed = (body: Uint8Array) => {
  const received = answer(body, 200, 'application/xml; charset=ISO-8859-1');
  return redactExchange(
    judged({ received: { ...received, headers: { ...received.headers, 'content-encoding': 'br' } } }),
  );
};

test('text of one-byte letters is kept although its answer came packed', () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><respon><order_no>Ö-1</order_no></respon>';
  expect(packed(Buffer.from(xml, 'latin1'))).toMatchObject({ received: { body: xml, charset: 'latin1' } });
});

test('bytes that are still packed are withheld', () => {
  const bytes = brotliCompressSync(Buffer.from('<respon><card>4000056655665556</card></respon>'.repeat(9)));
  expect(packed(bytes)).toMatchObject({
    received: { body: expect.stringContaining('its content coding is not undone') },
  });
});
