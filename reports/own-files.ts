import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a run writes into its folder; the rest of the folder is the user's. */
const ownFiles = [
  'parts',
  'exchanges.ndjson',
  'conformance.json',
  'certificate.html',
  'junit.xml',
  'allure-results',
  'allure-report',
  'no-allure-report.txt',
  'evidence.sha256.json',
  'outcomes.json',
  'opening.json',
  'exit-code',
  'reserve',
];

/** What the opening of this very run has already written. */
const openingFiles = ['parts', 'opening.json'];

/** Removes what an earlier run left in a folder, so that no old result is taken for a new one; keeps what the opening of this run wrote. */
export function clearReports(out: string, { opened = false } = {}): void {
  for (const name of ownFiles)
    if (!opened || !openingFiles.includes(name)) rmSync(join(out, name), { recursive: true, force: true });
}
