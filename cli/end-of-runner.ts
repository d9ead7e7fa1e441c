import type { ChildProcess } from 'node:child_process';
import { readBegunRun } from '../reports/begun-run.ts';
import { reportNothing } from '../reports/finish-run.ts';
import type { ReporterOptions } from '../reports/reporter-options.ts';
import { lackOfRoom } from '../reports/room.ts';
import { commandLine } from '../schemas/command-line.ts';
import { exitStatus } from './exit-status.ts';

/** How a runner ended: its status, and whether somebody asked for it. */
export interface EndOfRunner {
  readonly code: number;
  readonly isStopped: boolean;
}

/** Waits for the end of a runner. Ctrl-C reaches it, too; what ends this command alone, or closes its terminal, is passed on. */
export async function endOfRunner(child: ChildProcess): Promise<EndOfRunner> {
  let isStopped = false;
  const note = () => {
    isStopped = true;
  };
  const stop = () => {
    note();
    child.kill('SIGINT');
  };
  const handlers = { SIGINT: note, SIGTERM: stop, SIGHUP: stop } as const;
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
  const code = await new Promise<number>((resolve) => {
    const ended = (status: number | null) => resolve(status ?? 130);
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode);
    else child.on('exit', ended);
  });
  for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
  return { code, isStopped };
}

/** Says why a runner left no result, writes what reports there can be, and returns the exit status of the run. */
export async function endWithoutResults(
  options: ReporterOptions,
  { code, isStopped }: EndOfRunner,
): Promise<number> {
  const isBegun = readBegunRun(options.out) !== undefined;
  const advice = isBegun
    ? ` ${commandLine('recover', options.out)} makes the reports of what was recorded.`
    : '';
  if (!isStopped) {
    // A runner whose first line finds no room has no words for it.
    const why = lackOfRoom(options.out) ?? 'Its messages above say why.';
    process.stderr.write(`The runner ended (${code}) without results. ${why}${advice}\n`);
    return exitStatus.suiteError;
  }
  // Before its first test nothing is recorded but what the opening sent.
  const where = isBegun ? 'its reports were written' : 'its first test';
  if (!isBegun) {
    // Whoever asks again gets reports all the same.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    await reportNothing(options, 'the run was interrupted before its first test');
    process.off('SIGINT', ignore);
  }
  process.stderr.write(`incomplete: the run was interrupted before ${where}.${advice}\n`);
  return exitStatus.incomplete;
}
