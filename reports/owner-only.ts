import { chmodSync, writeFileSync } from 'node:fs';

/** Writes a file that nobody but its owner may read, also where another one stood before. */
export function writeForOwner(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { mode: 0o600 });
  // The mode of `writeFileSync` counts only for a file that is new.
  chmodSync(path, 0o600);
}
