import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
installMissing(root);
const command = fileURLToPath(new URL('../cli/conformance.mjs', import.meta.url));
const words = process.argv.slice(2);
const isNamed = process.env.CONFORMANCE_TARGET || words.some((word) => /^--(?:target|embedded)\b/.test(word));
const run = spawnSync(process.execPath, [command, 'run', ...(isNamed ? [] : ['--embedded']), ...words], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(run.status ?? 4);
