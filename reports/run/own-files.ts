import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { digestFile, readDigest } from '../digest.ts';
import { partsFolder } from '../evidence/collect.ts';
import { fingerprintOf } from '../signing/seal.ts';

/** What a run makes anew in its folder; the rest of the folder is the user's. */
const ownFiles = [
  'parts',
  'exchanges.ndjson',
  'conformance.json',
  'certificate.html',
  'exchanges.html',
  'junit.xml',
  'code-quality.json',
  'findings.sarif',
  'allure-results',
  'allure-report',
  'no-allure-report.txt',
  digestFile,
  'opening.json',
  'exit-code',
  'reserve',
] as const;

/** What later runs go on with, or replace. */
const keptFiles = ['run.json', 'ledger.ndjson', 'runner'] as const;

/** Folders of a run that it writes to without making them anew in every case. */
const writtenFolders = ['', partsFolder, 'allure-results', 'runner'] as const;

/** Name of the file that says which names of a folder a run has taken; no evidence, as uploads leave dot files out. */
const markFile = '.conformance';

/** The names that a run has taken in a folder; none without its mark. */
function takenIn(out: string): readonly string[] {
  try {
    const { made } = JSON.parse(readFileSync(join(out, markFile), 'utf8')) as { made?: unknown };
    return Array.isArray(made) ? made.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** A link in a folder of reports, which would have a run write somewhere else; also one that leads nowhere. */
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

/** Says in one line that a folder holds something of the user under a name that a run writes to, or a link; undefined when it does not. */
export function whatIsInTheWay(out: string): string | undefined {
  const link = linkIn(out);
  if (link !== undefined)
    return `${out} holds the link ${link}, and reports are written to plain files only. Nothing was changed: remove the link, or choose another folder with --out.`;
  const taken = takenIn(out);
  const foreign = [...ownFiles, ...keptFiles].filter(
    (name) => !taken.includes(name) && existsSync(join(out, name)),
  );
  if (foreign.length === 0) return undefined;
  return `${out} holds ${foreign.join(', ')}, and no run of this version has marked it as its own. Nothing was changed: choose another folder with --out, or remove these.`;
}

/** Says in one line by whom the reports of a folder are signed, which no run replaces; undefined when they are not. */
export function whoSigned(out: string): string | undefined {
  const digest = readDigest(out);
  if (typeof digest === 'string' || digest.signature === undefined) return undefined;
  return `${out} holds reports that are signed by ${fingerprintOf(digest.signature.publicKey)}. Nothing was changed: choose another folder with --out, or move the signed reports away.`;
}

/** Removes what an earlier run left in a folder, so that no old result is taken for a new one; throws where that would be the user's. In a folder that is locked the old results wait aside for `settleReports`. */
export function clearReports(out: string): void {
  claimFolder(out);
  if (existsSync(join(out, 'runner')) && !existsSync(asideIn(out))) putAside(out);
  for (const name of ownFiles) rmSync(join(out, name), { recursive: true, force: true });
}

const asideIn = (out: string) => join(out, 'runner', 'before');

function putAside(out: string): void {
  const aside = asideIn(out);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of ownFiles)
    if (existsSync(join(out, name))) renameSync(join(out, name), join(aside, name));
  if (existsSync(join(out, 'run.json'))) copyFileSync(join(out, 'run.json'), join(aside, 'run.json'));
}

/** Whether a run has recorded anything in a folder, or made its reports; one that was refused has at most said so. */
export function hasResults(out: string): boolean {
  const parts = join(out, partsFolder);
  return (
    ['conformance.json', 'exchanges.ndjson'].some((name) => existsSync(join(out, name))) ||
    (existsSync(parts) && readdirSync(parts).some((name) => name.endsWith('.ndjson')))
  );
}

/** Ends the wait of old results: they go where a run recorded anything, and return to their place where it recorded nothing, as after wrong use. Returns whether they do. */
export function settleReports(out: string): boolean {
  const aside = asideIn(out);
  if (!existsSync(aside)) return false;
  const old = hasResults(out) ? [] : readdirSync(aside);
  if (!hasResults(out))
    for (const name of [...ownFiles, 'run.json']) rmSync(join(out, name), { recursive: true, force: true });
  for (const name of old) renameSync(join(aside, name), join(out, name));
  rmSync(aside, { recursive: true, force: true });
  return old.length > 0;
}

/** Marks a folder as a run's own; throws where it holds something of the user under a name that a run writes to. */
export function claimFolder(out: string): void {
  const inTheWay = whatIsInTheWay(out);
  if (inTheWay !== undefined) throw new Error(inTheWay);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const mark = { made: [...ownFiles, ...keptFiles] };
  writeFileSync(join(out, markFile), `${JSON.stringify(mark)}\n`, { mode: 0o600 });
}

/** Takes the mark of a folder back in which a run left nothing, and the folder itself where it is `made` and empty. */
export function unmarkFolder(out: string, made: boolean): void {
  if ([...ownFiles, ...keptFiles].some((name) => existsSync(join(out, name)))) return;
  rmSync(join(out, markFile), { force: true });
  if (made && existsSync(out) && readdirSync(out).length === 0) rmdirSync(out);
}

/** Whether a run has marked a folder as its own. */
export function isMarked(out: string): boolean {
  return existsSync(join(out, markFile));
}
