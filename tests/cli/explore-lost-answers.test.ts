import { describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { loseAnswers } from '../opening/lossy-service.ts';
import { servedExplore } from './served-explore.ts';

removeFolders();

async function served() {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  return mock.url;
}

/** A target file of a service that loses answers, asked one request at a time. */
function targetOf(url: string) {
  return writeTarget(makeFolder(), url, { limits: { timeoutMs: 20_000, concurrent: 1 } });
}

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
      const { paid, send } = await servedExplore({ target });
      for (let seed = 1; seed <= cases; seed += 1) {
        const made = await paid({ operation, seed });
        for (const _time of [1, 2]) await send(made);
      }
    }
    expect(service.lost).not.toEqual([]);
    expect(service.again).toEqual([]);
  });
});
