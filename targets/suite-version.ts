import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder));
}

/** The folder of package.json, from the sources as well as from dist/. */
export const packageRoot: string = findUp(dirname(fileURLToPath(import.meta.url)));

const facts: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
);

/** The version in package.json. */
export const suiteVersion = facts.version;

/** The name in package.json, which is that of the command. */
export const suiteName = facts.name;
