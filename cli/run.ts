import { type RunOptions, runSuite } from './run-suite.ts';
import type { Subcommand } from './subcommands.ts';

/** Adds the options that `run` and its relatives share. */
export const run: Subcommand = (program, finish) => {
  program
    .command('run')
    .description('Put the service into every situation, judge every exchange, write the reports')
    .option('--target <file>', 'target file (default: the embedded endpoint)')
    .option('--profile <name>', 'ci, certification, strict or explore')
    .option('--seed <number>', 'same seed, same requests (default: random, printed)')
    .option('--runs <number>', 'cases per property')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--out <folder>', 'where the reports go')
    .option('--workers <number>', 'parallel workers')
    .option('--fault <id>', 'let the embedded endpoint deviate in one way')
    .option('--dialect <name>', 'let the embedded endpoint conform in its own way')
    .option('--shard <i/n>', 'only the i-th of n parts of the run, for several machines; merge joins them')
    .option('--grep <pattern>', 'only tests whose title matches')
    .addHelpText(
      'after',
      '\nExample: npx conformance run --target targets/sandbox.json --operation refund --seed 7',
    )
    .action(async (options: RunOptions) => finish(await runSuite(options)));
};
