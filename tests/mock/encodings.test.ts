import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { type CallOptions, openCaller, signing } from './caller.ts';
import { rightBody } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  // Signatures are checked, so a body that is read differently from what was sent is refused.
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

const ways: readonly (readonly [string, CallOptions])[] = [
  ['JSON', { encoding: 'json' }],
  ['JSON under a form header', { encoding: 'json', contentType: 'application/x-www-form-urlencoded' }],
  ['JSON under an XML header', { encoding: 'json', contentType: 'application/xml' }],
  ['JSON under a plain text header', { encoding: 'json', contentType: 'text/plain' }],
  ['a form with nested JSON', { encoding: 'form', nested: 'json' }],
  ['a form with nested brackets', { encoding: 'form', nested: 'brackets' }],
  ['XML', { encoding: 'xml' }],
  ['XML under a form header', { encoding: 'xml', contentType: 'application/x-www-form-urlencoded' }],
];

describe.each(documentedOperations)('$id', ({ id }) => {
  test.each(ways)('is understood as %s', async (_way, options) => {
    const caller = openCaller(mock.url);
    const { judgement } = await caller.send(id, await rightBody(caller, id), options);
    expect(judgement.findings).toEqual([]);
    expect(judgement.outcome).toBe('accepted');
  });
});
