import '../reports/short-process.cjs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  defineConfig,
  type PlaywrightTestConfig,
  type Project,
  type ReporterDescription,
} from '@playwright/test';
import { practiceKey } from '../cli/embedded.ts';
import { checkRun } from '../cli/project/run-checks.ts';
import { planRun } from '../cli/project/run-plan.ts';
import { chosenBy, endpointOf, runSettings, whyNoRetries } from '../cli/project/run-settings.ts';
import { trustedAuthorities } from '../cli/trusted-authorities.ts';
import { allureOptions } from '../reports/allure/options.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { limitsOf } from '../targets/file/limits.ts';
import { maskSecrets } from '../targets/file/secrets-of.ts';
import { readTargetFile } from '../targets/file/target-file.ts';
import { shareAmongWorkers } from '../targets/sending/shared-pace.ts';
import { readSettings, type Settings } from '../targets/settings.ts';
import { listenForSignals } from '../targets/stop.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The options of the suite among those of `use`. */
export interface ConformanceOptions {
  /** How many random cases each property test draws, 25 by default. */
  readonly cases?: number;
  /** `fail` lets each warning fail its test and the run; by default it is noted. */
  readonly warnings?: 'note' | 'fail';
}

/** What a user's configuration says: the target, and every key of Playwright's own. */
export interface ConformanceConfig extends PlaywrightTestConfig<ConformanceOptions> {
  /** The target file, from the working folder; `TARGET` beats it. Without both, `conformance.target.json` is taken. */
  readonly target?: string;
}

// Workers load the configuration too: they read the plan of the run, and report nothing.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
// An editor starts a test server, which chooses tests by itself.
const [, , command, ...words] = process.argv;

/** The settings of the run; what is wrong with them is said in one line. */
async function openProject(given: ConformanceConfig): Promise<Settings> {
  try {
    refuseHarm(given);
    process.env.CONFORMANCE_MOCK_KEY ??= practiceKey;
    const { target, use: { cases, warnings } = {} } = given;
    const read = runSettings(process.argv.slice(2), process.env, { target, cases, warnings });
    await checkRun(read);
    maskSecrets(read);
    const { authorityFile } = read.target.tls;
    // Node reads it when a process starts: those that send, the workers, start later.
    if (authorityFile !== undefined) process.env.NODE_EXTRA_CA_CERTS = trustedAuthorities(authorityFile);
    process.once('exit', await shareAmongWorkers(read.target));
    return read;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** Throws `ConfigurationError` for keys of a user's configuration that would do harm, or replace a project of the suite. */
function refuseHarm({ retries = 0, projects = [] }: ConformanceConfig): void {
  if ([retries, ...projects.map((one) => one.retries ?? 0)].some((number) => number > 0))
    throw new ConfigurationError(`"retries" is refused: ${whyNoRetries}.`);
  const taken = projects.find(({ name = '' }) => suiteProjects.includes(name));
  if (taken !== undefined)
    throw new ConfigurationError(
      `The suite has a project "${taken.name}" of its own: give yours another name.`,
    );
}

/** The names of the projects of the suite. */
const suiteProjects: readonly string[] = ['quick', 'full', 'preflight', 'closing', 'clean-up'];

/** The projects of a run, or that of a clean-up alone. */
function projectsOf(cleansUp: boolean): Project[] {
  const common: Project = {
    testDir: here('specs'),
    fullyParallel: !cleansUp,
    // A slow service conforms, and each wait for one has a limit of its own: this ends a test that hangs.
    timeout,
  };
  if (cleansUp) return [{ ...common, name: 'clean-up', testMatch: `clean-up.undo.${extension}` }];
  const specs: Project = { ...common, testMatch: `*.spec.${extension}`, dependencies: ['preflight'] };
  return [
    { ...specs, name: 'quick', grep: /@quick/ },
    { ...specs, name: 'full', grepInvert: /@quick/ },
    { ...common, name: 'preflight', testMatch: `preflight.setup.${extension}`, teardown: 'closing' },
    { ...common, name: 'closing', testMatch: `closing.judge.${extension}` },
  ];
}

const timeout = 3_600_000;

/** The reporters of a run. */
function reportersOf(settings: Settings): ReporterDescription[] {
  const plan = planRun(settings, { chosen: chosenBy(command === 'test' ? words : []) });
  // For the closing tests of a run without the reporter of the suite, and for the tests of a user.
  process.env.CONFORMANCE_RUN = JSON.stringify(plan);
  const allure = createRequire(import.meta.url).resolve('allure-playwright');
  return [
    // What the others see of tests, they see masked.
    [here(`reports/mask-first.${extension}`)],
    ['list'],
    // Before the reporter of the suite, whose digest covers these results. It would write results of a list, too.
    ...(words.includes('--list') || settings.rehearses ? [] : [[allure, allureOptions(plan)] as const]),
    [here(`reports/conformance-reporter.${extension}`), plan],
    ['html', { open: 'never', outputFolder: resolve('playwright-report') }],
    ...(settings.rehearses ? [rehearsal(settings)] : []),
  ];
}

/** The reporter of a rehearsal, which holds the requests against the limits of the real target. */
function rehearsal({ out, target, targetFile }: Settings): ReporterDescription {
  const limits = limitsOf(readTargetFile(targetFile));
  return [here(`cli/project/rehearsal-reporter.${extension}`), { out, name: target.name, limits }];
}

/** Our reporters and those of a user, which take the place of ours with the same name. */
function withReporters(
  ours: readonly ReporterDescription[],
  given: PlaywrightTestConfig['reporter'] = [],
): ReporterDescription[] {
  const theirs: readonly ReporterDescription[] = typeof given === 'string' ? [[given]] : given;
  return [...ours.filter(([name]) => !theirs.some(([other]) => name === other)), ...theirs];
}

/** Playwright's server of the embedded endpoint, if requests of the run go there. */
function webServerOf(settings: Settings): Pick<PlaywrightTestConfig, 'webServer'> {
  const endpoint = endpointOf(settings);
  if (endpoint === undefined) return {};
  // A clone runs its sources; a package has compiled ones.
  const loader = extension === 'ts' ? ['--import', 'tsx'] : [];
  const command = [process.execPath, ...loader, here(`mock/serve.${extension}`), ...endpoint];
  return {
    webServer: {
      command: command.map((word) => JSON.stringify(word)).join(' '),
      wait: { stdout: /ready on (?<conformance_embedded_url>http:\S+)/ },
    },
  };
}

/**
 * The configuration of a run, for `export default` in `playwright.config.ts`. Playwright waits for it. Further keys are
 * kept next to those of the suite: projects with tests of your own, which by default wait for the preflight, reporters,
 * options of `use`. Results and reports are written to the working folder.
 */
export async function conformance(given: ConformanceConfig = {}): Promise<PlaywrightTestConfig> {
  // Reports are for their owner alone, those of the workers as well.
  process.umask(0o077);
  if (isWorker) listenForSignals();
  // Playwright writes its reports after Ctrl-C alone; a pipeline that ends a job sends another signal.
  else
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.emit('SIGINT'));
  const settings = isWorker ? readSettings() : await openProject(given);
  const cleansUp = process.env.CONFORMANCE_CLEAN_UP !== undefined;
  const { target: _, reporter, projects = [], ...others } = cleansUp ? {} : given;
  // Shards are joined by merge.config.ts. Workers learn from it that the merge needs what they write.
  const forMerge: ReporterDescription[] =
    settings.shard === undefined ? [] : [['blob', { outputDir: resolve('blob-report') }]];
  const reporters = cleansUp ? [['list'] as const] : isWorker ? [] : reportersOf(settings);
  return defineConfig(
    {
      // Not below the configuration, which may lie in a package.
      outputDir: resolve('results/artifacts'),
      workers: settings.workers,
      timeout,
      use: { trace: 'off', screenshot: 'off', video: 'off' },
      projects: projectsOf(cleansUp),
      ...webServerOf(settings),
    },
    {
      ...others,
      projects: projects.map((one) => ({ dependencies: ['preflight'], ...one })),
      forbidOnly: true,
      retries: 0,
      reporter: withReporters([...reporters, ...forMerge], reporter),
    },
  );
}
