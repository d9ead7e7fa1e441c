import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  'evidence.sha256.json',
  'outcomes.json',
  'opening.json',
  'exit-code',
  'reserve',
] as const;

/** What later runs go on with, or replace. */
const keptFiles = ['run.json', 'ledger.ndjson', 'runner'] as const;

/** What the opening of this very run has already written. */
const openingFiles: readonly string[] = ['parts', 'opening.json'];

/** Name of the file that says which names of a folder a run has taken. */
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

/** Says in one line that a folder holds something of the user under a name that a run writes to; undefined when it does not. */
export function whatIsInTheWay(out: string): string | undefined {
  const taken = takenIn(out);
  const foreign = [...ownFiles, ...keptFiles].filter(
    (name) => !taken.includes(name) && existsSync(join(out, name)),
  );
  if (foreign.length === 0) return undefined;
  return `${out} holds ${foreign.join(', ')}, and no run of this version has marked it as its own. Nothing was changed: choose another folder with --out, or remove what stands there.`;
}

/** Removes what an earlier run left in a folder, so that no old result is taken for a new one; throws where that would be the user's. Keeps what the opening of this run wrote. */
export function clearReports(out: string, { opened = false } = {}): void {
  claimFolder(out);
  for (const name of ownFiles)
    if (!opened || !openingFiles.includes(name)) rmSync(join(out, name), { recursive: true, force: true });
}

/** Marks a folder as a run's own; throws where it holds something of the user under a name that a run writes to. */
export function claimFolder(out: string): void {
  const inTheWay = whatIsInTheWay(out);
  if (inTheWay !== undefined) throw new Error(inTheWay);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const mark = { made: [...ownFiles, ...keptFiles] };
  writeFileSync(join(out, markFile), `${JSON.stringify(mark)}\n`, { mode: 0o600 });
}
