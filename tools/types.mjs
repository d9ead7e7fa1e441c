// Writes the types of the entries of the library into dist/types, with only the declarations that they reach.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const specifier = /((?:from|import\()\s*['"])(\.[^'"]+)\.ts(['"])/g;

/** Writes the types of the entries into dist/types, next to the compiled files that they describe. */
export function writeTypes() {
  const declared = mkdtempSync(join(tmpdir(), 'conformance-types-'));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = [tsc, '-p', join(root, 'tsconfig.types.json'), '--outDir', declared];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types of the entries cannot be declared:\n${stdout}`);
  const types = join(root, 'dist', 'types');
  rmSync(types, { recursive: true, force: true });
  const reached = new Set(readdirSync(join(declared, 'entries')).map((name) => join('entries', name)));
  const namedByEntries = new Set(reached);
  // A set iterates over elements that are added during the iteration.
  for (const path of reached) {
    const full = readFileSync(join(declared, path), 'utf8');
    for (const [, , name] of full.matchAll(specifier)) {
      const other = normalize(join(dirname(path), `${name}.d.ts`));
      reached.add(other);
      if (path.startsWith('entries')) namedByEntries.add(other);
    }
    // Editors show the comments of types that a user can name; the other comments would be half of the size.
    const text = namedByEntries.has(path) ? full : full.replaceAll(/\/\*\*.*?\*\/\s*/gs, '');
    mkdirSync(join(types, dirname(path)), { recursive: true });
    writeFileSync(join(types, path), text.replaceAll(specifier, '$1$2.js$3'));
  }
  rmSync(declared, { recursive: true });
}
