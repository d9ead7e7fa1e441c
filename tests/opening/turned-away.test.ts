import { expect, test } from 'vitest';
import { rewiring } from '../../mock/behaviour.ts';
import { opened } from './opened.ts';

/** Opens at an endpoint that turns the first so many requests of an operation away, and tells what came and what was found. */
async function turnedAway(operation: string, times: number) {
  const asked: string[] = [];
  let all = 0;
  const change = rewiring((wire, { operation: own, request }) => {
    all += 1;
    if (own !== operation) return wire;
    asked.push(String(request.order_no ?? request.request_id));
    return asked.length <= times ? { status: 429, headers: { 'retry-after': '0' }, body: '' } : wire;
  });
  const { report } = await opened({ change }, {}, operation);
  return {
    asked,
    uncounted: all - report.spent.requests,
    step: report.steps.find((one) => one.operation === operation),
  };
}

test.each(['direct-payment', 'redirect-payment', 'payout'])(
  'takes another %s after 429',
  async (operation) => {
    const { asked, step } = await turnedAway(operation, 2);
    expect(step).toMatchObject({ state: 'accepted' });
    expect(step?.cause).toBeUndefined();
    expect(asked.length).toBeGreaterThan(2);
    expect(new Set(asked).size).toBe(asked.length);
  },
);

test.each([
  ['query', 0],
  ['query', 2],
  ['refund-search', 1],
  ['payout', 1],
])('counts all that it sent, with a %s that is turned away %i times', async (operation, times) => {
  expect((await turnedAway(operation, times)).uncounted).toBe(0);
});

test('gives up where 429 comes to the end, and names the limit', async () => {
  const { asked, step } = await turnedAway('direct-payment', 99);
  expect(step).toMatchObject({ state: 'not-accepted', cause: { key: 'limits.requestsPerSecond' } });
  expect(asked.length).toBeLessThan(6);
});
