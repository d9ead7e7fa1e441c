import { readdirSync } from 'node:fs';
import { register } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { keepSettings, type Settings } from '../../targets/settings.ts';
import { whatStopped } from '../../targets/stop.ts';
import { grepArguments } from '../package-root.ts';
import { loadTests, type Parts, type RanTest, runTests } from './test-in-process.ts';

const specs = fileURLToPath(new URL('../../specs', import.meta.url));
const extension = extname(import.meta.url);

let areLoaded = false;

/** Loads the specs into this process with a stand-in for Playwright. */
async function loadSpecs(settings: Settings, scratch: string): Promise<void> {
  if (areLoaded) return;
  const standIn = JSON.stringify(new URL(`./test-in-process${extension}`, import.meta.url).href);
  const hook = `export const resolve = (name, at, next) =>
    name === '@playwright/test' ? { url: ${standIn}, shortCircuit: true } : next(name, at);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  // The specs read these variables when they are loaded, as in a worker.
  Object.assign(process.env, keepSettings(settings, scratch));
  try {
    for (const name of readdirSync(specs).sort())
      if (name.endsWith(`.spec${extension}`))
        await loadTests(name, () => import(pathToFileURL(join(specs, name)).href));
  } finally {
    delete process.env.CONFORMANCE_PLAN;
  }
  areLoaded = true;
}

/**
 * Runs the specs in this process, one test at a time, with temporary files in `scratch`. `told` gets each test and the
 * total, and `given` replaces worker fixtures. Returns the errors outside of tests.
 */
export async function runSpecs(
  settings: Settings,
  scratch: string,
  told: (ran: RanTest, total: number) => void,
  given: Parts = {},
): Promise<readonly string[]> {
  await loadSpecs(settings, scratch);
  const { operations, grep } = settings;
  const [, pattern = ''] = grepArguments(grep);
  return runTests(
    {
      wanted: [new RegExp(`@(?:${operations.join('|')})(?=\\s|$)`), new RegExp(pattern, 'i')],
      given: { settings, ...given },
      goesOn: () => whatStopped() === undefined,
    },
    told,
  );
}
