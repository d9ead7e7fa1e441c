import { readdirSync } from 'node:fs';
import { register } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { lockReports } from '../cli/run/folder-lock.ts';
import { planRun } from '../cli/run/run-plan.ts';
import { openRun } from '../opening/open-run.ts';
import { reportNothing, reportQuietly } from '../reports/run/finish-run.ts';
import type { TestOutcomes } from '../reports/run/test-outcomes.ts';
import type { Statement } from '../reports/statement/format.ts';
import { given } from '../schemas/given.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Service } from '../specs/support/service.ts';
import type { SealedBrowser } from '../specs/support/visiting/sealed-browser.ts';
import { maskSecrets } from '../targets/file/secrets-of.ts';
import { keepSettings, type Settings } from '../targets/settings.ts';
import { whatStopped } from '../targets/stop.ts';
import { loadTests, runTests } from './test-in-process.ts';

/** Sends what a run sends after its opening; `scratch` takes what it needs meanwhile. */
type Drive = (settings: Settings, scratch: string) => Promise<TestOutcomes>;

/** Makes a run in this process: its opening, unless it is left out, what `drive` sends, and every report but Allure's. */
export async function runHere(
  read: Settings,
  drive: Drive,
  { opens = true }: { readonly opens?: boolean } = {},
): Promise<Statement> {
  const settings = { ...read, opened: opens };
  const lock = lockReports(read.out);
  try {
    maskSecrets(settings);
    const plan = planRun(settings);
    const stopped = opens ? (await openRun(settings)).report.stopped : undefined;
    if (stopped !== undefined) return await reportNothing(plan, stopped.says);
    return await reportQuietly(plan, await drive(settings, lock.scratch));
  } finally {
    lock.release();
  }
}

const specs = fileURLToPath(new URL('../specs', import.meta.url));
const extension = extname(import.meta.url);

let areLoaded = false;

/** Loads the specs into this process; what they take from Playwright is the stand-in. */
async function loadSpecs(settings: Settings, scratch: string): Promise<void> {
  if (areLoaded) return;
  const standIn = JSON.stringify(new URL(`./test-in-process${extension}`, import.meta.url).href);
  const hook = `export const resolve = (name, at, next) =>
    name === '@playwright/test' ? { url: ${standIn}, shortCircuit: true } : next(name, at);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  // They read it as they are loaded, as in a worker.
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

/** Sends what the specs send, one test after the other as one worker does; `browser` takes the place of one of its own, `exchanged` gets what all of them exchanged. */
export function specsBy(
  browser?: SealedBrowser,
  exchanged: (judged: readonly JudgedExchange[]) => void = () => {},
): Drive {
  return async (settings, scratch) => {
    await loadSpecs(settings, scratch);
    const services: Service[] = [];
    const { operations, grep } = settings;
    const outcomes = await runTests(
      {
        ...given({ grep }),
        operations,
        given: { settings, ...given({ sealedBrowser: browser }) },
        goesOn: () => whatStopped() === undefined,
      },
      // A test that is not permitted has none.
      ({ service }) => services.push(...((service === undefined ? [] : [service]) as Service[])),
    );
    // What waits for a notification ends with the last test.
    exchanged(services.flatMap(({ exchanges }) => exchanges));
    return outcomes;
  };
}
