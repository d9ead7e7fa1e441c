import { describe, expect, test } from 'vitest';
import { isSameAnswer } from '../../opening/answer-words.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';

function answered(status: number, body: string, value: JsonObject = {}): JudgedExchange {
  const operation = 'refund';
  return {
    exchange: {
      id: 'x',
      operation,
      sent: {
        method: 'POST',
        url: 'http://localhost/v1/refund',
        headers: {},
        body: '',
        encoding: 'json',
        value,
        signed: true,
        intent: 'valid',
      },
      received: { kind: 'answer', status, headers: {}, body: Buffer.from(body), durationMs: 1 },
      origin: { test: 't', ordinal: 0, seed: 1 },
    },
    judgement: {
      exchange: 'x',
      operation,
      outcome: 'refused',
      request: 'complete',
      findings: [],
      exercised: [],
      observations: [],
    },
  };
}

describe('two answers', () => {
  test('are the same when only ids, dates and amounts differ', () => {
    expect(
      isSameAnswer(
        answered(200, '{"code":"1006","order":"A-77","trace":"8f2k1l9q0z","at":"2026-11-21T20:00:01Z"}', {
          order_no: 'A-77',
        }),
        answered(200, '{"code":"1006","order":"B-78","trace":"p0o9i8u7y6","at":"2026-11-21T20:00:02Z"}', {
          order_no: 'B-78',
        }),
      ),
    ).toBe(true);
  });

  test('differ by a short code', () => {
    expect(isSameAnswer(answered(200, '{"code":"1006"}'), answered(200, '{"code":"1008"}'))).toBe(false);
  });

  test('differ by status', () => {
    expect(isSameAnswer(answered(401, ''), answered(403, ''))).toBe(false);
  });
});
