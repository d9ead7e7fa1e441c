import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainLine } from '../../schemas/plain-text.ts';
import type { RunPlan } from '../run/run-facts.ts';
import type { TargetFacts } from '../statement/format.ts';

/** Maximum duration of the report generator, in milliseconds. */
const timeoutMs = 120_000;

/** One line with the command that installs Allure, which is optional; undefined if it is installed. */
export function whyNoAllure(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of ['allure', 'allure-playwright']) resolve(name);
    return undefined;
  } catch {
    return 'Allure is not installed: npm install --include=optional brings it, --skip-allure goes without';
  }
}

function installedGenerator(): string {
  // The package exports only its library; the command is next to it.
  return join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
}

/** File that replaces the Allure report and contains the reason. */
export const noReportFile = 'no-allure-report.txt';

/** An Allure report in progress. */
export type MadeAllure = ReturnType<typeof startAllure>;

type AllurePlace = Pick<RunPlan, 'out' | 'skipAllure'>;

/** Starts the Allure generator in its own process on the results of all tests; the statement is made meanwhile. */
export function startAllure(
  place: AllurePlace,
  { target }: Pick<RunPlan['facts'], 'target'>,
  generator: () => string = installedGenerator,
) {
  const { out } = place;
  const results = join(out, 'allure-results');
  const missing = whyNoAllure();
  if (place.skipAllure || (missing === undefined && !existsSync(results)))
    return { finish: async () => false };
  const made = missing === undefined ? generated(place, target, results, generator()) : missing;
  return {
    /** Waits for the report. Returns whether it exists; prints one line if not. */
    async finish(): Promise<boolean> {
      const why = await made;
      if (why === undefined) return true;
      writeFileSync(join(out, noReportFile), `${plainLine(why)}\n`);
      process.stdout.write(
        `The Allure report could not be made (${plainLine(why)}); the other reports are complete.\n`,
      );
      return false;
    },
  };
}

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'">`;

/** A generated page without its tag manager, and with a policy that forbids requests to other hosts. */
function withoutForeignRequests(page: string): string {
  return page
    .replaceAll(/<script[^>]*googletagmanager[^>]*><\/script>/g, '')
    .replaceAll(/<script>\s*window\.dataLayer[\s\S]*?<\/script>/g, '')
    .replace('<head>', `<head>${policy}`);
}

/** Runs the generator on the results; resolves with the reason if there is no report. */
async function generated(
  { out }: AllurePlace,
  target: TargetFacts,
  results: string,
  generator: string,
): Promise<string | undefined> {
  const config = fileURLToPath(new URL('./allurerc.mjs', import.meta.url));
  const facts = { out, target: target.name };
  const report = join(out, 'allure-report');
  const words = ['generate', results, '--config', config, '--output', report];
  const child: ChildProcess = spawn(process.execPath, [generator, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: out,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ALLURE_FACTS: JSON.stringify(facts) },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const late = setTimeout(() => child.kill(), timeoutMs);
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', resolve);
  });
  clearTimeout(late);
  const page = join(report, 'index.html');
  if (code === 0 && existsSync(page)) {
    writeFileSync(page, withoutForeignRequests(readFileSync(page, 'utf8')));
    return undefined;
  }
  return said.trim().split('\n').at(-1) || `exit ${code}`;
}
