import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInstalled, packageRoot } from './package-root.ts';

/** A folder beside the packages, where nobody else may write; undefined where there can be none. */
function keptFolder(name: string): string | undefined {
  const modules = isInstalled ? dirname(packageRoot) : join(packageRoot, 'node_modules');
  const folder = join(modules, '.cache', 'payment-acquiring-conformance', name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Folder in which the runner keeps compiled sources: beside the packages, else in `scratch`.
 * Its own choice is a name in the common temporary folder that anybody can take first.
 */
export function compiledCache(scratch: string): string {
  return keptFolder('compiled') ?? join(scratch, 'compiled');
}

/** Where the processes of a run find the code of packages as the engine compiled it; nowhere is it kept without such a folder. */
export function keptCode(): NodeJS.ProcessEnv {
  return { CONFORMANCE_KEPT_CODE: keptFolder('code') };
}
