import { describe, expect, test } from 'vitest';
import type { Case } from '../../opening/case.ts';
import { unreachable } from '../../opening/causes/no-answer.ts';
import { causeChecks } from '../../opening/causes/registry.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';

const target = loadTarget('targets/mock.json', {});
const sent = '{"merchant_id":"100000001","note":"a \\"note\\" of ours"}';

/** A payment that is answered so, whoever asks. */
function caseOf(received: object): Case {
  const main = {
    judgement: { outcome: 'refused', findings: [] },
    exchange: {
      id: 'a',
      operation: 'direct-payment',
      sent: {
        url: 'https://pay.example/gw/v1/authorise',
        body: sent,
        headers: {},
        value: { currency: 'EUR', amount: '1.00' },
      },
      received,
    },
  } as unknown as JudgedExchange;
  return {
    operation: 'direct-payment',
    main,
    others: [],
    target,
    accepted: new Set(),
    refused: [main],
    isShownLater: false,
    checksElsewhere: async () => undefined,
    twin: async () => main,
  };
}
const answered = (status: number, text: string, type = 'application/json') =>
  caseOf({ kind: 'answer', status, headers: { 'content-type': type }, body: Buffer.from(text) });

async function causeOf(one: Case) {
  for (const { kind, explain } of causeChecks) {
    const found = await explain(one);
    if (found !== undefined) return { kind, ...found };
  }
  return undefined;
}

describe('what answers everybody alike', () => {
  test.each([
    [200, ''],
    [204, ''],
    [200, 'OK'],
    [200, 'null'],
    [200, '{"status":"ok"}'],
    [200, '{"errors":[{"message":"Must provide query string."}]}'],
    [406, '{"error":"Not Acceptable"}'],
    [413, 'too large'],
  ])('is no service without a word of the interface: %i %s', async (status, text) => {
    expect(await causeOf(answered(status, text, 'text/plain'))).toMatchObject({
      kind: 'not-the-service',
      key: 'baseUrl',
      says: 'every caller gets the same answer at baseUrl, and it is not one of the interface',
    });
  });

  test.each([sent, JSON.stringify({ data: sent, args: {} })])('is an echo: %s', async (text) => {
    expect(await causeOf(answered(200, text))).toMatchObject({
      kind: 'not-the-service',
      says: 'the program at baseUrl echoes every request',
    });
  });

  test.each([
    [200, '{"return_status":"2003","return_message":"denied"}'],
    [200, '{"code":"17","message":"denied"}'],
    [200, 'bad signature'],
    [400, ''],
    [401, '{"error":"unauthorized"}'],
    [403, '<html><title>403 Forbidden</title></html>'],
  ])('and says so as a service does, does not know the caller: %i %s', async (status, text) => {
    expect((await causeOf(answered(status, text, 'text/plain')))?.kind).toBe('signing');
  });
});

describe('an answer that cannot be read', () => {
  test.each([
    [
      'reset',
      'HPE_INVALID_CONSTANT Parse Error: Expected HTTP/',
      'what listens at https://pay.example does not speak HTTP',
    ],
    [
      'reset',
      'HPE_INVALID_CHUNK_SIZE Parse Error: Invalid character in chunk size',
      'the answer of https://pay.example breaks the rules of HTTP',
    ],
    [
      'reset',
      "failed to decompress 'gzip' encoding: incorrect header check",
      'the answer of https://pay.example breaks the rules of HTTP',
    ],
    [
      'reset',
      'HPE_HEADER_OVERFLOW Parse Error: Header overflow',
      expect.stringMatching(
        /^the answer of https:\/\/pay\.example has more headers than this suite reads \(\d+ bytes in all\)$/,
      ),
    ],
    [
      'too-large',
      'more than 4194304 bytes',
      'the answer of https://pay.example is too large to be read (more than 4194304 bytes)',
    ],
    [
      'reset',
      'ECONNRESET socket hang up',
      'https://pay.example takes the connection and gives no whole answer (reset)',
    ],
  ])('is told from a service that is away (%s, %s)', async (reason, detail, says) => {
    expect(await unreachable(caseOf({ kind: 'none', reason, detail }))).toMatchObject({
      key: 'baseUrl',
      says,
    });
  });
});
