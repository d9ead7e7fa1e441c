import { dirname, join, relative } from 'node:path';
import { type Room, rooms, root, type SourceFile } from './source-files.ts';

/** Who may import whom; a room may always import itself. */
const mayImport: Readonly<Record<Room, readonly Room[]>> = {
  schemas: [],
  generators: ['schemas'],
  targets: ['schemas', 'reports'],
  mock: ['schemas', 'generators'],
  reports: ['schemas'],
  opening: ['schemas', 'generators', 'targets', 'reports'],
  specs: ['schemas', 'generators', 'targets', 'reports', 'opening'],
  cli: ['schemas', 'generators', 'targets', 'mock', 'reports', 'opening', 'proof'],
  proof: ['schemas', 'generators', 'targets', 'mock', 'reports', 'opening', 'specs', 'cli', 'entries'],
  entries: ['schemas', 'generators', 'targets', 'reports', 'specs', 'cli'],
  tests: rooms,
};

/** Folders that are closed: who is not let in uses the files beside them. */
const closed: readonly { readonly folder: RegExp; readonly letsIn: RegExp; readonly face: string }[] = [
  { folder: /^generators\/[^/]+\//, letsIn: /^(?:generators|tests)\//, face: 'a file in generators/ itself' },
  {
    folder: /^schemas\/contract\//,
    letsIn: /^(?:schemas\/contract[./]|tests\/)/,
    face: 'schemas/contract.ts',
  },
];

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

/** Says for each import against the table which file imports what, and what it may import. */
export function forbiddenImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ room, path, text }) =>
    [...text.matchAll(specifier)].flatMap(([, target = '']) => {
      const wanted = relative(root, join(root, dirname(path), target));
      const other = rooms.find((name) => wanted.startsWith(`${name}/`));
      const door = closed.find(({ folder, letsIn }) => folder.test(wanted) && !letsIn.test(path));
      if (door !== undefined) return [`${path} imports ${wanted} from a closed folder; use ${door.face}.`];
      if (other === undefined || other === room || mayImport[room].includes(other)) return [];
      return [
        `${path} imports ${wanted}; ${room} may import ${mayImport[room].join(', ') || 'nothing of ours'}.`,
      ];
    }),
  );
}
