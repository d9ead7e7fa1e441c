#!/usr/bin/env node
import { existsSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Node itself would end with 1, which means that a service does not conform. Words of an error may hold secrets; its code holds none.
process.on('uncaughtException', (error) => {
  const why =
    error?.code === 'EMFILE' ? 'too many files are open' : (error?.code ?? error?.name ?? 'no reason given');
  writeSync(2, `The suite itself failed: ${why}.\n`);
  process.exit(4);
});

const root = fileURLToPath(new URL('..', import.meta.url));
// A clone holds the sources and compiles what changed; an installed package holds dist/ alone.
if (existsSync(`${root}tsconfig.json`) && existsSync(`${root}tools/build.mjs`)) {
  const { installMissing } = await import('../tools/install.mjs');
  installMissing(root);
  const { build } = await import('../tools/build.mjs');
  build();
}
// What is written from here on is for its owner alone: reports hold what a service said of its customers.
process.umask(0o077);
await import('../dist/reports/short-process.cjs');
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
// A connection that hangs somewhere must not hold up a command that has said everything.
setTimeout(() => process.exit(), 5_000).unref();
