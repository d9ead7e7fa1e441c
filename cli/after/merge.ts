import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startAllure } from '../../reports/allure/generate.ts';
import { completeReports, printStatement } from '../../reports/run/finish-run.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { signingKey, signKeyOption, signReports } from '../certify/signing-key.ts';
import { demandOtherFolder, mergeShards } from '../merge/merge-shards.ts';
import { existingFolder } from '../option-values.ts';
import { lockReports } from '../run/folder-lock.ts';
import { callReporter, loadReporter, reporterOption } from '../run/own-reporter.ts';
import type { Subcommand } from '../subcommand.ts';

interface MergeOptions {
  readonly out: string;
  readonly reporter?: string;
  readonly signKey?: string;
  readonly history?: true;
}

/** Joins the reports of all shards of a run into one statement, certificate, JUnit file and Allure report. */
export const merge: Subcommand = (program, finish) => {
  program
    .command('merge')
    .argument('<folders...>', 'reports of all shards of one run', (dir: string, before: string[] = []) => [
      ...before,
      existingFolder(dir),
    ])
    .option('--out <folder>', 'where the reports go', 'reports/out')
    .option(
      '--history',
      'keep the trends of the Allure report in .history/, next to the folder of the reports',
    )
    .option(...reporterOption)
    .option(...signKeyOption)
    .addHelpText('after', `\nExample: ${commandStart} report merge shards/1 shards/2 --out reports/out`)
    .action(async (dirs: readonly string[], options: MergeOptions) => {
      const out = resolve(options.out);
      const key = signingKey(options.signKey);
      const reporter = await loadReporter(options.reporter);
      demandOtherFolder(out, dirs);
      const lock = lockReports(out);
      try {
        const status = await mergeInto(out, dirs, options.history === true);
        if (key !== undefined) signReports(out, key);
        finish(await callReporter(reporter, out, status));
      } finally {
        lock.release();
      }
    });
};

async function mergeInto(out: string, dirs: readonly string[], history: boolean): Promise<number> {
  const { statement, suiteErrors, bare } = mergeShards(dirs, out);
  if (bare > 0)
    console.log(
      `${bare} exchanges were stored without bodies to save space; rules across exchanges had less to check.`,
    );
  const skipAllure = !existsSync(join(out, 'allure-results'));
  const started = startAllure(
    { out, history, skipAllure },
    { target: statement.target, selected: statement.run.selected },
  );
  const allure = await completeReports(out, started, statement);
  printStatement(statement, { out, allure, suiteErrors });
  return statement.exitCode;
}
