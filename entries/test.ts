import { join, resolve } from 'node:path';
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import { serveTarget } from '../cli/embedded.ts';
import { makeFolder } from '../reports/replace-file.ts';
import { test as conformance } from '../specs/fixtures/index.ts';
import type { Service } from '../specs/support/service.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { shareAmongWorkers } from '../targets/sending/shared-pace.ts';
import { keepSettings, readSettings, type Settings } from '../targets/settings.ts';
import type { Target } from '../targets/target.ts';

/** True beside the tests of the suite: the configuration of the project is that of `conformance()`. */
const isOfRun = process.env.CONFORMANCE_RUN !== undefined;

// The runner loads the tests before it starts workers, which inherit its environment variables and so the plan.
if (!isOfRun && process.env.CONFORMANCE_PLAN === undefined) {
  const out = process.env.CONFORMANCE_OUT ?? join('reports', 'own', Date.now().toString(36));
  // Labels for the Allure report would only be meaningless attachments here.
  const environment = { ...process.env, CONFORMANCE_OUT: out };
  const settings = readSettings(environment, { own: true });
  if (process.env.TEST_WORKER_INDEX !== undefined && settings.target.environment !== 'embedded')
    throw new ConfigurationError(
      'The workers of this runner cannot share the limits of the target file: start the tests with npx playwright test.',
    );
  makeFolder(resolve(out), 0o700);
  Object.assign(process.env, keepSettings(settings, settings.out));
  // Playwright requires this file, so it cannot await. Workers start much later; one that is too early sends nothing.
  void shareAmongWorkers(settings.target).then((end) => process.once('exit', end));
}

/**
 * The `test` of Playwright with the service under test. Every exchange is judged, and a failed clause fails the test.
 * The permissions and limits of the target file apply. Beside the tests of the suite, whose settings and limits it shares,
 * exchanges belong to the evidence of the run; in any other project they are stored in `reports/own`.
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { service: Service },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & { target: Target }
> = isOfRun
  ? conformance
  : conformance.extend<object, { settings: Settings }>({
      settings: [
        async ({}, use) => {
          const { settings, close } = await serveTarget(readSettings());
          await use(settings);
          await close();
        },
        { scope: 'worker' },
      ],
    });

export { drawRequest } from '../generators/drawn.ts';
export { batchOf, type PaidOrder } from '../generators/orders.ts';
export type { JudgedExchange } from '../schemas/types.ts';
export { expect } from '../specs/fixtures/index.ts';
export type { Service, Target };
