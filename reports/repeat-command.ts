import { join, relative } from 'node:path';
import { commandLine } from '../schemas/command-line.ts';

/** A path as it is typed in the folder where the command runs. */
export function typedPath(path: string, from: string = process.cwd()): string {
  return relative(from, path) || '.';
}

/** The command that runs the test of an exchange again, from the folder where the run was started. */
export function replayCommand(exchange: string, out: string): string {
  const folder = typedPath(out);
  // Replay looks into the default folder by itself.
  return folder === join('reports', 'out')
    ? commandLine('replay', exchange)
    : commandLine('replay', exchange, '--from', folder);
}

/** The command that judges a recorded exchange again, for traffic that no test sent. */
export function judgeCommand(exchange: string, out: string): string {
  return commandLine('judge', join(typedPath(out), 'exchanges.ndjson'), '--exchange', exchange);
}
