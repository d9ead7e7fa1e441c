import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../reports/replace-file.ts';
import { usualTarget } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { isObject } from '../../schemas/json.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { testName, testPattern } from '../../schemas/source-name.ts';
import { type Origin, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readJsonFile } from '../../targets/file/read-json-file.ts';
import { embeddedTargetFile, type Settings } from '../../targets/settings.ts';
import type { RunOptions } from '../project/run-options.ts';

const fileName = 'run.json';

/** Writes the options that repeat a run next to its evidence; they hold no secret. */
export function writeRunRecord(settings: Settings): void {
  const { operations, fault, grep } = settings;
  const record: RunOptions = {
    target: settings.targetFile,
    profile: settings.profile,
    warnings: settings.warnings,
    seed: String(settings.seed),
    day: settings.day,
    runs: String(settings.runs),
    ...(operations.length === operationIds.length ? {} : { operation: operations.join(',') }),
    ...defined({ fault, grep }),
  };
  makeFolder(settings.out);
  writeFileSync(join(settings.out, fileName), `${JSON.stringify(record, null, 2)}\n`);
}

/** Returns whether a folder has the record of a run that can be repeated. */
export function holdsRun(out: string): boolean {
  return existsSync(join(out, fileName));
}

/** The options that are read from a record; others are ignored, since anyone may have written it. */
const kept = ['target', 'profile', 'warnings', 'seed', 'day', 'runs', 'operation', 'fault', 'grep'] as const;

/** Returns the options of the run in a folder; throws `ConfigurationError` if they are not JSON. */
export function readRunRecord(out: string): RunOptions {
  const file = join(out, fileName);
  if (!existsSync(file)) return {};
  const read = readJsonFile(file, 'record of a run');
  if (!isObject(read)) return {};
  return Object.fromEntries(
    kept.flatMap((name) => (typeof read[name] === 'string' ? [[name, read[name]]] : [])),
  );
}

/** Returns the options that repeat tests of a run; of a certification they are a rehearsal (profile ci). */
export function repetitionOf(folder: string, tests: readonly Pick<Origin, 'file' | 'test'>[]): RunOptions {
  const record = readRunRecord(folder);
  return {
    ...record,
    ...(record.profile === 'certification' ? { profile: 'ci' } : {}),
    grep: [...new Set(tests.map(({ file = '', test }) => testPattern(testName(file, test))))].join('|'),
  };
}

/**
 * Returns the target file for work on the reports of a folder: the named one, that of the environment, the embedded one
 * or the usual one of the current folder. Reports may be foreign, so if only they name a target file it throws
 * `ConfigurationError`.
 */
export function targetFor(folder: string, named: string | undefined): string {
  const chosen = named ?? process.env.CONFORMANCE_TARGET?.trim();
  if (chosen) return chosen;
  const { target } = readRunRecord(folder);
  if (target === undefined || target === embeddedTargetFile()) return embeddedTargetFile();
  // The usual target file is the user's own choice, not that of the reports.
  if (resolve(target) === resolve(usualTarget) && existsSync(usualTarget)) return usualTarget;
  throw new ConfigurationError(
    `The run of ${folder} had the target file ${plainLine(target)}. Reports alone choose none: name it with --target.`,
  );
}
