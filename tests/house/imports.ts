import { dirname, join, relative } from 'node:path';
import { type Room, rooms, root, type SourceFile } from './source-files.ts';

/** Who may import whom; a room may always import itself. */
export const mayImport: Readonly<Record<Room, readonly Room[]>> = {
  schemas: [],
  generators: ['schemas'],
  targets: ['schemas'],
  mock: ['schemas', 'generators'],
  reports: ['schemas'],
  specs: ['schemas', 'generators', 'targets', 'reports'],
  cli: ['schemas', 'generators', 'targets', 'mock', 'reports'],
  tests: rooms,
};

/** Folders that only their own room looks into: all others use the files beside them. */
export const closed: readonly RegExp[] = [/^generators\/[^/]+\//];

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

/** Says for each import against the table which file imports what, and what it may import. */
export function forbiddenImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ room, path, text }) =>
    [...text.matchAll(specifier)].flatMap(([, target = '']) => {
      const wanted = relative(root, join(root, dirname(path), target));
      const other = rooms.find((name) => wanted.startsWith(`${name}/`));
      if (other === undefined || other === room) return [];
      if (room !== 'tests' && closed.some((folder) => folder.test(wanted))) {
        return [`${path} imports ${wanted}, which only ${other} may; use a file in ${other}/ itself.`];
      }
      if (mayImport[room].includes(other)) return [];
      return [
        `${path} imports ${wanted}; ${room} may import ${mayImport[room].join(', ') || 'nothing of ours'}.`,
      ];
    }),
  );
}
