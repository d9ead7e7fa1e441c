import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../../targets/browser.ts';

vi.mock('@playwright/test', () => ({
  chromium: { executablePath: () => '/playwright/chromium', launch: vi.fn() },
}));
vi.mock('node:child_process', async (load) => ({ ...(await load<object>()), execFileSync: vi.fn() }));
/** The files that are there, and whether the packages are the user's own. */
const disk = vi.hoisted(() => ({ holds: (_path: string): boolean => true, isOwn: true }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return {
    ...fs,
    existsSync: (path: string) => disk.holds(path),
    mkdtempSync(prefix: string) {
      if (!disk.isOwn && prefix.includes('.cache'))
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return fs.mkdtempSync(prefix);
    },
  };
});

const launch = vi.mocked(chromium.launch);
const browser = { version: () => '1.2', close: async () => {} } as Browser;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-'));
  vi.stubEnv('TMPDIR', folder);
  Object.assign(disk, { holds: () => true, isOwn: true });
  launch.mockReset().mockResolvedValue(browser);
});
afterEach(() => {
  // Whatever happened, nothing is left of a browser that was closed or did not start.
  expect(readdirSync(folder)).toEqual([]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function open(wanted: string, how = {}) {
  const opened = await openBrowser(wanted, how);
  if ('reason' in opened) return opened.reason;
  await opened.close();
  return opened.name;
}

const failing = (times: number) => {
  for (let time = 0; time < times; time += 1) launch.mockRejectedValueOnce(new Error('crashed'));
};
const hasPackage = process.platform === 'linux';

test.runIf(hasPackage)(
  'the browser among the packages comes first, and finds its fonts where it lies now',
  async () => {
    let list = '';
    launch.mockImplementation(async ({ env = {} }: LaunchOptions = {}) => {
      list = readFileSync(String(env.FONTCONFIG_FILE), 'utf8');
      return browser;
    });
    expect(await open('auto')).toBe('Chromium 1.2 (the one among the packages)');
    const { PROGRAM = '' } = launch.mock.lastCall?.[0]?.env ?? {};
    expect(list).toContain(`<dir>${join(dirname(String(PROGRAM)), 'fonts')}</dir>`);
  },
);

test.runIf(hasPackage)('it is unpacked elsewhere where its packages cannot be written', async () => {
  Object.assign(disk, { holds: (path: string) => !path.includes('.cache'), isOwn: false });
  expect(await open('auto')).toBe('Chromium 1.2 (the one among the packages)');
  const unpacked = dirname(String(launch.mock.lastCall?.[0]?.env?.PROGRAM));
  expect(unpacked).toMatch(folder);
  expect(vi.mocked(execFileSync).mock.lastCall?.[2]?.env?.TMPDIR).toBe(unpacked);
});

test.runIf(hasPackage).each([
  ['one that fails to start once is started again', 1, 'the one among the packages'],
  ['one that never starts gives way to the next', 2, "Playwright's own"],
])('%s', async (_what, failures, how) => {
  failing(failures);
  expect(await open('auto')).toBe(`Chromium 1.2 (${how})`);
});

test.runIf(hasPackage)('the memory of a browser is limited where that is asked for', async () => {
  let starter = '';
  launch.mockImplementation(async ({ executablePath = '' } = {}) => {
    starter = readFileSync(executablePath, 'utf8');
    return browser;
  });
  await open('/own/chromium', { memory: 1000 });
  expect(starter).toMatch(/^#!\/bin\/sh\n(?:.*\n)*ulimit -d 1000\nexec "\$PROGRAM" "\$@"\n$/);
});

test('a browser is named by its path, and no other one is started', async () => {
  expect(await open('/own/chromium')).toBe('Chromium 1.2 (the one of CONFORMANCE_BROWSER)');
  expect(launch.mock.lastCall?.[0]?.env).toMatchObject({ PROGRAM: '/own/chromium' });
  failing(2);
  expect(await open('/own/chromium')).toBe('the one of CONFORMANCE_BROWSER: crashed');
  disk.holds = () => false;
  expect(await open('/own/chromium')).toBe('the one of CONFORMANCE_BROWSER: /own/chromium does not exist');
});

test('no browser is started where the inspector of Playwright would stop its pages', async () => {
  vi.stubEnv('PWDEBUG', 'console');
  expect(await open('/own/chromium')).toBe('Chromium 1.2 (the one of CONFORMANCE_BROWSER)');
  launch.mockClear();
  vi.stubEnv('PWDEBUG', '1');
  expect(await open('/own/chromium')).toMatch(/^no browser opens pages under --debug or PWDEBUG/);
  expect(launch).not.toHaveBeenCalled();
});

test('who has no browser is told how to get one', async () => {
  disk.holds = (path) => path.includes('.cache');
  launch.mockRejectedValue(new Error('crashed'));
  expect(await open('auto')).toMatch(
    /^no browser starts \(.+\); install one \(npm ci brings it unless --omit=optional\), or name it in CONFORMANCE_BROWSER$/,
  );
  expect(await open('none')).toMatch(/CONFORMANCE_BROWSER=none/);
});
