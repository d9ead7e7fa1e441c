// Makes the Allure report of a run and opens it: npm run report [-- FOLDER], by default of the newest run.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The one remote address that Allure's page asks. */
const tagManager = /<script[^>]*googletagmanager[^>]*><\/script>/g;

/** Forbids a page to ask any other host. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'">`;

/** Makes the Allure report of a run from its results; returns its page, or undefined with a line that says why not. */
export function makeReport(folder) {
  const page = join(folder, 'allure-report', 'index.html');
  // The package exports only its library; the command is next to it.
  const allure = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
  const ended = spawnSync(process.execPath, [allure, 'generate', '--cwd', root], {
    cwd: root,
    env: { ...process.env, REPORT_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (ended.status !== 0) {
    process.stderr.write(`Allure made no report of ${folder}.\n`);
    return undefined;
  }
  const made = readFileSync(page, 'utf8').replaceAll(tagManager, '').replace('<head>', `<head>${policy}`);
  writeFileSync(page, made);
  return page;
}

/** The path of a file, relative to the project; a terminal makes a link of it. */
export function linkTo(file) {
  const path = relative(root, file);
  const { href } = pathToFileURL(file);
  return process.stdout.isTTY ? `\u001B]8;;${href}\u001B\\${path}\u001B]8;;\u001B\\` : path;
}

/** Opens a file in the browser of the user, where there is one. */
function openFile(file) {
  const [command, ...words] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? [
    'xdg-open',
  ];
  spawn(command, [...words, file], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(root, process.argv[2] ?? 'results/latest');
  if (!existsSync(join(folder, 'allure-results'))) {
    process.stderr.write(
      `${relative(root, folder) || folder} holds no results of tests: npm start makes a run.\n`,
    );
    process.exit(2);
  }
  const page = makeReport(folder);
  if (page === undefined) process.exit(1);
  console.log(linkTo(page));
  openFile(page);
}
