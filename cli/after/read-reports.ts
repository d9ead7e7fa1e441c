import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnreadable } from '../../reports/evidence/collect.ts';
import { readPlan } from '../../reports/run/run-facts.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { validateStatement } from '../../reports/statement.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readJsonFile } from '../../targets/file/read-json-file.ts';
import { isAlive } from '../../targets/lock.ts';

/** Throws if a folder contains anything but files and folders: reading a pipe would never end. */
export function demandPlainFiles(folder: string): void {
  const odd = readdirSync(folder).find((name) => {
    const there = statSync(join(folder, name), { throwIfNoEntry: false });
    return there !== undefined && !there.isFile() && !there.isDirectory();
  });
  if (odd !== undefined)
    throw new ConfigurationError(`${join(folder, odd)} is not a plain file; nothing was read.`);
}

/** Throws if a run has no reports yet because it is still running or was killed, or if an earlier release wrote them. */
export function demandFinished(path: string): void {
  if (!statSync(path).isDirectory()) return;
  demandPlainFiles(path);
  const why = whyUnfinished(path) ?? whyUnreadable(path);
  if (why !== undefined) throw new ConfigurationError(why);
}

/** Returns why the run in a folder has no reports yet; undefined if it has. */
function whyUnfinished(path: string): string | undefined {
  const pid = readPlan(path)?.pid;
  if (pid === undefined) return undefined;
  return isAlive({ pid })
    ? `The run in ${path} is still running (process ${pid}); wait until it ends.`
    : `The run in ${path} was ended before its reports were written; a new run makes new ones.`;
}

/** Returns the statement of a file or of a run's folder; throws an error that names the file and the rule. */
export function readStatement(path: string): Statement {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (isFolder) demandPlainFiles(path);
  const file = isFolder ? join(path, 'conformance.json') : path;
  if (!existsSync(file))
    throw new ConfigurationError(`${file} does not exist; a run writes it into its reports.`);
  const value = readJsonFile(file, 'statement');
  const [problem] = validateStatement(value);
  if (problem !== undefined) throw new ConfigurationError(`${file} is not a statement: ${problem}`);
  return value as unknown as Statement;
}
