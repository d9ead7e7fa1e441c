import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../schemas/defined.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { contractSha256 } from '../digest.ts';
import { renderMatrix } from '../pages/matrix.ts';
import { renderSentPage } from '../pages/sent.ts';
import { renderStart } from '../pages/start.ts';
import { makeFolder } from '../replace-file.ts';
import type { RunPlan } from '../run/run-facts.ts';
import type { Statement, TargetFacts } from '../statement/format.ts';

/** The history folder next to the reports, for one target and one contract: another target's failures are no trend. */
export function historyFolder(out: string, { name, environment, baseUrl }: TargetFacts): string {
  const key = JSON.stringify([name, environment, baseUrl, contractSha256()]);
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return join(dirname(out), '.history', [words, digest].filter((part) => part !== '').join('-'));
}

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

function resultIn(file: string): { readonly labels: readonly { name: string; value: string }[] } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`the result of a test was not written whole: ${basename(file)}`);
  }
}

/** The tags of all tests, so that no clause links to an empty list. */
function taggedIn(results: string): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const name of readdirSync(results).filter((one) => one.endsWith('-result.json'))) {
    const { labels } = resultIn(join(results, name));
    for (const label of labels) if (label.name === 'tag') tags.add(label.value);
  }
  return tags;
}

/** An Allure report in progress. */
export type MadeAllure = ReturnType<typeof startAllure>;

type AllurePlace = Pick<RunPlan, 'out' | 'history' | 'skipAllure'>;

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
    return { finish: async (_: Statement) => false };
  const made = missing === undefined ? generated(place, target, results, generator()) : missing;
  return {
    /** Waits for the report and adds the statement's pages. Returns whether it exists; prints one line if not. */
    async finish(statement: Statement): Promise<boolean> {
      const why = (await made) ?? whyNoPages(out, statement);
      if (why === undefined) return true;
      writeFileSync(join(out, noReportFile), `${plainLine(why)}\n`);
      process.stdout.write(
        `The Allure report could not be made (${plainLine(why)}); the other reports are complete.\n`,
      );
      return false;
    },
  };
}

/** Pages of the Allure report made from the statement; the generator's own start page has only one ring per page. */
export function allurePages(out: string, statement: Statement): Readonly<Record<string, string>> {
  return {
    'index.html': renderStart(statement),
    'matrix/index.html': renderMatrix(statement, taggedIn(join(out, 'allure-results'))),
    'sent/index.html': renderSentPage(statement),
  };
}

/** Adds the pages of the statement to an Allure report; if that fails, removes the report and returns the reason. */
function whyNoPages(out: string, statement: Statement): string | undefined {
  const report = join(out, 'allure-report');
  try {
    for (const [name, text] of Object.entries(allurePages(out, statement))) {
      makeFolder(dirname(join(report, name)));
      writeFileSync(join(report, name), text);
    }
    return undefined;
  } catch (error) {
    rmSync(report, { recursive: true, force: true });
    return (error as Error).message;
  }
}

/** Runs the generator on the results; resolves with the reason if there is no report. */
async function generated(
  { out, history }: AllurePlace,
  target: TargetFacts,
  results: string,
  generator: string,
): Promise<string | undefined> {
  const config = fileURLToPath(new URL('./allurerc.mjs', import.meta.url));
  const kept = history ? historyFolder(out, target) : undefined;
  const facts = {
    out,
    ...defined({ history: kept }),
    target: target.name,
    // Without an earlier run, a trend is an empty chart.
    trends: kept !== undefined && existsSync(join(kept, 'history.jsonl')),
  };
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
  if (code === 0 && existsSync(join(report, 'index.html'))) return undefined;
  return said.trim().split('\n').at(-1) || `exit ${code}`;
}
