import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readFacts } from '../../reports/evidence.ts';
import { type CurlPlace, typedPath } from '../../reports/exports/repeat.ts';
import { usualTarget } from '../../schemas/command-line.ts';
import { given } from '../../schemas/given.ts';
import { isObject } from '../../schemas/json.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { testName, testPattern } from '../../schemas/source-name.ts';
import { type Origin, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readJsonFile } from '../../targets/file/read-json-file.ts';
import { embeddedTargetFile, printedTarget, type Settings } from '../../targets/settings.ts';
import type { RunOptions } from './run-options.ts';

const fileName = 'run.json';

/** Keeps, next to the evidence, the options that make a run again; it holds no secret. */
export function writeRunRecord(settings: Settings): void {
  const { operations, fault, dialect, grep } = settings;
  const record: RunOptions = {
    target: settings.targetFile,
    profile: settings.profile,
    seed: String(settings.seed),
    day: settings.day,
    runs: String(settings.runs),
    ...(operations.length === operationIds.length ? {} : { operation: operations.join(',') }),
    ...given({ fault, dialect, grep }),
  };
  mkdirSync(settings.out, { recursive: true });
  writeFileSync(join(settings.out, fileName), `${JSON.stringify(record, null, 2)}\n`);
}

/** Whether a folder holds the reports of a run, whose tests can be repeated. */
export function holdsRun(out: string): boolean {
  return existsSync(join(out, fileName));
}

/** The options that a record may hold: what else is in it, as in one that somebody else wrote, is nothing that a run keeps. */
const kept = ['target', 'profile', 'seed', 'day', 'runs', 'operation', 'fault', 'dialect', 'grep'] as const;

/** Reads the options of the run that left its reports in a folder; throws `ConfigurationError` where they are no JSON. */
export function readRunRecord(out: string): RunOptions {
  const file = join(out, fileName);
  if (!existsSync(file)) return {};
  const read = readJsonFile(file, 'record of a run');
  if (!isObject(read)) return {};
  return Object.fromEntries(
    kept.flatMap((name) => (typeof read[name] === 'string' ? [[name, read[name]]] : [])),
  );
}

/** The options that repeat some tests of the run of a folder, with its seed, day and depth; a part of a certification is a rehearsal. */
export function repetitionOf(folder: string, tests: readonly Pick<Origin, 'file' | 'test'>[]): RunOptions {
  const record = readRunRecord(folder);
  return {
    ...record,
    ...(record.profile === 'certification' ? { profile: 'ci' } : {}),
    grep: [...new Set(tests.map(({ file = '', test }) => testPattern(testName(file, test))))].join('|'),
  };
}

/**
 * The target file for what is done with the reports of a folder: the one that is named, else the one of the environment, for
 * a run of the embedded endpoint its own, and for one of the target file of this folder that one. Reports may come from someone else, whose word chooses no program and no
 * address: throws `ConfigurationError` where they alone name a target file.
 */
export function targetFor(folder: string, named: string | undefined): string {
  const chosen = named ?? process.env.CONFORMANCE_TARGET?.trim();
  if (chosen) return chosen;
  const { target } = readRunRecord(folder);
  if (target === undefined || target === embeddedTargetFile()) return embeddedTargetFile();
  // The folder of the user chose it, as it did for the run, and not the reports.
  if (resolve(target) === resolve(usualTarget) && existsSync(usualTarget)) return usualTarget;
  throw new ConfigurationError(
    `The run of ${folder} had the target file ${plainLine(target)}. Reports alone choose none: name it with --target.`,
  );
}

/** The target file of a run as a printed command names it, for the user to judge; undefined for the usual one, and for one that came with the reports. */
export function namedTarget(folder: string): string | undefined {
  const file = printedTarget(readRunRecord(folder).target);
  const isInside = file !== undefined && !relative(resolve(folder), resolve(file)).startsWith('..');
  return isInside ? undefined : file;
}

/** Where the requests of the run of a folder went, as a command names it; `chosen` is the target file where the user names one. */
export function placeOf(folder: string, chosen: string | undefined = namedTarget(folder)): CurlPlace {
  const target = chosen === undefined ? undefined : typedPath(resolve(chosen));
  return given({ target, endpoint: readFacts(folder)?.place?.endpoint });
}
