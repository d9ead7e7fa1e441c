import { checkLines, checkRows, checkTarget } from '../opening/check.ts';
import { sharedCauses } from '../opening/words.ts';
import { clearReports } from '../reports/own-files.ts';
import { readSettings } from '../targets/settings.ts';
import { demandFiles } from './demand-files.ts';
import { startEmbedded } from './embedded.ts';
import { exitStatus } from './exit-status.ts';
import { lockReports } from './folder-lock.ts';
import { withMisfit } from './misfit-run.ts';
import type { RunOptions } from './run-options.ts';
import { environmentOf } from './run-suite.ts';
import type { Subcommand } from './subcommand.ts';
import { sayAside, targetOptions, unnamedLine } from './target-choice.ts';

type CheckOptions = Pick<RunOptions, 'target' | 'embedded' | 'seed' | 'operation' | 'misfit'> & {
  readonly json?: true;
};

/** Asks a service once per operation, prints what is right and wrong about its target file, and returns the exit status. */
export async function checkOnce({ json, ...options }: CheckOptions & RunOptions): Promise<number> {
  const environment = environmentOf(options);
  const before = readSettings(environment);
  await demandFiles(before);
  sayAside(unnamedLine(environment));
  environment.CONFORMANCE_TARGET = before.targetFile;
  environment.CONFORMANCE_SEED = String(before.seed);
  environment.CONFORMANCE_RUN_ID = before.runId;
  // Beside the reports of a run, which stay as they are.
  const out = `${before.out}.check`;
  const lock = lockReports(out);
  const embedded = await startEmbedded(environment);
  try {
    const settings = readSettings(environment);
    clearReports(out);
    const checked = await checkTarget({ ...settings, out });
    const rows = checkRows(checked);
    const causes = sharedCauses(checked.report);
    const { stopped } = checked.report;
    const blocks =
      causes.length > 0 || stopped === undefined
        ? causes
        : [{ cause: stopped, operations: settings.operations }];
    if (json) console.log(JSON.stringify({ rows, exchanges: checked.exchanges.length }, null, 2));
    else {
      console.log(`${settings.target.name} (${settings.target.baseUrl})\n`);
      for (const line of checkLines(rows, blocks)) console.log(line);
      console.log(`\n${checked.exchanges.length} requests to ${settings.target.name}; they are in ${out}.`);
    }
    // Who asked nothing knows nothing of the service.
    const isUnasked = checked.exchanges.length === 0;
    return isUnasked || rows.some(({ state }) => state === 'bad')
      ? exitStatus.incomplete
      : exitStatus.conformant;
  } finally {
    await embedded?.close();
    lock.release();
  }
}

/** Sends one request of each operation, and tells what is right and what is wrong about a target file. */
export const check: Subcommand = (program, finish) => {
  targetOptions(program.command('check'))
    .option('--seed <number>', 'same seed, same requests')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--misfit <name>', 'practise on a service that cannot be tested')
    .option('--json', 'print the rows as JSON')
    .addHelpText(
      'after',
      '\nExample: npx conformance check --target conformance.target.json' +
        '\nExit status: 0 all that was asked is good, 2 the file itself is wrong, 3 something is bad, or nothing was asked.',
    )
    .action(async (options: CheckOptions) => {
      const { misfit } = options;
      finish(misfit === undefined ? await checkOnce(options) : await withMisfit(misfit, options, checkOnce));
    });
};
