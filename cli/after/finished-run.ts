import { statSync } from 'node:fs';
import { readBegunRun } from '../../reports/run/run-facts.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isAlive } from '../process-life.ts';

/** Throws one line for the folder of a run that has no reports yet: it still goes on, or it was killed. */
export function demandFinished(path: string): void {
  const begun = statSync(path).isDirectory() ? readBegunRun(path) : undefined;
  if (begun === undefined) return;
  const { pid } = begun;
  throw new ConfigurationError(
    isAlive({ pid })
      ? `The run in ${path} is still going on (process ${pid}); wait for its end.`
      : `The run in ${path} was ended before its reports were written; ${commandLine('report', 'recover', path)} makes them.`,
  );
}
