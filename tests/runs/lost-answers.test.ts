import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { cleanUpHere } from '../cli/clean-up-here.ts';
import { servedExplore } from '../cli/served-explore.ts';
import { withoutFullBatches } from '../e2e/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { loseAnswers, type WayName, ways } from '../opening/lossy-service.ts';
import { runInside } from './run-inside.ts';

removeFolders();

const reads = /retrieval/;
// Each request without an answer would be waited for; openings that get none have tests of their own. After a refusal the
// boundaries of a request go on over the same orders (nothing-twice.test.ts).
const allWays = (Object.keys(ways) as WayName[]).filter(
  (way) => way !== 'no answer' && !way.startsWith('a refusal'),
);

async function served() {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  return mock.url;
}

/** A target file of a service that loses answers, asked one request at a time. */
function targetOf(url: string, change: object = {}) {
  return writeTarget(makeFolder(), url, { limits: { timeoutMs: 20_000, concurrent: 1 }, ...change });
}

// Payments of every class of values are lost as others are.
const fewer = `${withoutFullBatches}(?!.*every class)`;

test('a run and its clean-up ask for nothing again', async () => {
  let arrived = 0;
  const service = await loseAnswers(
    await served(),
    // The first of each are answered, so that the run has something to build on.
    (path) => !reads.test(path) && ++arrived > 12 && arrived % 4 === 0,
    allWays,
  );
  const target = targetOf(service.url);
  const out = join(makeFolder(), 'out');
  const operations = 'capture,cancel,refund,payout,cancel-subscription';
  await runInside({ target, operation: operations, grep: fewer, seed: '5', out });
  expect(service.lost.length).toBeGreaterThan(10);
  expect(service.again).toEqual([]);
  const before = service.lost.length;
  for (const _time of [1, 2]) await cleanUpHere(out, { target, sends: true });
  expect(service.lost.length).toBeGreaterThan(before);
  expect(service.again).toEqual([]);
});

test.each([['cancel'], ['refund']])(
  'a clean-up that loses the answer to a %s undoes nothing twice',
  async (by) => {
    const service = await loseAnswers(await served(), (path) => path.endsWith(`/${by}`), [
      'a page',
      'an empty 202',
      'a reset',
      'half a body',
    ]);
    const allow = ['reads', 'creates', 'moves-money', ...(by === 'cancel' ? ['irreversible'] : [])];
    const target = targetOf(service.url, { allow });
    const out = join(makeFolder(), 'out');
    await runInside({ target, operation: 'direct-payment', grep: 'minimal shape', out });
    for (const _time of [1, 2]) await cleanUpHere(out, { target, sends: true });
    expect(service.lost).not.toEqual([]);
    expect(service.again).toEqual([]);
  },
);

describe('explore', () => {
  const moving = ['direct-payment', 'capture', 'cancel', 'refund', 'payout', 'cancel-subscription'] as const;
  const at: Readonly<Record<(typeof moving)[number], RegExp>> = {
    'direct-payment': /\/authorise$/,
    capture: /\/capture$/,
    cancel: /\/cancel$/,
    refund: /\/refund$/,
    payout: /\/payout$/,
    'cancel-subscription': /\/cancelsubscription$/,
  };

  test.each(moving)('asks for no %s again', async (operation: (typeof moving)[number]) => {
    const service = await loseAnswers(await served(), (path) => at[operation].test(path), [
      'an empty 202',
      'a page',
      'status 500',
    ]);
    const target = targetOf(service.url);
    for (const cases of [1, 3]) {
      const { make, send } = await servedExplore({ target });
      for (let seed = 1; seed <= cases; seed += 1) {
        const made = await make({ operation, seed });
        for (const _time of [1, 2]) await send(made);
      }
    }
    expect(service.lost).not.toEqual([]);
    expect(service.again).toEqual([]);
  });
});
