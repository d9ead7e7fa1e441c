import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import {
  bodiesWithSecrets,
  card,
  code,
  email,
  firstName,
  key,
  lastName,
  leaks,
  query,
  secrets,
  token,
} from './canaries.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { answer, finding, judged, type Parts } from './hand-made.ts';
import { textIn } from './packed-text.ts';

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

test.each(bodiesWithSecrets)('finds the canaries in %s before masking', (style, body) => {
  const hidden = ['XML with entities', 'JSON with escapes', 'XML cut by a comment', 'prose'];
  expect(leaks(body).length).toBeGreaterThan(hidden.includes(style) ? -1 : 0);
});

describe('redactExchange', () => {
  const sent = {
    operation: 'direct-payment',
    sent: { value: { ...secrets, items: `1#,#${card}#,#1.00#,#1` } },
  } as const;

  test.each(bodiesWithSecrets)('leaves no canary in an answer of %s', (_style, body) => {
    const evidence = redactExchange(judged({ ...sent, received: answer(body) }));
    expect(leaks(evidence)).toEqual([]);
  });

  test.each(bodiesWithSecrets)('leaves no canary in a request of %s', (_style, body) => {
    expect(leaks(redactExchange(judged({ sent: { body, value: secrets } })))).toEqual([]);
  });

  test('leaves no canary in addresses, headers, page and texts', () => {
    const evidence = redactExchange(
      judged({
        ...sent,
        sent: {
          ...sent.sent,
          url: `https://user:${token}@sandbox.example/v1/authorise?card=${card}&e=${email}`,
          headers: {
            authorization: `Bearer ${token}`,
            'x-note': `key ${key}`,
            cookie: `a=${token}`,
            location: `/pay?security_code=${code}`,
          },
        },
        page: {
          posted: {
            method: 'POST',
            url: `https://x.example/?security_code=${code}`,
            fields: [...Object.entries(secrets), ['allParams', query], ['goodsInfo', `1#,#${card}#,#1#,#1`]],
            afterMs: 3,
          },
          foreignRequests: [`GET https://t.example/?card=${card}`],
          dialogs: [`Dear ${firstName}`],
          scriptErrors: [`bad value ${email}`],
        },
        judgement: {
          findings: [
            finding({ path: 'card', received: sayValue(card), expected: say('as-sent', [card]) }),
            finding({ path: 'security_code', received: sayValue(code) }),
            finding({ path: 'security_code', received: sayValue(Number(code)) }),
            finding({ path: 'note', received: sayValue(`${firstName.repeat(9)} ${'-'.repeat(900)}`) }),
            finding({ path: 'remark', received: sayValue(`${'-'.repeat(390)} ${card} ${'-'.repeat(300)}`) }),
            finding({
              path: 'first_name',
              received: sayValue(`${firstName} of ${lastName}`),
              message: `${lastName} came back`,
            }),
          ],
          observations: [
            {
              clause: '7.8/x',
              operation: 'refund',
              fingerprint: `saw "${code}"`,
              detail: `Mr ${lastName}, ${email}`,
            },
          ],
        },
      }),
    );
    expect(leaks(evidence).filter((leak) => leak !== firstName)).toEqual([]);
    expect(JSON.stringify(evidence.page)).not.toContain(firstName);
    expect(evidence.judgement.findings.map((one) => one.received)).toEqual([
      '"400005xxxxxx5556" (string)',
      '"xxxx" (string)',
      '0 (number)',
      expect.stringMatching(/ \(string of 1036 characters\)$/),
      expect.stringMatching(/^"-+…-+" \(string of 708 characters\)$/),
      expect.stringMatching(/^"[A-Z][a-z ]+[A-Z][a-z]+" \(string\)$/),
    ]);
  });

  test('leaves no canary when there is no answer', () => {
    const received = {
      kind: 'none',
      reason: 'reset',
      detail: `POST failed: card=${card}, ${key}`,
      durationMs: 1,
    } as const;
    expect(leaks(redactExchange(judged({ ...sent, received })))).toEqual([]);
  });

  test('leaves no canary in UTF-16 and in bytes that are no UTF-8', () => {
    const text = `{"card":"${card}"}`;
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const odd = Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
    const [first, second] = [wide, odd].map((bytes) => redactExchange(judged({ received: answer(bytes) })));
    expect(leaks([first, second])).toEqual([]);
    expect([first?.received, second?.received]).toMatchObject([
      { charset: 'utf-16le' },
      { charset: 'latin1' },
    ]);
  });
});

describe('written files', () => {
  const leaking: readonly Parts[] = bodiesWithSecrets.flatMap(([, body]) => [
    {
      operation: 'direct-payment',
      sent: { value: secrets, signed: true },
      received: answer(body, 200, 'text/xml'),
    },
    { sent: { body, intent: 'odd' }, received: answer(body) },
  ]);

  test('of a run hold no canary', () => {
    const dir = writeEvidenceFolder(leaking);
    const found = readdirSync(dir).flatMap((name) =>
      leaks(textIn(join(dir, name))).map((leak) => `${name}: ${leak}`),
    );
    expect(readdirSync(dir).sort()).toEqual([
      'SHA256SUMS',
      'certificate.html',
      'conformance.json',
      'exchanges.ndjson.gz',
      'matrix.html',
    ]);
    expect(found).toEqual([]);
    rmSync(dir, { recursive: true });
  });
});
