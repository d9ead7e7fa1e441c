import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import { makeFolder } from '../reports/replace-file.ts';

/** The reason why there is no browser when none was wanted. */
export const noBrowserWanted =
  'no browser was wanted (CONFORMANCE_BROWSER=none); unset it to test payment pages';

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Nothing may leave the machine: names do not resolve, and the proxy forwards nothing.
const sealed: LaunchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A page that detects automation must show what it shows a shopper (2.8).
    '--disable-blink-features=AutomationControlled',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--dns-prefetch-disable',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--js-flags=--max-old-space-size=256',
  ],
  proxy: { server: 'http://127.0.0.1:9' },
};

/** The packaged browser, unpacked into node_modules/.cache or `own`, which holds its font list. Throws if absent. */
function packagedBrowser(own: string): LaunchOptions {
  const folder = unpackedBrowser(own);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontList(own, folder),
    },
  };
}

function unpackedBrowser(scratch: string): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const modules = entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
  const cache = join(modules, '.cache', 'payment-acquiring-conformance');
  const folder = join(cache, 'chromium');
  if (existsSync(folder)) return folder;
  // Several workers may unpack at the same time: each uses its own folder, and the first one renames it.
  const own = unpackingFolder(cache);
  // node_modules is not writable, as in an image: unpacked for this browser alone and removed with it.
  if (own === undefined) return unpackInto(mkdtempSync(join(scratch, 'unpacked-')));
  unpackInto(own);
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}

function unpackingFolder(cache: string): string | undefined {
  try {
    makeFolder(cache, 0o700);
    return mkdtempSync(join(cache, 'unpacking-'));
  } catch {
    return undefined;
  }
}

function unpackInto(folder: string): string {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'unpack-browser.mjs');
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  // The output is used only in the reason and not printed.
  execFileSync(process.execPath, [script], { env, encoding: 'utf8', timeout: 120_000, stdio: 'pipe' });
  return folder;
}

// The packaged list names other folders, and without a font text crashes the browser. The list is written for each
// browser, since the unpacked folder may have been moved.
function writeFontList(own: string, folder: string): string {
  const list = join(own, 'fonts.conf');
  const folders = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  writeFileSync(list, `<?xml version="1.0"?>\n<fontconfig>${folders}</fontconfig>\n`);
  return list;
}

/** The environment of the browser: nothing of the suite, since a page may read it. */
function bareEnvironment(folder: string): Record<string, string> {
  const { SystemRoot } = process.env;
  return {
    HOME: folder,
    TMPDIR: folder,
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    ...(SystemRoot === undefined ? {} : { SystemRoot, TEMP: folder, TMP: folder }),
  };
}

/** One way to start a browser; its options are made when its turn comes. */
export interface Candidate {
  readonly how: string;
  /** Throws if there is no such browser. */
  options(): LaunchOptions;
}

/** The browsers to try: the one in the settings; else the packaged one, then Playwright's own and the system's. */
export function browserCandidates(wanted: string, folder: string): readonly Candidate[] {
  const candidate = (how: string, own: () => LaunchOptions): Candidate => ({
    how,
    options: () => {
      const options = own();
      return { ...sealed, ...options, env: { ...bareEnvironment(folder), ...options.env } };
    },
  });
  if (wanted !== 'auto') return [candidate(wanted, () => ({ executablePath: wanted }))];
  const packaged = candidate('the one among the packages', () => packagedBrowser(folder));
  const others = [
    candidate("Playwright's own", () => ({})),
    ...systemBrowsers.filter(existsSync).map((path) => candidate(path, () => ({ executablePath: path }))),
  ];
  // The packaged browser is built only for Linux.
  return process.platform === 'linux' ? [packaged, ...others] : [...others, packaged];
}

/**
 * Starts the first candidate that works; otherwise returns the reason. Each is tried twice, because a start may fail by
 * chance, and another browser has other fonts: the same certificate would be printed in other bytes.
 */
export async function firstThatStarts<Started>(
  candidates: readonly Candidate[],
  start: (options: LaunchOptions) => Promise<Started>,
): Promise<{ readonly started: Started; readonly how: string } | { readonly reason: string }> {
  let reason = 'none is known';
  for (const { how, options } of candidates.flatMap((candidate) => [candidate, candidate])) {
    try {
      return { started: await start(options()), how };
    } catch (error) {
      reason = `${how}: ${(error as Error).message.split('\n')[0]}`;
    }
  }
  return {
    reason:
      candidates.length === 1
        ? reason
        : `no browser starts (${reason}); install one (npm ci brings it unless --omit=optional), or name it in CONFORMANCE_BROWSER`,
  };
}
