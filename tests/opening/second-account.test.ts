import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../../cli/run-suite.ts';
import { startMock } from '../../mock/server.ts';
import { checkRows } from '../../opening/check-rows.ts';
import { checkTarget } from '../../opening/check-target.ts';
import { embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { emptyFolder } from '../cli/command.ts';

const key = 'a-key-for-two-accounts';

/** What is said of the second account, where a check may send so many requests. */
async function rowWith(requests: number) {
  const mock = await startMock({ signing: { recipe: 'hmac-sha256', key } });
  onTestFinished(() => mock.close());
  const settings = readSettings(
    environmentOf({
      target: embeddedTargetFile(),
      seed: '3',
      variables: { CONFORMANCE_EMBEDDED_URL: mock.url, CONFORMANCE_MOCK_KEY: key },
    }),
  );
  const { limits } = settings.target;
  const target = { ...settings.target, limits: { ...limits, requests } };
  const checked = await checkTarget({ ...settings, target, out: join(emptyFolder(), 'out') });
  const row = checkRows(checked).find(({ what }) => what === 'second account');
  return { row, sent: checked.exchanges.length };
}

test('a check with no request left for the second account says so', async () => {
  const { row, sent } = await rowWith(Number.POSITIVE_INFINITY);
  expect(row?.state).toBe('good');
  const { row: spent } = await rowWith(sent - 1);
  expect(spent).toMatchObject({ state: 'not asked' });
  expect(spent?.says).toContain('no request is left');
});
