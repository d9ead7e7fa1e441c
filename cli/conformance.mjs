#!/usr/bin/env node
import { existsSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Node itself would exit with 1 (non-conformant). The message of an error may contain secrets; its code does not.
process.on('uncaughtException', (error) => {
  const why =
    error?.code === 'EMFILE' ? 'too many files are open' : (error?.code ?? error?.name ?? 'no reason given');
  writeSync(2, `The suite itself failed: ${why}.\n`);
  process.exit(4);
});

const root = fileURLToPath(new URL('..', import.meta.url));
// A clone compiles its changed sources, and names them in errors; an installed package has only dist/.
if (existsSync(`${root}tsconfig.json`) && existsSync(`${root}tools/build.mjs`)) {
  const { installMissing } = await import('../tools/install.mjs');
  installMissing(root);
  process.setSourceMapsEnabled(true);
  const { build } = await import('../tools/build.mjs');
  build();
}
// Files are private from here on: reports contain customer data of a service.
process.umask(0o077);
await import('../dist/reports/short-process.cjs');
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
// A hanging connection must not delay the end of a finished command.
setTimeout(() => process.exit(), 5_000).unref();
