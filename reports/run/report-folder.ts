import { existsSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { digestFile } from '../digest.ts';
import { makeFolder } from '../replace-file.ts';
import { planFile } from './run-facts.ts';

/** Makes the folder of a run, for its owner alone, and returns its path: with a number if the name is taken. */
export function newReportFolder(wanted: string): string {
  let folder = wanted;
  for (let number = 2; existsSync(folder); number += 1) folder = `${wanted}-${number}`;
  makeFolder(folder, 0o700);
  return folder;
}

/** Removes what reporters of a run without a test made in its folder, unless an earlier run has it. */
export function forgetEmptyRun(out: string): void {
  if (reportsAround(out) !== undefined || !existsSync(out)) return;
  rmSync(join(out, 'allure-results'), { recursive: true, force: true });
  for (const folder of [out, dirname(out)]) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Removes what the processes of a run told each other, once its reports are written. */
export function forgetShared(out: string): void {
  rmSync(join(out, 'runner'), { recursive: true, force: true });
}

/** Why nothing may be written to a path: `around` lies in a folder of reports; undefined if it does not. */
export function whyInReports(path: string, around = path): string | undefined {
  const reports = reportsAround(around);
  return (
    reports && `${path} must not lie in ${reports}, which holds reports: every file there counts as evidence.`
  );
}

/** The folder of reports in which a path lies, whose digest covers all files in it; undefined if there is none. */
function reportsAround(path: string): string | undefined {
  const there = existsSync(path) ? statSync(path) : undefined;
  // A device or a pipe belongs to no folder.
  if (there !== undefined && !there.isFile() && !there.isDirectory()) return undefined;
  const at = there === undefined ? resolve(path) : realpathSync(path);
  if (existsSync(join(at, digestFile)) || existsSync(planFile(at))) return at;
  return dirname(at) === at ? undefined : reportsAround(dirname(at));
}
