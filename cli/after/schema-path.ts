import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** The path from a file to one of the suite's schemas, for editors; undefined where the suite is installed too far away to be named by a path. */
export function schemaPath(file: string, room: string, name: string): string | undefined {
  const schema = [packageRoot, join(packageRoot, 'dist')]
    .map((folder) => join(folder, room, name))
    .find((path) => existsSync(path));
  if (schema === undefined) return undefined;
  const path = relative(dirname(resolve(file)), schema).replaceAll('\\', '/');
  return path.startsWith('../../..') ? undefined : path.startsWith('.') ? path : `./${path}`;
}
