import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The project's root folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** How a command ended and what it printed. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams. */
  readonly text: string;
}

/** A command under way. */
export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until standard output matches; rejects when the command ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** What Ctrl-C does in a terminal: the signal goes to the command and all that it started. */
  interrupt(): void;
}

/** The environment of a user: nothing of this test run's own reaches the command. */
export function plainEnvironment(
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const foreign = /^(CONFORMANCE_|GITHUB_|VITEST|TEST|NODE_ENV$|NODE_OPTIONS$|CI$|FORCE_COLOR$)/;
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || foreign.test(name) ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...more };
}

/** Starts a Node program in a process group of its own. */
function startNode(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd = root,
): Started {
  const child = spawn(process.execPath, words, {
    cwd,
    env: plainEnvironment(environment),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const [out, err] = [stdout, stderr].map((text) => stripVTControlCharacters(text)) as [string, string];
      resolve({ status, stdout: out, stderr: err, text: out + err });
    });
  });
  return {
    process: child,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stripVTControlCharacters(stdout));
          if (found !== null) resolve(found);
        };
        look();
        child.stdout.on('data', look);
        child.on('close', () => reject(new Error(`it ended without saying ${pattern}: ${stdout}${stderr}`)));
      }),
    interrupt() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    },
  };
}

/**
 * What spares compiled specs the loader for TypeScript, a thread of each process on Node 20: a tenth of the time of these tests.
 * Playwright documents no such variable, so nothing but tests sets it; tests/pack does without.
 */
export const withoutLoader = { PW_DISABLE_TS_ESM: '1' } as const;

/** Starts `npx payment-acquiring-conformance` as a user does from a clone, or in another folder. */
export function startConformance(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): Started {
  return startNode([`${root}cli/conformance.mjs`, ...words], { ...withoutLoader, ...environment }, cwd);
}

const runner = `${root}node_modules/@playwright/test/cli.js`;

/** Where a run of `startPlaywright` leaves its reports. */
export const runIn = (folder: string) => `${folder}/results/run`;

/**
 * Starts `playwright test` with the configuration of a package, whose modules are bundled, or `inClone` with that of the
 * sources; what it writes beside the reports goes to `folder` too.
 */
export function startPlaywright(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  inClone = false,
): Started {
  const compiled = ['--config', `${root}dist/playwright.config.js`];
  const places = {
    CONFORMANCE_OUT: runIn(folder),
    // A second worker takes longer to start than it saves; a test that is about two names them.
    CONFORMANCE_WORKERS: '1',
    PLAYWRIGHT_HTML_OUTPUT_DIR: `${folder}/html`,
  };
  const config = inClone ? [] : compiled;
  return startNode([runner, 'test', ...config, '--output', `${folder}/output`, ...words], {
    ...places,
    ...(!inClone && withoutLoader),
    ...environment,
  });
}

/** Runs `playwright test` to its end; see `startPlaywright`. */
export function playwright(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  inClone = false,
): Promise<Ended> {
  return startPlaywright(folder, words, environment, inClone).ended;
}

/** Runs `npx playwright merge-reports -c merge.config.ts` over a folder of blob reports, into `out`, to its end. */
export function mergeReports(
  blobs: string,
  out: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const places = {
    CONFORMANCE_OUT: out,
    PLAYWRIGHT_HTML_OUTPUT_DIR: `${out}-html`,
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: `${out}.xml`,
  };
  return startNode([runner, 'merge-reports', '-c', `${root}dist/merge.config.js`, blobs], {
    ...places,
    ...withoutLoader,
    ...environment,
  }).ended;
}
/** The variables of a small run: few cases, always the same ones. */
export const small = { TARGET: 'embedded', SEED: '7', CONFORMANCE_RUNS: '2' } as const;

/** Runs `npx payment-acquiring-conformance` to its end. */
export function conformance(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return startConformance(words, environment).ended;
}

/** Leaves the tests out that pay for full batches: most requests of a small run, and of the same kind as others. */
export const withoutFullBatches = '^(?!.*(?:keeps the limit of|answers at most))';
