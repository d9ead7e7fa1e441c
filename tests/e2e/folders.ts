import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

/** Makes a temporary folder that goes when the test file has ended; `removeFolders` has to be called once in the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-e2e-'));
  made.push(folder);
  return folder;
}

/** Sees to it that the folders of this test file are removed. */
export function removeFolders(): void {
  afterAll(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}
