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
