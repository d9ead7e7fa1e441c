import { join } from 'node:path';
import type { AllureReporter } from 'allure-playwright';
import { matrixAddress } from '../pages/page.ts';
import type { RunPlan } from '../run/run-facts.ts';

/** Type of a link from a test to the place of a finding in the clause matrix: a clause, a blank and an operation. */
export const matrixLink = 'matrix';

/** The options of Allure's reporter for a run: its results are in the folder of the run, and say what was tested. */
export function allureOptions({ out, facts }: RunPlan): ConstructorParameters<typeof AllureReporter>[0] {
  const { target, profile, seed, suite } = facts;
  // Otherwise every result would contain the name of this machine.
  process.env.ALLURE_HOST_NAME ??= 'conformance';
  return {
    resultsDir: join(out, 'allure-results'),
    detail: false,
    environmentInfo: {
      target: target.name,
      environment: target.environment,
      profile,
      seed: String(seed),
      suite: suite.version,
    },
    links: {
      [matrixLink]: {
        // The report is in a folder of its own, beside the matrix.
        urlTemplate: (place) => {
          const [clause = '', operation] = place.split(' ');
          return `../${matrixAddress(clause, operation)}`;
        },
        nameTemplate: (place) => `${place.replace(' ', ' in ')}: its place in the clause matrix`,
      },
    },
  };
}
