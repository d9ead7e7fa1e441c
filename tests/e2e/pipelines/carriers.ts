import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect } from 'vitest';

/** Carries a folder as the artefacts of GitHub do: without dot files and empty folders, with other file modes; a name that an upload refuses fails the test. */
export function carryTo(folder: string, from: string): void {
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').some((name) => name.startsWith('.')));
  expect(files.filter((path) => /["\r\n:<>|*?\\]/.test(path))).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), readFileSync(join(from, path)), { mode: 0o644 });
  }
}
