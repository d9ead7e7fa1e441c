import { describeDiff, diffStatements } from '../../reports/diff.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { undecidedPrerequisite } from '../../schemas/skip-reasons.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readSettings } from '../../targets/settings.ts';
import { readStatement } from '../after/read-reports.ts';
import { targetNamed, targetOptions, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { statusAfterStop } from '../until-stopped.ts';
import { environmentOf, type RunOptions } from './run-options.ts';
import { holdsRun, readRunRecord, repetitionOf, targetFor } from './run-record.ts';
import { runSuite } from './run-suite.ts';

interface OwnOptions {
  readonly baseline?: string;
  readonly failOnDrift?: true;
}

const outOf = (options: RunOptions) => readSettings(environmentOf(options)).out;

/** Returns the options that repeat the failed or undecided tests of the last run; undefined if there are none. */
function lastFailedOf(options: RunOptions): RunOptions | undefined {
  if (options.grep !== undefined || options.shard !== undefined)
    throw new ConfigurationError('--last-failed chooses the tests itself: leave out --grep and --shard.');
  const out = outOf(options);
  if (!holdsRun(out))
    throw new ConfigurationError(`${out} holds no run whose failed tests could be repeated.`);
  const { exchanges, notes, across } = readEvidence(out);
  const { warnings } = readRunRecord(out);
  const origins = new Map(exchanges.map(({ id, origin }) => [id, origin]));
  const found = [
    ...exchanges.flatMap(({ judgement }) => judgement.findings),
    ...notes.flatMap((note) => (note.kind === 'twin' ? note.findings : [])),
    ...(across?.findings ?? []),
  ].flatMap(({ verdict, exchange }) =>
    verdict === 'warn' && warnings !== 'fail' ? [] : (origins.get(exchange) ?? []),
  );
  const undecided = notes.flatMap((note) => {
    if (note.kind !== 'skipped' || !note.reason.startsWith(undecidedPrerequisite)) return [];
    const [file = '', ...titles] = (note.test ?? '').split(' › ');
    return [{ file, test: titles.join(' › ') }];
  });
  const tests = [...found, ...undecided].filter(({ file }) => file !== undefined);
  if (tests.length === 0) return undefined;
  const { embedded: _, ...given } = options;
  return {
    skipOpening: false,
    ...repetitionOf(out, tests),
    ...given,
    target: targetFor(out, targetNamed(options)),
  };
}

/** Runs the specs against a target, with all options of a run. */
export const run: Subcommand = (command) => {
  targetOptions(command)
    .option('--profile <name>', 'ci, quick or certification')
    .option('--warnings <effect>', 'what a warning does to a test: note (default) or fail')
    .option(
      '--seed <number>',
      'same seed and day, same requests; random draws one (default: that of the contract)',
    )
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD in UTC (default: today)')
    .option('--runs <number>', 'how many random cases each property test draws')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--out <folder>', 'where the reports go')
    .option('--workers <number>', 'parallel workers')
    .option('--run-id <id>', 'first part of every order_no (default: a new one for a real service)')
    .option('--fault <id>', 'plant this fault in the embedded endpoint')
    .option('--skip-opening', 'skip the preflight requests, one of each operation')
    .option('--skip-allure', 'make no Allure report, which takes about a second')
    .option('--verbose', 'print every finding and reason, the slowest tests, and what became of values')
    .option('--shard <i/n>', 'only the i-th of n parts of the run, for several machines')
    .option('--grep <pattern>', 'only tests whose title matches')
    .option(
      '--last-failed',
      'only the tests that failed or were not decided in the last run of the folder, with its options',
    )
    .option(
      '--max-failures <number>',
      'end the run after this many tests with failures',
      wholeNumber('--max-failures', 1, 1_000_000),
    )
    .option('--baseline <file>', 'show what changed since this statement')
    .option('--fail-on-drift', 'exit with 1 when something is worse than in the baseline');
  return async ({ baseline, failOnDrift, ...options }: RunOptions & OwnOptions) => {
    // An unreadable baseline ends the command before anything is sent.
    if (failOnDrift !== undefined && baseline === undefined)
      throw new ConfigurationError('--fail-on-drift compares with --baseline, which names no statement.');
    const before = baseline === undefined ? undefined : readStatement(baseline);
    const chosen = options.lastFailed === true ? lastFailedOf(options) : options;
    if (chosen === undefined) {
      console.log(
        'Nothing failed in the last run of the folder, and everything was decided: nothing is sent.',
      );
      return exitStatus.conformant;
    }
    const status = statusAfterStop(await runSuite(chosen));
    const drift = before === undefined ? undefined : diffStatements(before, readStatement(outOf(options)));
    if (drift !== undefined)
      console.log(onScreen(['', 'Since the baseline:', ...describeDiff(drift)]).join('\n'));
    const drifted = failOnDrift === true && drift?.isWorse === true && status === exitStatus.conformant;
    if (drifted) console.log(`exit status ${exitStatus.nonConformant}, for what is worse (--fail-on-drift)`);
    return drifted ? exitStatus.nonConformant : status;
  };
};
