import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../targets/suite-version.ts';

/** True for an installed package, which has only dist/ and is not written to. */
export const isInstalled: boolean = !existsSync(`${packageRoot}/tsconfig.json`);

/** The file with the figures of the suite's own proof; in a clone it also has every row. */
export const figuresFile: string = join(packageRoot, isInstalled ? 'dist' : 'reports', 'proof.json');

/** The form of that file; one of another form has no figures that reports can show. */
export const proofVersion = 2;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Returns the path of a Playwright configuration relative to this folder: the compiled one in a compiled suite, so that
 * no process of a run compiles anything.
 */
export function configPath(name: string): string {
  return fileURLToPath(new URL(`${name}.${extension}`, import.meta.url));
}

/** Returns the relative path from a file to a schema for editors; undefined if the suite is too far away. */
export function schemaPath(file: string, room: string, name: string): string | undefined {
  const schema = [packageRoot, join(packageRoot, 'dist')]
    .map((folder) => join(folder, room, name))
    .find((path) => existsSync(path));
  if (schema === undefined) return undefined;
  const path = relative(dirname(resolve(file)), schema).replaceAll('\\', '/');
  return path.startsWith('../../..') ? undefined : path.startsWith('.') ? path : `./${path}`;
}
