import { expect, test } from 'vitest';
import { turnedAwayWords } from '../../opening/turned-away.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Client } from '../../targets/client.ts';
import type { Settings } from '../../targets/settings.ts';
import { loadTarget } from '../../targets/target.ts';

const target = loadTarget('targets/mock.json', {});

function answered(outcome: string, status: number, text: string): JudgedExchange {
  return {
    judgement: { outcome, findings: [], answer: text === '' ? undefined : JSON.parse(text) },
    exchange: {
      id: 'a',
      operation: 'query',
      sent: { value: {} },
      received: {
        kind: 'answer',
        status,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(text),
      },
    },
  } as unknown as JudgedExchange;
}

/** What is told of a service that answers a read like this, after it refused a payout like that. */
function told(read: JudgedExchange, last: JudgedExchange, hasTaken = false, allow = target.allow) {
  const client = { send: async () => read } as unknown as Client;
  return turnedAwayWords(
    client,
    { target: { ...target, allow } } as Pick<Settings, 'target'>,
    { hasTaken: () => hasTaken },
    { origin: { test: 't', ordinal: 1 }, last },
  );
}

const quota = answered('refused', 401, '{"error":"quota"}');
const limit = answered('refused', 200, '{"return_status":"9","return_message":"limit reached"}');

test('a read that is refused in the words of the last request tells that everybody is turned away', async () => {
  expect(await told(quota, quota)).toBe('401 application/json, error "quota"');
});

test('so does one that was accepted before', async () => {
  expect(await told(quota, limit, true)).toContain('quota');
});

test('a read that is accepted, that is refused in its own words or that finds nothing does not', async () => {
  expect(
    await told(answered('accepted', 200, '{"return_status":"1","orders_list":[]}'), quota, true),
  ).toBeUndefined();
  expect(await told(limit, quota)).toBeUndefined();
  const nothing = answered('refused', 200, '{"return_status":"4","return_message":"none","orders_list":[]}');
  expect(await told(nothing, quota, true)).toBeUndefined();
});

test('nothing is told where no read may be sent', async () => {
  expect(await told(quota, quota, true, [])).toBeUndefined();
});
