import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redactExchange, redactText } from '../../reports/redact.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { answer, judged } from './hand-made.ts';

vi.mock('../../reports/redact/secret-index.ts', async (original) => ({
  ...(await original<object>()),
  indexedSecretsIn(text: string) {
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

test('an exchange names each step of the suite that failed at it', () => {
  const body = '{"note":"breaks-it"}';
  const { failed } = redactExchange(
    judged({ sent: { body, value: { note: 'breaks-it' } }, received: answer(body) }),
  );
  expect(failed).toEqual([
    'masking sent.body failed (TypeError)',
    'masking received.body failed (TypeError)',
  ]);
  expect(redactExchange(judged({ received: answer('{"note":"plain"}') }))).not.toHaveProperty('failed');
});

test('a run in which masking failed is void, and its evidence is not whole', () => {
  const dir = writeEvidenceFolder([{ received: answer('{"note":"breaks-it"}') }]);
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const statement = JSON.parse(readFileSync(join(dir, 'conformance.json'), 'utf8'));
  expect(statement).toMatchObject({
    result: 'void',
    exitCode: 4,
    keptInPart: [{ why: 'withheld: masking it failed (TypeError)', exchanges: 1 }],
  });
  expect(statement.reasons[0]).toMatch(
    /^the suite itself failed: exchange \w+: masking received\.body failed \(TypeError\)$/,
  );
  expect(verifyEvidence(dir).problems).toMatchObject([
    { kind: 'incomplete', detail: 'masking received.body failed (TypeError)' },
  ]);
  const page = readFileSync(join(dir, 'certificate.html'), 'utf8');
  expect(page).toContain('1 exchange: withheld: masking it failed (TypeError)');
});
