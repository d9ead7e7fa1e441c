import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import type { Settings } from '../../targets/settings.ts';

/** A browser and where it came from, or why there is none. */
export type OpenedBrowser = { readonly browser: Browser; readonly how: string } | { readonly reason: string };

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Nothing may leave the machine: names do not resolve, and the proxy is a port that nobody listens on.
const sealed: LaunchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND',
  ],
  proxy: { server: 'http://127.0.0.1:9' },
};

/** The browser among the packages; unpacked once into node_modules/.cache. Throws where the package is not installed. */
function packagedBrowser(): LaunchOptions {
  const folder = unpackedBrowser();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

function unpackedBrowser(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const modules = entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
  const cache = join(modules, '.cache', 'payment-acquiring-conformance');
  const folder = join(cache, 'chromium');
  if (existsSync(join(folder, 'fonts.conf'))) return folder;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  // Workers may unpack at the same time: each into a folder of its own, and the first one puts it in place.
  const own = mkdtempSync(join(cache, 'unpacking-'));
  const script = join(dirname(fileURLToPath(import.meta.url)), 'unpack-browser.mjs');
  const env = { ...process.env, TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  execFileSync(process.execPath, [script], { env, encoding: 'utf8', timeout: 120_000 });
  writeFontList(own, folder);
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}

// The list that comes with the package names other folders, and text without any font ends the browser.
function writeFontList(own: string, folder: string): void {
  const folders = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  writeFileSync(join(own, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${folders}</fontconfig>\n`);
}

async function tryLaunch(how: string, options: () => LaunchOptions): Promise<OpenedBrowser> {
  try {
    return { browser: await chromium.launch({ ...sealed, ...options(), timeout: 30_000 }), how };
  } catch (error) {
    return { reason: `${how}: ${(error as Error).message.split('\n')[0]}` };
  }
}

/** Opens the browser that the settings name, else Playwright's own, the system's, or the one among the packages. */
export async function openBrowser({ browser: wanted }: Pick<Settings, 'browser'>): Promise<OpenedBrowser> {
  if (wanted === 'none') return { reason: 'no browser was wanted (CONFORMANCE_BROWSER=none)' };
  if (wanted !== 'auto') return tryLaunch(wanted, () => ({ executablePath: wanted }));
  const candidates: readonly (readonly [string, () => LaunchOptions])[] = [
    ["Playwright's own", () => ({})],
    ...systemBrowsers.map((path) => [path, () => ({ executablePath: path })] as const),
    ['the one among the packages', packagedBrowser],
  ];
  const reasons: string[] = [];
  for (const [how, options] of candidates) {
    const opened = await tryLaunch(how, options);
    if ('browser' in opened) return opened;
    reasons.push(opened.reason);
  }
  return { reason: `no browser starts (${reasons.at(-1)})` };
}
