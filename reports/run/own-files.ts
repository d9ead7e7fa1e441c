import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { digestFile, envelopeFile } from '../digest.ts';
import { partsFolder } from '../evidence/collect.ts';
import { makeFolder } from '../replace-file.ts';
import { readEnvelope } from '../signing/envelope.ts';

/** Files that every run recreates; all other files of the folder belong to the user. */
const ownFiles = [
  'parts',
  'exchanges.ndjson',
  'conformance.json',
  'certificate.html',
  'allure-results',
  'allure-report',
  digestFile,
  envelopeFile,
  'opening.json',
  'exit-code',
  'reserve',
] as const;

/** Files that later runs continue or replace. */
const keptFiles = ['run.json', 'ledger.ndjson', 'runner'] as const;

/** Folders of a run that it may write to without recreating them. */
const writtenFolders = ['', partsFolder, 'allure-results', 'runner'] as const;

/** Name of the file that lists the names used by a run. Not evidence, because uploads leave out dot files. */
const markFile = '.conformance';

/** The names that a run uses in a folder; empty if it has no mark. */
function markedNamesIn(out: string): readonly string[] {
  try {
    const { made } = JSON.parse(readFileSync(join(out, markFile), 'utf8')) as { made?: unknown };
    return Array.isArray(made) ? made.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** A link, even a broken one, in a reports folder; it would make a run write elsewhere. */
export function linkIn(out: string): string | undefined {
  for (const folder of writtenFolders) {
    const dir = join(out, folder);
    if (lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true && folder !== '') continue;
    if (!existsSync(dir)) continue;
    const link = readdirSync(dir, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
    if (link !== undefined) return folder === '' ? link.name : `${folder}/${link.name}`;
  }
  return undefined;
}

/** One line if a folder contains a link or a user's file with a name that a run writes to, else undefined. */
export function whatIsInTheWay(out: string): string | undefined {
  const link = linkIn(out);
  if (link !== undefined)
    return `${out} holds the link ${link}, and reports are written to plain files only. Nothing was changed: remove the link, or choose another folder with --out.`;
  const taken = markedNamesIn(out);
  const foreign = [...ownFiles, ...keptFiles].filter(
    (name) => !taken.includes(name) && existsSync(join(out, name)),
  );
  if (foreign.length === 0) return undefined;
  return `${out} holds ${foreign.join(', ')}, and no run of this version has marked it as its own. Nothing was changed: choose another folder with --out, or remove these.`;
}

/** One line with the signers of a folder's reports, which no run replaces; undefined if they are not signed. */
export function whoSigned(out: string): string | undefined {
  const envelope = readEnvelope(out);
  if (envelope === undefined) return undefined;
  const signers = typeof envelope === 'object' ? envelope.signatures.map(({ keyid }) => keyid) : [];
  const by = signers.length === 0 ? '' : ` by ${signers.join(', ')}`;
  return `${out} holds reports that are signed${by}. Nothing was changed: choose another folder with --out, or move the signed reports away.`;
}

/** Removes old reports, or in a locked folder moves them aside until `settleReports`. Throws for a user's file. */
export function clearReports(out: string): void {
  claimFolder(out);
  if (existsSync(join(out, 'runner')) && !existsSync(asideFolderOf(out))) putAside(out);
  for (const name of ownFiles) rmSync(join(out, name), { recursive: true, force: true });
}

const asideFolderOf = (out: string) => join(out, 'runner', 'before');

/** True if the reports of the run before are set aside in a folder: a run there is on or was killed. */
export const hasReportsAside = (out: string): boolean =>
  existsSync(asideFolderOf(out)) && readdirSync(asideFolderOf(out)).length > 0;

function putAside(out: string): void {
  const aside = asideFolderOf(out);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of ownFiles)
    if (existsSync(join(out, name))) renameSync(join(out, name), join(aside, name));
  if (existsSync(join(out, 'run.json'))) copyFileSync(join(out, 'run.json'), join(aside, 'run.json'));
}

/** True if a run has recorded exchanges or made reports in a folder; a refused run has not. */
export function hasResults(out: string): boolean {
  const parts = join(out, partsFolder);
  return (
    ['conformance.json', 'exchanges.ndjson'].some((name) => existsSync(join(out, name))) ||
    (existsSync(parts) && readdirSync(parts).some((name) => name.endsWith('.ndjson')))
  );
}

/** Deletes reports moved aside if the run recorded something, else restores them; returns whether it restored any. */
export function settleReports(out: string): boolean {
  const aside = asideFolderOf(out);
  if (!existsSync(aside)) return false;
  const old = hasResults(out) ? [] : readdirSync(aside);
  if (!hasResults(out))
    for (const name of [...ownFiles, 'run.json']) rmSync(join(out, name), { recursive: true, force: true });
  for (const name of old) renameSync(join(aside, name), join(out, name));
  rmSync(aside, { recursive: true, force: true });
  return old.length > 0;
}

/** Marks a folder as a run's own; throws an `Error` if it contains a user's file with a name that a run uses. */
export function claimFolder(out: string): void {
  const inTheWay = whatIsInTheWay(out);
  if (inTheWay !== undefined) throw new Error(inTheWay);
  makeFolder(out, 0o700);
  const mark = { made: [...ownFiles, ...keptFiles] };
  writeFileSync(join(out, markFile), `${JSON.stringify(mark)}\n`, { mode: 0o600 });
}

/** Removes the mark of a folder in which a run left nothing, and the folder too if it is `made` and empty. */
export function unmarkFolder(out: string, made: boolean): void {
  if ([...ownFiles, ...keptFiles].some((name) => existsSync(join(out, name)))) return;
  rmSync(join(out, markFile), { force: true });
  if (made && existsSync(out) && readdirSync(out).length === 0) rmdirSync(out);
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
  if ([markFile, digestFile].some((name) => existsSync(join(at, name)))) return at;
  return dirname(at) === at ? undefined : reportsAround(dirname(at));
}

/** True if a run has marked the folder as its own. */
export function isMarked(out: string): boolean {
  return existsSync(join(out, markFile));
}
