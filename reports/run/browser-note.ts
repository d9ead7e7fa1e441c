import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { partsFolder } from '../evidence/collect.ts';

// Beside the exchanges of the workers, and removed with them when the reports are written.
const fileOf = (out: string) => join(out, partsFolder, 'browser.txt');

/** Notes name and version of the browser that a worker has started. */
export function noteBrowser(out: string, name: string): void {
  const file = fileOf(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, name, { mode: 0o600 });
}

/** The browser that a worker of the run in a folder has started; undefined where none was. */
export function browserIn(out: string): string | undefined {
  const file = fileOf(out);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
