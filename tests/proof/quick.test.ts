import { expect, test } from 'vitest';
import { practiceKey } from '../../cli/embedded.ts';
import { faults } from '../../mock/faults/registry.ts';
import { record } from '../../proof/recording.ts';
import { endpointOf } from '../../proof/replay.ts';
import { isOfOneExchange } from '../../proof/score.ts';
import { isShownQuickly, openStage } from '../../proof/try-fault.ts';

const signing = { recipe: 'hmac-sha256', key: practiceKey };

test('quick sends 300 requests at most and shows 97 of 100 faults of one exchange', async () => {
  const recording = await record({
    target: 'embedded',
    seed: '7',
    runs: '2',
    grep: '@quick',
    skipOpening: false,
  });
  expect(recording.statement.result).toMatch(/^conformant/);
  expect(recording.exchanges.length).toBeLessThanOrEqual(300);
  const stage = await openStage(recording, endpointOf({ signing }));
  const met = faults.filter(isOfOneExchange);
  const missed: string[] = [];
  for (const fault of met)
    if (!(await isShownQuickly(fault, stage, endpointOf({ signing, fault: fault.id }))))
      missed.push(fault.id);
  expect(met.length).toBeGreaterThan(200);
  expect(missed.length / met.length, missed.join('\n')).toBeLessThanOrEqual(0.03);
});
