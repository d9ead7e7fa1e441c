import './reports/short-process.cjs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Project, type ReporterDescription } from '@playwright/test';
import { practiceKey } from './cli/embedded.ts';
import { chosenTests } from './cli/project/chosen-tests.ts';
import { checkRun } from './cli/project/run-checks.ts';
import { planRun } from './cli/project/run-plan.ts';
import { chosenBy, endpointOf, runSettings } from './cli/project/run-settings.ts';
import { allureOptions } from './reports/allure/options.ts';
import { ConfigurationError } from './targets/configuration-error.ts';
import { limitsOf } from './targets/file/limits.ts';
import { maskSecrets } from './targets/file/secrets-of.ts';
import { readTargetFile } from './targets/file/target-file.ts';
import { shareAmongWorkers } from './targets/sending/shared-pace.ts';
import { readSettings, type Settings } from './targets/settings.ts';
import { listenForSignals } from './targets/stop.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Reports are for their owner alone, those of the workers as well.
process.umask(0o077);

// Workers load this file too: they read the plan of the run, and report nothing.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
if (isWorker) listenForSignals();
// Playwright writes its reports after Ctrl-C alone; a pipeline that ends a job sends another signal.
else for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.emit('SIGINT'));
const settings = isWorker ? readSettings() : await openProject();
const cleansUp = process.env.CONFORMANCE_CLEAN_UP !== undefined;
// An editor starts a test server, which chooses tests by itself.
const [, , command, ...words] = process.argv;

/** The settings of the run; what is wrong with them is said in one line. */
async function openProject(): Promise<Settings> {
  try {
    process.env.CONFORMANCE_MOCK_KEY ??= practiceKey;
    const read = runSettings(process.argv.slice(2), process.env);
    await checkRun(read);
    maskSecrets(read);
    process.once('exit', await shareAmongWorkers(read.target));
    return read;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

const reporters = (): ReporterDescription[] => {
  if (cleansUp) return [['list']];
  const plan = planRun(settings, { chosen: chosenBy(command === 'test' ? words : []) });
  // For the closing tests of a run without the reporter of the suite.
  process.env.CONFORMANCE_RUN = JSON.stringify(plan);
  return [
    // What the others see of tests, they see masked.
    [here(`reports/mask-first.${extension}`)],
    ['list'],
    // Before the reporter of the suite, whose digest covers these results. It would write results of a list, too.
    ...(words.includes('--list') || settings.rehearses
      ? []
      : [['allure-playwright', allureOptions(plan)] as const]),
    [here(`reports/conformance-reporter.${extension}`), plan],
    ['html', { open: 'never' }],
    ...(settings.rehearses ? [rehearsal()] : []),
  ];
};

// Shards are joined by merge.config.ts. Workers learn from it that the merge needs what they write.
const forMerge: ReporterDescription[] = settings.shard === undefined ? [] : [['blob']];
/** The reporter of a rehearsal, which holds the requests against the limits of the real target. */
const rehearsal = (): ReporterDescription => {
  const { out, target, targetFile } = settings;
  const limits = limitsOf(readTargetFile(targetFile));
  return [here(`cli/project/rehearsal-reporter.${extension}`), { out, name: target.name, limits }];
};

const { all, first } = chosenTests(settings.operations);
const testDir = here('specs');
const endpoint = endpointOf(settings);
// A clone runs its sources; a package has compiled ones.
const loader = extension === 'ts' ? ['--import', 'tsx'] : [];

/** The projects of a run, or that of a clean-up alone. */
const projects: Project[] = cleansUp
  ? [{ name: 'clean-up', testDir, testMatch: `clean-up.undo.${extension}` }]
  : [
      { name: 'quick', testDir, testMatch: `*.spec.${extension}`, grep: first, dependencies: ['preflight'] },
      {
        name: 'full',
        testDir,
        testMatch: `*.spec.${extension}`,
        grep: all,
        grepInvert: first,
        dependencies: ['preflight'],
      },
      { name: 'preflight', testDir, testMatch: `preflight.setup.${extension}`, teardown: 'closing' },
      { name: 'closing', testDir, testMatch: `closing.judge.${extension}` },
    ];

export default defineConfig({
  outputDir: 'results/artifacts',
  fullyParallel: !cleansUp,
  forbidOnly: true,
  retries: 0,
  workers: settings.workers,
  // A slow service conforms, and each wait for one has a limit of its own: this ends a test that hangs.
  timeout: 3_600_000,
  use: { trace: 'off', screenshot: 'off', video: 'off' },
  projects,
  ...(endpoint && {
    webServer: {
      command: [process.execPath, ...loader, here(`mock/serve.${extension}`), ...endpoint]
        .map((word) => JSON.stringify(word))
        .join(' '),
      wait: { stdout: /ready on (?<conformance_embedded_url>http:\S+)/ },
    },
  }),
  reporter: isWorker ? forMerge : [...reporters(), ...forMerge],
});
