import { describe, expect, test } from 'vitest';
import { embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { loseAnswers, type WayName, ways } from './lossy-service.ts';
import { openedAt, served } from './opened.ts';

/** Tells the requests of each operation that moves money. */
const moving = {
  'direct-payment': (path: string, body: string) => path.endsWith('/authorise') && !isApm(body),
  'apm-payment': (path: string, body: string) => path.endsWith('/authorise') && isApm(body),
  'redirect-payment': at('checkout'),
  capture: at('capture'),
  review: at('review'),
  cancel: at('cancel'),
  refund: at('refund'),
  payout: at('payout'),
  'cancel-subscription': at('cancelsubscription'),
} as const;

function at(name: string) {
  return (path: string) => path.endsWith(`/${name}`);
}

function isApm(body: string) {
  return body.includes('payment_method');
}

const { limits } = readSettings({ CONFORMANCE_TARGET: embeddedTargetFile() }).target;
/** Only what never answers is given up early, and not so early that a busy machine counts as silent. */
const patienceFor = (way: WayName) => ({
  limits: { ...limits, timeoutMs: way === 'no answer' ? 6_000 : 20_000 },
  // Where results settle later, what is refused is asked for again.
  ...(!way.startsWith('a refusal') && { settle: { longestMs: 40 } }),
});
/** Ways in which all operations are asked for, and not the one alone. */
const wholly: readonly WayName[] = ['a reset', 'an empty 202', 'half a body'];

const all =
  'direct-payment,apm-payment,redirect-payment,capture,review,cancel,refund,payout,cancel-subscription,query,refund-search';

describe.each(Object.keys(ways) as WayName[])('an opening that gets %s', (way) => {
  test.each(Object.entries(moving))('asks for no %s again', async (operation, isIt) => {
    const { url } = await served();
    for (const selected of wholly.includes(way) ? [operation, all] : [operation]) {
      const service = await loseAnswers(url, isIt, way);
      const { report } = await openedAt(service.url, patienceFor(way), { operation: selected });
      expect(service.lost, selected).not.toEqual([]);
      expect(service.again, selected).toEqual([]);
      const asked = service.asked.filter(({ path, body }) => isIt(path, body));
      // Words of a refusal decide nothing: another order may be asked for.
      if (!way.startsWith('a refusal')) expect(asked, selected).toHaveLength(1);
      // Half a page may hold the form that a shopper needs (2.8).
      if (operation === 'redirect-payment' && way === 'half a body') continue;
      expect(report.steps.find((one) => one.operation === operation)?.state).toBe('not-accepted');
    }
  });
});

test('an opening cancels no payment whose second refund was left open', async () => {
  const { url } = await served();
  const service = await loseAnswers(url, moving.refund, 'a refusal as under way');
  const { report } = await openedAt(service.url, {}, { operation: 'refund,review,cancel' });
  expect(service.lost.length).toBeGreaterThan(1);
  expect(service.again).toEqual([]);
  expect(report.steps.find(({ operation }) => operation === 'cancel')?.state).toBe('accepted');
});
