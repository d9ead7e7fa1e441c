import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInstalled, packageRoot } from './package-root.ts';

/**
 * Folder in which the runner keeps compiled sources: beside the packages, where nobody else may write, else in `scratch`.
 * Its own choice is a name in the common temporary folder that anybody can take first.
 */
export function compiledCache(scratch: string): string {
  const modules = isInstalled ? dirname(packageRoot) : join(packageRoot, 'node_modules');
  const folder = join(modules, '.cache', 'payment-acquiring-conformance', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? folder : join(scratch, 'compiled');
  } catch {
    return join(scratch, 'compiled');
  }
}
