import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../targets/suite-version.ts';

/** Whether this is an installed package: it holds dist/ alone, and nothing may be written into it. */
export const isInstalled: boolean = !existsSync(`${packageRoot}/tsconfig.json`);

/** The file with the figures of the suite's own proof: in a clone every row is next to them. */
export const figuresFile: string = join(packageRoot, isInstalled ? 'dist' : 'reports', 'proof.json');

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Path of a configuration of the runner, named from this folder: of the compiled suite when that is what runs, so that no
 * process of a run compiles anything.
 */
export function configBeside(name: string): string {
  return fileURLToPath(new URL(`${name}.${extension}`, import.meta.url));
}

/** Variables that keep the runner from putting a compiler before every module, where none needs one. */
export const plainLoading: Readonly<Record<string, string>> =
  extension === 'js' ? { PW_DISABLE_TS_ESM: '1' } : {};

/** The words that choose tests by a pattern of their titles; a spec may be named as the sources have it, also where it is compiled. */
export function grepWords(grep: string | undefined): readonly string[] {
  return grep === undefined ? [] : ['--grep', grep.replaceAll(/(\.spec\\?\.)[jt]s\b/g, '$1[jt]s')];
}

/** The path from a file to one of the suite's schemas, for editors; undefined where the suite is installed too far away to be named by a path. */
export function schemaPath(file: string, room: string, name: string): string | undefined {
  const schema = [packageRoot, join(packageRoot, 'dist')]
    .map((folder) => join(folder, room, name))
    .find((path) => existsSync(path));
  if (schema === undefined) return undefined;
  const path = relative(dirname(resolve(file)), schema).replaceAll('\\', '/');
  return path.startsWith('../../..') ? undefined : path.startsWith('.') ? path : `./${path}`;
}
