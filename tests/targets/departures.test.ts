import { describe, expect, test } from 'vitest';
import { judgeWatched } from '../../cli/judge/watched.ts';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { judge } from '../../schemas/judge.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Answer, JsonObject, OperationId } from '../../schemas/types.ts';
import { departuresOf, type RequestOptions, requestOf } from '../../targets/sending/wire-request.ts';
import type { Target } from '../../targets/target.ts';

const merchant = { merchant_id: defaultContext.merchant_id, account_id: defaultContext.account_id };
const target = {
  name: 'test',
  environment: 'sandbox',
  baseUrl: 'https://pay.example',
  merchant,
  encodings: {},
  headers: {},
  limits: { timeoutMs: 1000 },
} as unknown as Target;
const signer = {
  armed: true,
  sign: (body: JsonObject, operation: OperationId) =>
    Buffer.from(`${operation} ${JSON.stringify(Object.entries(body).sort())}`)
      .toString('hex')
      .slice(-64),
};
const received: Answer = { kind: 'answer', status: 500, headers: {}, body: new Uint8Array(), durationMs: 1 };
const origin = { test: 'test', ordinal: 0, seed: 1 };
const { sent: capture } = requestOf(target, signer, 'capture', { ...merchant, capture_orders: [] }, {});

const departs = (body: JsonObject, options: RequestOptions = {}) =>
  requestOf(target, signer, 'capture', body, options).sent.departs ?? [];

describe('what a request does that no schema can see', () => {
  test('is nothing in a plain request', () => {
    expect(capture.departs).toBeUndefined();
  });

  test.each([
    ['another signature', {}, { signature: 'f'.repeat(64) }, ['signature']],
    ['a signature that the body brings', { encryption_data: 'x' }, {}, ['signature']],
    [
      'a signature made of the right one',
      {},
      { signature: (right: string) => right.slice(1) },
      ['signature'],
    ],
    ['the right one, given back', {}, { signature: (right: string) => right }, []],
    ['another merchant', { merchant_id: 'M-unknown' }, {}, ['party']],
    ['another account', { account_id: '' }, {}, ['party']],
    ['XML where JSON is declared', {}, { encoding: 'xml' }, ['body-type']],
    ['JSON as plain text', {}, { contentType: 'text/plain' }, ['body-type']],
    ['JSON under the header of the samples', {}, { contentType: 'application/x-www-form-urlencoded' }, []],
    ['JSON with a charset', {}, { contentType: 'application/json; charset=utf-8' }, []],
    ['other bytes', {}, { rawBody: '{' }, ['body']],
  ] as const)('is told of %s', (_what, change, options, found) => {
    expect(departs({ ...merchant, capture_orders: [], ...change }, options)).toEqual(found);
  });

  test.each([
    ['redirect-payment', 'xml', undefined, []],
    ['redirect-payment', 'json', undefined, []],
    ['redirect-payment', 'form', undefined, ['body-type']],
    ['cancel-subscription', 'xml', 'application/xml', []],
    ['query', 'json', 'application/x-www-form-urlencoded', ['body-type']],
    ['direct-payment', 'form', 'application/x-www-form-urlencoded', []],
    ['direct-payment', 'xml', 'application/xml', []],
  ] as const)(
    'takes %s in %s as %s for what the document leaves open',
    (operation, encoding, contentType, found) => {
      const asked = { operation, value: merchant, encoding, contentType, signature: 'unknown' } as const;
      expect(departuresOf(asked, {})).toEqual(found);
    },
  );

  test('is measured by what the target file names', () => {
    const asked = { operation: 'query', value: merchant, encoding: 'json', signature: 'unknown' } as const;
    const encodings = { query: { encoding: 'json', contentType: 'text/json' } } as const;
    expect(departuresOf({ ...asked, contentType: 'text/json' }, { encodings })).toEqual([]);
    expect(departuresOf({ ...asked, encoding: 'form', contentType: undefined }, { encodings })).toEqual([
      'body-type',
    ]);
  });
});

test('a watched request has the grade of a run, except for the party', () => {
  for (const { id } of documentedOperations) {
    for (const { body, name } of boundaries(id, defaultContext, 5).filter((_, at) => at % 11 === 0)) {
      const { sent } = requestOf(target, signer, id, body, {
        encoding: id.endsWith('h') || id === 'query' ? 'form' : 'json',
      });
      if (sent.departs?.includes('party')) continue;
      const { method, url, headers } = sent;
      const seen = judgeWatched(
        { method, url, headers, body: Buffer.from(sent.body), received, origin },
        { base: 'https://pay.example', isSigned: true },
      );
      if (!('judged' in seen) || seen.judged.exchange.operation !== id) continue;
      const sentGrade = judge({ id: '0', operation: id, sent, received, origin }).request;
      expect([id, name, seen.judged.judgement.request]).toEqual([id, name, sentGrade]);
    }
  }
});
