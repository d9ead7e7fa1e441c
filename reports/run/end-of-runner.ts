import { rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FullResult } from '@playwright/test/reporter';
import { plainText } from '../../schemas/plain-text.ts';
import { readOpening } from '../opening.ts';
import { redactText } from '../redact.ts';
import type { collectOutcomes } from './collect-outcomes.ts';
import { finishRun } from './finish-run.ts';
import type { RunPlan } from './run-facts.ts';

/** How the runner ended: its own status, and how many of the planned tests of the specs came to their end. */
interface EndOfRunner extends Pick<FullResult, 'status'> {
  readonly ended: number;
  readonly planned: number;
  /** Why a merge is not the whole run; these reasons come first. */
  readonly problems?: readonly string[];
  /** Absent if it ended just now. */
  readonly endedAt?: string;
}

/** Why a run ended early; undefined if every planned test ran. */
function whyEarly(out: string, { status, ended, planned }: EndOfRunner): string | undefined {
  const stopped = readOpening(out)?.stopped;
  if (stopped !== undefined) return stopped.says;
  if (status === 'interrupted') return 'the run was interrupted';
  if (status === 'timedout') return 'the run ran into its time limit';
  return ended < planned ? `${ended} of ${planned} planned tests ran` : undefined;
}

/** Writes the reports of a run that has ended, prints the summary, and returns the exit status of the suite. */
export async function finishInTime(
  plan: RunPlan,
  { outcomes, interrupt }: ReturnType<typeof collectOutcomes>,
  end: EndOfRunner,
): Promise<number> {
  const why = whyEarly(plan.out, end);
  for (const reason of [why ?? [], ...(end.problems ?? []).toReversed()].flat()) interrupt(reason);
  try {
    return await finishRun(plan, outcomes, end.endedAt);
  } catch (error) {
    const reason = plainText(redactText((error as Error).message));
    process.stdout.write(`The reports could not be finished: ${reason}\n`);
    return 4;
  }
}

/** Ends the process with a worse exit status than the runner's own 0 or 1; another one, such as 130, stays. */
export function raiseExitStatus(own: number): void {
  process.once('exit', (code) => {
    if (code <= 1 && own > code) process.exitCode = own;
  });
}

/** Makes `latest` beside the folder of a run lead to it. */
export function linkLatest(out: string): void {
  const latest = join(dirname(out), 'latest');
  try {
    rmSync(latest, { force: true });
    symlinkSync(basename(out), latest);
  } catch {
    // A file system without links, or a folder of the user's with this name.
  }
}
