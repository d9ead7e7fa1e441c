import type { Command } from 'commander';
import { usualTarget } from '../schemas/command-line.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { embeddedTargetFile, isUnnamed, targetFileIn } from '../targets/settings.ts';

/** Which service a command is about, as its options say it. */
export interface TargetChoice {
  readonly target?: string | undefined;
  readonly embedded?: true | undefined;
}

/** Adds the options that choose a service; `about` says what the target file is for. */
export function targetOptions(command: Command, about = 'target file'): Command {
  return command
    .option('--target <file>', `${about} (default: ${usualTarget} of this folder)`)
    .option('--embedded', 'use the embedded endpoint of the suite, also where this folder has a target file');
}

/** The target file that options name; undefined where they leave it open. */
export function targetNamed({ target, embedded }: TargetChoice): string | undefined {
  if (embedded !== true) return target;
  if (target === undefined) return embeddedTargetFile();
  throw new ConfigurationError('--target and --embedded name two services: give one of them.');
}

/** Which service is used where neither options nor environment name one, in a line; undefined where they do. */
export function unnamedLine(environment: NodeJS.ProcessEnv): string | undefined {
  if (!isUnnamed(environment)) return undefined;
  return targetFileIn(environment) === usualTarget
    ? `Target file: ${usualTarget} of this folder.`
    : `No --target, and no ${usualTarget} in this folder: this is the embedded endpoint of the suite, not your service.`;
}

/** Writes a line to standard error, where there is one. */
export function sayAside(line: string | undefined): void {
  if (line !== undefined) process.stderr.write(`${line}\n`);
}
