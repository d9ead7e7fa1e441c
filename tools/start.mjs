// Installs what is missing, runs the tests, and makes the Allure report: npm start [-- words of npx playwright test].
// The embedded endpoint is tested unless TARGET names another service. Ends with the exit status of the run.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
installMissing(root);
const { linkTo, makeReport } = await import('./report.mjs');

const started = Date.now();
const isNew = (file) => existsSync(file) && statSync(file).mtimeMs >= started;
const TARGET = process.env.CONFORMANCE_TARGET ?? process.env.TARGET ?? 'embedded';
const runner = join(root, 'node_modules/@playwright/test/cli.js');
const run = spawnSync(process.execPath, [runner, 'test', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, TARGET },
  stdio: 'inherit',
});

/** The folder of the newest run; its name is the time. */
function newestRun() {
  const results = join(root, 'results');
  const names = existsSync(results) ? readdirSync(results).filter((name) => /^\d{4}-/.test(name)) : [];
  return join(results, names.sort().at(-1) ?? 'latest');
}

const { CONFORMANCE_OUT: out, PLAYWRIGHT_HTML_OUTPUT_DIR: pages = 'playwright-report' } = process.env;
const folder = out === undefined ? newestRun() : resolve(root, out);
const allure = isNew(join(folder, 'allure-results')) ? makeReport(folder) : undefined;
const links = [
  ['Allure report', allure ?? ''],
  ["Playwright's report", resolve(root, pages, 'index.html')],
  ['Certificate', join(folder, 'certificate.html')],
].filter(([, file]) => isNew(file));
if (links.length > 0)
  console.log(`\n${links.map(([name, file]) => `${name.padEnd(20)} ${linkTo(file)}`).join('\n')}`);
process.exit(run.status ?? 4);
