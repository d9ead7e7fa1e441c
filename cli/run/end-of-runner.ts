import type { ChildProcess } from 'node:child_process';
import { reportNothing } from '../../reports/run/finish-run.ts';
import { lackOfRoom } from '../../reports/run/room.ts';
import { type ReporterOptions, readBegunRun } from '../../reports/run/run-facts.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { onStop, stopSignals, whatStopped } from '../../targets/stop.ts';
import { exitStatus } from '../exit-status.ts';

/** How a runner ended: its status, and what stopped it where it was stopped. */
export interface EndOfRunner {
  readonly code: number;
  readonly stoppedBy?: string | undefined;
}

/** Waits for the end of a runner, which is told when this command is stopped, and dies with this command. */
export async function endOfRunner(child: ChildProcess): Promise<EndOfRunner> {
  // A terminal sends the signal to both, anybody else to one of them; it is told once and minds no second time.
  const release = onStop((by) => void (child.connected && child.send({ stop: by }, () => {})));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const code = await new Promise<number>((resolve) => {
    const ended = (status: number | null) => resolve(status ?? 130);
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode);
    else child.on('exit', ended);
  });
  process.off('exit', kill);
  release();
  const signal = stopSignals.find((one) => one === child.signalCode);
  return { code, stoppedBy: whatStopped() ?? signal };
}

/** Says why a runner left no result, or that none was started, writes what reports there can be, and returns the exit status of the run. */
export async function endWithoutResults(
  options: ReporterOptions,
  { code, stoppedBy }: EndOfRunner,
): Promise<number> {
  // What this command began is its opening, whose exchanges it reports itself.
  const begun = readBegunRun(options.out);
  const isBegun = begun !== undefined && begun.pid !== process.pid;
  const advice = isBegun
    ? ` ${commandLine('report', 'recover', options.out)} makes the reports of what was recorded.`
    : '';
  if (stoppedBy === undefined) {
    // A runner whose first line finds no room has no words for it.
    const why = lackOfRoom(options.out) ?? 'Its messages above say why.';
    process.stderr.write(`The runner ended (${code}) without results. ${why}${advice}\n`);
    return exitStatus.suiteError;
  }
  // Before its first test nothing is recorded but what the opening sent.
  const where = isBegun ? 'its reports were written' : 'its first test';
  if (!isBegun) await reportNothing(options, `the run was stopped by ${stoppedBy} before its first test`);
  process.stderr.write(`incomplete: the run was stopped by ${stoppedBy} before ${where}.${advice}\n`);
  return exitStatus.incomplete;
}
