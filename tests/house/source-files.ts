import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The rooms of the project, one folder each. */
export const rooms = [
  'schemas',
  'generators',
  'targets',
  'opening',
  'specs',
  'mock',
  'reports',
  'cli',
  'proof',
  'entries',
  'tests',
] as const;
/** One room. */
export type Room = (typeof rooms)[number];

/** A source file of one room, its path relative to the root. */
export interface SourceFile {
  readonly room: Room;
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript and JavaScript file of a room. */
export function sourceFiles(room: Room): readonly SourceFile[] {
  return readdirSync(join(root, room), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|[cm]js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(join('reports', 'out')))
    .map((file) => ({ room, path: relative(root, file), text: readFileSync(file, 'utf8') }));
}
