import { expect, test } from 'vitest';
import { startTurning, turnedAway, turnTo } from '../runs/turning-service.ts';
import { playwright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

// tests/opening/monitor.test.ts looks at all forms, tests/runs/turned-away.test.ts at runs of one worker.
test('two workers whose service begins to refuse everything leave an incomplete run', async () => {
  // A few requests before the end of the run.
  const from = 9;
  const turn = turnTo(turnedAway['401']);
  const service = await startTurning(({ number }) => (number >= from ? turn : undefined));
  const folder = makeFolder();
  const variables = { TARGET: writeTarget(folder, service.url), SEED: '7', CONFORMANCE_RUNS: '1' };
  const ended = await playwright(
    folder,
    ['-g', '(?:shape|alone|currencies|boundary).*@payout', '--workers', '2'],
    variables,
  );
  await service.close();
  expect(ended.status, ended.text).toBe(3);
  expect(ended.text.replaceAll(/\s+/g, ' ')).toMatch(
    /the service refuses everything since request [0-9]+ of the run \(20[^ ]+Z, /,
  );
  // It is not asked on and on.
  expect(service.asked()).toBeLessThan(from + 90);
});
