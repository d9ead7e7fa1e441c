import { type DriftKind, describeDiff, diffStatements, driftKinds, isDrift } from '../reports/diff.ts';
import { onScreen } from '../reports/terminal/on-screen.ts';
import { commandStart } from '../schemas/command-line.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { readSettings } from '../targets/settings.ts';
import { exitStatus } from './exit-status.ts';
import { oneOf } from './option-values.ts';
import { readStatement } from './read-statement.ts';
import type { RunOptions } from './run-options.ts';
import { environmentOf, runSuite } from './run-suite.ts';
import { signReports } from './sign-reports.ts';
import { signingKey, signKeyOption } from './signing-key.ts';
import type { Subcommand } from './subcommand.ts';
import { targetOptions } from './target-choice.ts';
import { statusAfterStop } from './until-stopped.ts';

interface DriftOptions {
  readonly baseline?: string;
  readonly failOnDrift?: DriftKind | true;
}

const outOf = (options: RunOptions) => readSettings(environmentOf(options)).out;

/** Adds the options that `run` and its relatives share. */
export const run: Subcommand = (program, finish) => {
  targetOptions(program.command('run'))
    .option('--profile <name>', 'ci, quick, certification, strict or explore')
    .option('--seed <number>', 'same seed and day, same requests (default: random, printed)')
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD in UTC (default: today)')
    .option('--runs <number>', 'how many random cases each property test draws')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--out <folder>', 'where the reports go')
    .option('--workers <number>', 'parallel workers')
    .option('--run-id <id>', 'first part of every order_no (default: a new one for a real service)')
    .option('--fault <id>', 'plant this fault in the embedded endpoint')
    .option('--dialect <name>', 'serve this conforming variant of the embedded endpoint')
    .option('--misfit <name>', 'practise on this broken set-up')
    .option('--hostile <name>', 'practise on a service that lies, hides, leaks or attacks')
    .option('--skip-opening', 'skip the preflight requests, one of each operation')
    .option('--skip-allure', 'make no Allure report, which takes about a second')
    .option('--learn', 'first probe undocumented behaviour: required fields, order numbers, refusals')
    .option('--no-learn', 'skip that; only a full run of the embedded endpoint does it by default')
    .option('--verbose', 'print every finding and reason, the slowest tests, and what became of values')
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of the run, for several machines; `report merge` joins them',
    )
    .option('--grep <pattern>', 'only tests whose title matches')
    .option('--document <file>', 'show under findings what your copy of the document says (text or Markdown)')
    .option(
      '--history',
      'keep the trends of the Allure report in .history/, beside the folder of the reports',
    )
    .option(...signKeyOption)
    .option('--baseline <file>', 'show what changed since this statement')
    .option(
      '--fail-on-drift [kind]',
      'exit with 1 when something is worse than in the baseline, or with "any" when anything changed',
      oneOf('--fail-on-drift', driftKinds),
    )
    .addHelpText(
      'after',
      `\nExample: ${commandStart} run --target conformance.target.json --operation refund --seed 7`,
    )
    .action(async ({ baseline, failOnDrift, ...options }: RunOptions & DriftOptions) => {
      // A baseline that cannot be read ends the command before anything is sent.
      if (failOnDrift !== undefined && baseline === undefined)
        throw new ConfigurationError('--fail-on-drift compares with --baseline, which names no statement.');
      const before = baseline === undefined ? undefined : readStatement(baseline);
      const key = signingKey(options.signKey);
      const status = statusAfterStop(await runSuite(options));
      if (key !== undefined) signReports(outOf(options), key);
      const drift = before === undefined ? undefined : diffStatements(before, readStatement(outOf(options)));
      if (drift !== undefined)
        console.log(onScreen(['', 'Since the baseline:', ...describeDiff(drift)]).join('\n'));
      const kind = failOnDrift === true ? 'worse' : failOnDrift;
      const drifted =
        kind !== undefined && drift !== undefined && isDrift(drift, kind) && status === exitStatus.conformant;
      if (drifted)
        console.log(
          `exit status ${exitStatus.nonConformant}, for what ${kind === 'any' ? 'changed' : 'is worse'} (--fail-on-drift)`,
        );
      else if (kind === 'worse' && drift?.same === false && status === exitStatus.conformant)
        console.log('Nothing is worse, so the status stays; --fail-on-drift any counts every change.');
      finish(drifted ? exitStatus.nonConformant : status);
    });
};
