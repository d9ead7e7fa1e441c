import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Register } from '../mock/admission.ts';
import type { Shard } from '../reports/run/choices.ts';
import { whyInReports } from '../reports/run/report-folder.ts';
import { usualTarget } from '../schemas/command-line.ts';
import { documentedOperations, isDocumented } from '../schemas/operations.ts';
import { type DocumentedOperationId, operationIds } from '../schemas/types.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { didYouMean } from '../targets/nearest.ts';
import { embeddedWord, isServiceUnnamed, numberIn, targetFileIn, wordIn } from '../targets/settings.ts';

/** Parses a shard such as `2/4`; throws if it is invalid. */
export function shardOf(text: string, option = '--shard'): Shard {
  const [, number = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (number >= 1 && number <= of) return { number, of };
  throw new ConfigurationError(
    `${option} must be i/n with i from 1 to n, n at most 999, as in 2/4; found "${text}".`,
  );
}

/** Returns a parser for a whole number from `least` to `most`. */
export function wholeNumber(option: string, least: number, most: number): (value: string) => number {
  return (value) => numberIn(option, value, least, most);
}

/** Returns a parser for one of these words. */
export function oneOf<Word extends string>(option: string, words: readonly Word[]): (value: string) => Word {
  return (value) => wordIn(option, value, words);
}

/** Throws if an option is given that has no effect on `what`, apart from the `used` ones (`contentType`). */
export function refuseUnused(command: Command, what: string, used: readonly string[]): void {
  const unused = command.options.find((option) => {
    const name = option.attributeName();
    return command.getOptionValueSource(name) === 'cli' && !used.includes(name);
  });
  if (unused !== undefined)
    throw new ConfigurationError(`${unused.long} has no effect on ${what}: leave it out.`);
}

/** Parses a further value of an option that may be given several times. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** Parses a further merchant and its accounts, such as `M1:A1,A2`. */
export function merchantAnd(value: string, before: Register = {}): Register {
  const [, merchant, accounts] = /^([^\s:,]+):([^\s:,]+(?:,[^\s:,]+)*)$/.exec(value) ?? [];
  if (merchant === undefined || accounts === undefined)
    throw new ConfigurationError(
      `--merchant must be a merchant_id, a colon and its account_ids, as in M1:A1,A2; found "${value}".`,
    );
  return { ...before, [merchant]: accounts.split(',') };
}

/** Parses a documented operation; the error names the nearest one. */
export function documentedOperation(name: string): DocumentedOperationId {
  const known = operationIds.find((id) => id === name);
  if (known !== undefined && isDocumented(known)) return known;
  const names = documentedOperations.map(({ id }) => id);
  throw new ConfigurationError(
    `operation must be one of ${names.join(', ')}, found "${name}".${didYouMean(name, names)}`,
  );
}

/** Parses an existing folder. */
export function existingFolder(path: string): string {
  if (existsSync(path) && statSync(path).isDirectory()) return path;
  throw new ConfigurationError(`"${path}" is not a folder.`);
}

/** Returns whether a path ends without the name of a file. */
const isNameless = (path: string): boolean => /(?:^|[/\\])\.{0,2}$/.test(path);

/** Parses the path of a file to write: no folder, no private key, and not in a folder of reports. */
export function newFile(path: string): string {
  const there = existsSync(path) ? statSync(path) : undefined;
  const inReports = whyInReports(path);
  if (isNameless(path) || there?.isDirectory())
    throw new ConfigurationError(`"${path}" must name a file to write, found a folder or no name.`);
  if (inReports !== undefined) throw new ConfigurationError(inReports);
  if (there?.isFile() && there.size < 65_536 && readFileSync(path, 'latin1').includes('PRIVATE KEY-----'))
    throw new ConfigurationError(`${path} holds a private key; a key is never written over.`);
  return path;
}

/** The option that chooses the service of a command. */
export interface TargetChoice {
  readonly target?: string | undefined;
}

/** Adds the option that chooses a service. */
export function targetOption(command: Command): Command {
  return command.option(
    '--target <file>',
    `target file, or ${embeddedWord} for the endpoint of the suite (default: ${usualTarget} of this folder)`,
  );
}

/** Returns a line about the service that is used by default; undefined if options or environment name one. */
export function unnamedLine(environment: NodeJS.ProcessEnv): string | undefined {
  if (!isServiceUnnamed(environment)) return undefined;
  return targetFileIn(environment) === usualTarget
    ? `Target file: ${usualTarget} of this folder.`
    : `No --target, and no ${usualTarget} in this folder: this is the embedded endpoint of the suite, not your service.`;
}

/** Writes a line to standard error, if there is one. */
export function printToStderr(line: string | undefined): void {
  if (line !== undefined) process.stderr.write(`${line}\n`);
}
