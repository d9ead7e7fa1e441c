import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteLeaking, whatLeaks } from '../../cli/leaking-variables.ts';
import { startMock } from '../../mock/server.ts';
import { startConformance } from '../e2e/command.ts';
import { canary, folderWith, sandbox } from '../targets/target-folder.ts';

const secret = [
  'DEBUG',
  'DEBUG_FILE',
  'PWDEBUG',
  'PW_TEST_REPORTER',
  'PWTEST_PROFILE_DIR',
  'PLAYWRIGHT_JSON_OUTPUT_NAME',
];

test('an environment loses what makes Playwright talk, and nothing else', () => {
  const kept = {
    PATH: '/bin',
    PWD: '/',
    PW_KEY: 'k',
    NODE_ENV: 'ci',
    PLAYWRIGHT_BROWSERS_PATH: '/b',
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'j',
    DEBUGGER: 'x',
  };
  const environment = { ...Object.fromEntries(secret.map((name) => [name, '*'])), ...kept };
  deleteLeaking(environment);
  expect(environment).toEqual(kept);
});

test.each<readonly [NodeJS.ProcessEnv, string]>([
  [{ NODE_DEBUG: 'http' }, 'NODE_DEBUG makes Node print'],
  [{ NODE_DEBUG_NATIVE: 'http2' }, 'NODE_DEBUG_NATIVE makes Node print'],
  ...[
    '--cpu-prof',
    '--report-on-signal',
    '--heapsnapshot-signal=SIGUSR2',
    '--tls-keylog=/tmp/keys',
    '--inspect=0',
    '--trace_event_categories http',
    '--diagnostic-dir=/tmp',
  ].map(
    (options) =>
      [
        { NODE_OPTIONS: `--no-warnings ${options}` },
        `NODE_OPTIONS holds ${options.split(/[= ]/)[0]}, `,
      ] as const,
  ),
])('%j is refused, for Node has heard it already', (environment, words) => {
  expect(whatLeaks(environment)).toContain(words);
});

test.each([
  undefined,
  '',
  '--max-old-space-size=400 --require "/a b/--cpu-prof.cjs" --use-system-ca',
  '--require=/a.cjs --max_semi_space_size=4 --max-http-header-size=65536 --no-experimental-fetch',
])('options of Node that write nothing are taken: %s', (NODE_OPTIONS) => {
  expect(whatLeaks({ NODE_DEBUG: '', ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }) })).toBeUndefined();
});

test.each([{ NODE_DEBUG: 'http,net' }, { NODE_OPTIONS: '--report-on-fatalerror' }])(
  'no command starts with %j',
  async (variables) => {
    const { text, status } = await startConformance(['clauses', 'amount'], {
      ...variables,
      SANDBOX_KEY: canary,
    }).ended;
    expect([status, text.includes(canary)]).toEqual([2, false]);
    expect(text).toMatch(/unset it\.|take it out\./);
  },
);

test('explore prints no header of a request, whatever is asked of Playwright', async () => {
  const service = await startMock();
  onTestFinished(() => service.close());
  const target = {
    ...sandbox,
    baseUrl: service.url,
    signing: { recipe: 'none' },
    headers: { 'X-Api-Key': { env: 'SANDBOX_KEY' } },
  };
  const folder = folderWith({ 'target.json': target, 'body.json': target.merchant });
  const { text, status } = await startConformance(
    ['explore', join(folder, 'body.json'), '--operation', 'query', '--target', join(folder, 'target.json')],
    { SANDBOX_KEY: canary, DEBUG: 'pw:*', PWDEBUG: '1', CONFORMANCE_OUT: folder },
  ).ended;
  expect(status, text).toBe(0);
  expect(text).toContain('refused (request complete): 0 findings');
  expect(text).not.toMatch(new RegExp(`pw:|${canary}`));
});
