import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles dist/ before the first test file, because two that start the command at once would build over each other. */
export function setup(): void {
  const chosen = process.argv.filter((word) => word.includes('tests/'));
  if (chosen.length > 0 && !chosen.some((word) => /tests\/(e2e|cli|house|proof|runs)/.test(word))) return;
  // Where it fails, the command says so in the tests that start it.
  spawnSync(process.execPath, [fileURLToPath(new URL('../tools/build.mjs', import.meta.url))]);
}
