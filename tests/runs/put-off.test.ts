import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { using } from '../proof/using.ts';
import { runInside } from './run-inside.ts';

removeFolders();

test('a draw of a property that came too soon is followed by another attempt', async () => {
  const out = join(makeFolder(), 'out');
  const asked = {
    operations: ['payout', 'refund'],
    grep: 'conforms for any',
    seed: '5',
    runs: '25',
  } as const;
  const { result, reasons } = await runInside({
    ...asked,
    changeOf: using('busy={"every":12,"seconds":"0"}'),
    out,
  });
  expect(result, reasons.join()).toMatch(/^conformant/);
  const drawn = readEvidence(out).exchanges.filter(({ origin }) => origin.path !== undefined);
  const putOff = drawn.filter(({ received }) => received.kind === 'answer' && received.status === 429);
  expect(new Set(putOff.map(({ operation }) => operation))).toEqual(new Set(['payout', 'refund']));
  for (const { operation, origin, sent } of putOff) {
    const later = drawn.filter(
      (one) =>
        one.operation === operation && one.origin.path === origin.path && one.origin.ordinal > origin.ordinal,
    );
    expect(later.map(({ judgement }) => judgement.outcome)).toContainEqual(
      expect.stringMatching(/accepted|refused/),
    );
    // What moves money is never sent again as it was.
    expect(later.map((one) => one.sent.body)).not.toContain(sent.body);
  }
});
