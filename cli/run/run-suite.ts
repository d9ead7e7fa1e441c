import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Shard } from '../../reports/run/choices.ts';
import { planFile, type RunPlan, writePlan } from '../../reports/run/run-facts.ts';
import { defined } from '../../schemas/defined.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { maskSecrets } from '../../targets/file/secrets-of.ts';
import { SendingStopped } from '../../targets/refused-send.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import { whatStopped } from '../../targets/stop.ts';
import { type Served, serveTarget } from '../embedded.ts';
import { shardOf, shardText, unnamedLine } from '../option-values.ts';
import { configPath, grepArguments } from '../package-root.ts';
import { exitStatus } from '../subcommand.ts';
import { removeForGood } from '../temporary-folder.ts';
import { type FolderLock, lockReports } from './folder-lock.ts';
import { checkRun } from './run-checks.ts';
import { environmentOf, type RunOptions } from './run-options.ts';
import { type PlannedRun, planRun } from './run-plan.ts';
import { writeRunRecord } from './run-record.ts';
import { endWithoutResults, type Runner, startRunner } from './runner-process.ts';

function partOf({ shard }: RunOptions, { CONFORMANCE_SEED: seed }: NodeJS.ProcessEnv): Shard | undefined {
  if (shard === undefined) return undefined;
  const part = shardOf(shard);
  if (seed?.trim() !== 'random') return part;
  throw new ConfigurationError(
    '--shard needs another seed than random: all shards of a run have the same one.',
  );
}

/** Opens the run; returns the exit status if it ends here because nothing was accepted. */
async function openOrEnd(
  settings: Settings,
  plan: RunPlan,
  runner: Runner,
  options: RunOptions,
): Promise<number | undefined> {
  const { shard } = settings;
  // All shards would open the same embedded endpoint in the same way.
  if (shard !== undefined && shard.number > 1 && settings.target.environment === 'embedded') return undefined;
  const { openRun } = await import('../../opening/open-run.ts');
  const { report, exchanges } = await openRun(settings);
  const { stopped } = report;
  if (stopped === undefined) {
    const { writingLines } = await import('../../reports/opening.ts');
    if (options.quiet !== true) for (const line of writingLines(report)) process.stderr.write(`${line}.\n`);
    return undefined;
  }
  await runner.discard();
  const { reportNothing } = await import('../../reports/run/finish-run.ts');
  const { exitCode, result } = await reportNothing(plan, stopped.says);
  if (options.quiet === true) return exitCode;
  process.stderr.write(
    `${result}: ${plainLine(stopped.says)}; nothing ${result === 'non-conformant' ? 'else ' : ''}was tested. The reports are in ${settings.out}.\n`,
  );
  const { causeLines, sharedCauses } = await import('../../reports/opening.ts');
  const causes = sharedCauses(report);
  if (exchanges.length > 0 || stopped.kind !== 'unreachable')
    for (const shared of causes.length > 0 ? causes : [{ cause: stopped, operations: settings.operations }])
      process.stderr.write(`\n${causeLines(shared).join('\n')}\n`);
  return exitCode;
}

/** Opens the run, runs the specs in Playwright and returns the exit status. */
export async function runSuite(options: RunOptions): Promise<number> {
  const environment = environmentOf(options);
  // Wrong options end here before a runner starts.
  const shard = partOf(options, environment);
  const before = readSettings(environment, defined({ shard }));
  await checkRun(before, options);
  const unnamed = options.quiet === true ? undefined : unnamedLine(environment);
  // This is part of the normal output, since stderr is for problems.
  if (unnamed !== undefined) console.log(unnamed);
  const lock = lockReports(before.out);
  let [served, runner]: [Served?, Runner?] = [];
  try {
    served = await serveTarget(before, environment);
    // A run with --grep is about few tests and skips the opening.
    const opened = !(options.skipOpening ?? before.grep !== undefined);
    const settings = { ...served.settings, opened };
    maskSecrets(settings);
    writeRunRecord(settings);
    const plan = planRun(settings);
    // If the opening is killed, `clean-up` finds what it left.
    writePlan(plan);
    environment.CONFORMANCE_PLAN = planFile(plan.out);
    // It takes a second or two to load, which it does while the run is opened.
    runner = startRunner(runnerWords(options, plan), environment, lock, { ...options, out: plan.out });
    if (opened) {
      const ended = await openOrEnd(settings, plan, runner, options).catch((error: unknown) => {
        if (!(error instanceof SendingStopped)) throw error;
        return undefined;
      });
      if (ended !== undefined) return ended;
    }
    const stoppedBy = whatStopped();
    if (stoppedBy !== undefined) {
      await runner.discard();
      return await endWithoutResults(plan, { code: 0, stoppedBy });
    }
    return await runSpecs(runner, plan, lock);
  } finally {
    await runner?.discard();
    await served?.close();
    lock.release();
  }
}

/** The arguments of Playwright for a run. */
function runnerWords({ maxFailures }: RunOptions, { grep, shard }: PlannedRun): readonly string[] {
  return [
    '--config',
    configPath('../runner.config'),
    ...grepArguments(grep),
    ...(shard === undefined ? [] : [`--shard=${shardText(shard)}`]),
    ...(maxFailures === undefined ? [] : [`--max-failures=${maxFailures}`]),
  ];
}

/** Lets the specs run in Playwright, which writes the reports, and returns the exit status of the reporter. */
async function runSpecs(runner: Runner, plan: PlannedRun, lock: FolderLock): Promise<number> {
  const decided = join(plan.out, 'exit-code');
  rmSync(decided, { force: true });
  const end = await runner.begin();
  // Workers and browsers of a killed runner end a moment later.
  if (end.isKilled) await removeForGood(lock.scratch);
  if (existsSync(decided)) {
    const status = Number(readFileSync(decided, 'utf8'));
    if (end.stoppedBy !== undefined && status === exitStatus.conformant)
      process.stderr.write(
        `The run was stopped by ${end.stoppedBy} after its last test; its reports are whole.\n`,
      );
    return status;
  }
  return endWithoutResults(plan, end);
}
