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
  'exit-code',
  'reserve',
];

/** Removes what an earlier run left in a folder, so that no old result is taken for a new one. */
export function clearReports(out: string): void {
  for (const name of ownFiles) rmSync(join(out, name), { recursive: true, force: true });
}
