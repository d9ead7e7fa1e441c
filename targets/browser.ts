import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { Browser, LaunchOptions } from '@playwright/test';
import { makeFolder } from '../reports/replace-file.ts';
import { skipReasons } from '../schemas/skip-reasons.ts';

/** A sealed browser and its name, as in `Chromium 147.0.7727.15 (the one among the packages)`. */
export interface OpenedBrowser {
  readonly browser: Browser;
  readonly name: string;
  /** Ends the browser and removes its folder. */
  close(): Promise<void>;
}

const noBrowserWanted = `${skipReasons.browser} was wanted (CONFORMANCE_BROWSER=none); unset it to test payment pages`;

const noInspector = `${skipReasons.browser} opens pages under --debug or PWDEBUG, whose inspector stops each of them; leave it out to test payment pages`;

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A proxy that is not there: whatever a route does not catch ends here. */
export const noProxy = { server: 'http://127.0.0.1:9' } as const;

// Nothing may leave the machine: names do not resolve, and there is no proxy.
const sealed: LaunchOptions = {
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--disable-sync',
    // A page that detects automation must show what it shows a shopper (2.8).
    '--disable-blink-features=AutomationControlled',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--dns-prefetch-disable',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--js-flags=--max-old-space-size=256',
  ],
  proxy: noProxy,
  timeout: 30_000,
  // Whoever opens a browser closes it, at a signal too.
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** A program that starts the one named by `PROGRAM` within a limit: on Linux, where the folder may hold programs. */
function limitedStart(folder: string, memory: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const starter = join(folder, 'browser');
  // The stacks of threads count too, and a browser has more of them where there are more processors.
  const limits = `ulimit -s 2048\nulimit -d ${memory}`;
  writeFileSync(starter, `#!/bin/sh\n${limits}\nexec "$PROGRAM" "$@"\n`, { mode: 0o700 });
  try {
    accessSync(starter, constants.X_OK);
    return starter;
  } catch {
    return undefined;
  }
}

interface Program {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The packaged browser, unpacked into node_modules/.cache or the folder, which holds its font list. Throws if absent. */
function packagedBrowser(folder: string): Program {
  const unpacked = unpackedBrowser(folder);
  return {
    path: join(unpacked, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontList(folder, unpacked),
    },
  };
}

function unpackedBrowser(folder: string): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const project = entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`));
  const cache = join(project, 'node_modules', '.cache', 'payment-acquiring-conformance');
  const unpacked = join(cache, 'chromium');
  if (existsSync(unpacked)) return unpacked;
  // Several workers may unpack at the same time: each uses its own folder, and the first one renames it.
  const own = unpackingFolder(cache);
  // node_modules is not writable, as in an image: unpacked for this browser alone and removed with it.
  if (own === undefined) return unpackInto(mkdtempSync(join(folder, 'unpacked-')), project);
  unpackInto(own, project);
  try {
    renameSync(own, unpacked);
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
  return unpacked;
}

function unpackingFolder(cache: string): string | undefined {
  try {
    makeFolder(cache, 0o700);
    return mkdtempSync(join(cache, 'unpacking-'));
  } catch {
    return undefined;
  }
}

const unpacking =
  "const { default: chromium } = await import('@sparticuz/chromium'); chromium.setGraphicsMode = false; await chromium.executablePath();";

/** Unpacks in a process of its own: the package reads from the environment where to, and which libraries. */
function unpackInto(folder: string, cwd: string): string {
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  // The output is used only in the reason and not printed.
  execFileSync(process.execPath, ['--input-type=module', '--eval', unpacking], {
    ...{ cwd, env, encoding: 'utf8', timeout: 120_000, stdio: 'pipe' },
  });
  return folder;
}

// The packaged list names other folders, and without a font text crashes the browser. The list is written for each
// browser, since the unpacked folder may have been moved.
function writeFontList(folder: string, unpacked: string): string {
  const list = join(folder, 'fonts.conf');
  const folders = `<dir>${join(unpacked, 'fonts')}</dir><cachedir>${join(unpacked, 'font-cache')}</cachedir>`;
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

/** One way to start a browser; `find` throws if there is no such browser. */
interface Candidate {
  readonly how: string;
  find(folder: string): Program;
}

/** The browsers to try: the wanted one; else the packaged one, then Playwright's own and the system's. */
function browserCandidates(wanted: string, own: () => string): readonly Candidate[] {
  if (wanted !== 'auto') return [{ how: 'the one of CONFORMANCE_BROWSER', find: () => ({ path: wanted }) }];
  const packaged = { how: 'the one among the packages', find: packagedBrowser };
  const others = [
    { how: "Playwright's own", find: () => ({ path: own() }) },
    ...systemBrowsers.filter(existsSync).map((path) => ({ how: path, find: () => ({ path }) })),
  ];
  // The packaged browser is built only for Linux.
  return process.platform === 'linux' ? [packaged, ...others] : [...others, packaged];
}

/**
 * Opens the wanted browser (a path, `auto` or `none`) sealed, or tells why there is none and how to get one. Each
 * candidate is tried twice, because a start may fail by chance, and another browser has other fonts: the same
 * certificate would be printed in other bytes. `memory` limits the private memory of each of its processes, in
 * kilobytes: a page that takes more crashes.
 */
export async function openBrowser(
  wanted = process.env.CONFORMANCE_BROWSER?.trim() || 'auto',
  { memory }: { readonly memory?: number } = {},
): Promise<OpenedBrowser | { readonly reason: string }> {
  if (wanted === 'none') return { reason: noBrowserWanted };
  if (!['', '0', 'false', 'console'].includes(process.env.PWDEBUG ?? '')) return { reason: noInspector };
  const { chromium } = await import('@playwright/test');
  const folder = mkdtempSync(join(tmpdir(), 'conformance-browser-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const candidates = browserCandidates(wanted, () => chromium.executablePath());
  let reason = '';
  for (const { how, find } of candidates.flatMap((one) => [one, one])) {
    try {
      const { path, env } = find(folder);
      if (!existsSync(path)) throw new Error(`${path} does not exist`);
      const browser = await chromium.launch({
        ...sealed,
        executablePath: (memory && limitedStart(folder, memory)) || path,
        env: { ...bareEnvironment(folder), PROGRAM: path, ...env },
      });
      const close = async () => {
        await browser.close();
        remove();
        process.off('exit', remove);
      };
      return { browser, name: `Chromium ${browser.version()} (${how})`, close };
    } catch (error) {
      reason = `${how}: ${(error as Error).message.split('\n')[0]}`;
    }
  }
  remove();
  const other = 'install one (npm ci brings it unless --omit=optional), or name it in CONFORMANCE_BROWSER';
  return { reason: candidates.length === 1 ? reason : `${skipReasons.browser} starts (${reason}); ${other}` };
}
