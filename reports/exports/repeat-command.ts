import { join, relative } from 'node:path';
import { commandLine } from '../../schemas/command-line.ts';

/** A path as it is typed in the folder where the command runs. */
export function typedPath(path: string, from: string = process.cwd()): string {
  return relative(from, path) || '.';
}

/** The command that runs the test of an exchange again, from the folder where the run was started; `target` is its target file where the usual one is another. */
export function replayCommand(exchange: string, out: string, target?: string): string {
  const folder = typedPath(out);
  // Replay looks into the default folder by itself.
  const from = folder === join('reports', 'out') ? [] : ['--from', folder];
  return commandLine(
    'replay',
    exchange,
    ...from,
    ...(target === undefined ? [] : ['--target', typedPath(target)]),
  );
}

/** The command that judges a recorded exchange again, for traffic that no test of the suite sent. */
export function judgeCommand(exchange: string, out: string): string {
  return commandLine('judge', typedPath(out), '--exchange', exchange);
}
