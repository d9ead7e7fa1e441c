import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leakingVariables, withoutLeaking } from '../../cli/leaking-variables.ts';
import { startMock } from '../../mock/server.ts';
import { startConformance } from '../e2e/command.ts';
import { canary, folderWith, sandbox } from '../targets/target-folder.ts';

test('an environment loses them and nothing else', () => {
  const all = Object.fromEntries(leakingVariables.map((name) => [name, '*']));
  expect(withoutLeaking({ ...all, PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

test('explore prints no header of a request, whatever is asked of Playwright', async () => {
  const service = await startMock();
  onTestFinished(() => service.close());
  const target = {
    ...sandbox,
    baseUrl: service.url,
    signing: { recipe: 'none' },
    headers: { 'X-Api-Key': { env: 'SANDBOX_KEY' } },
  };
  const folder = folderWith({ 'target.json': target });
  const { text, status } = await startConformance(
    ['explore', 'query', '--orders', 'unknown', '--target', join(folder, 'target.json')],
    { SANDBOX_KEY: canary, DEBUG: 'pw:*', PWDEBUG: '1', CONFORMANCE_OUT: folder },
  ).ended;
  expect(status, text).toBe(0);
  expect(text).toContain('exercised');
  expect(text).not.toMatch(new RegExp(`pw:|${canary}`));
});
