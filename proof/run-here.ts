import { runSpecs } from '../cli/in-process/run-specs.ts';
import type { RanTest } from '../cli/in-process/test-in-process.ts';
import { planRun } from '../cli/project/run-plan.ts';
import { makeTemporary, removeFolder } from '../cli/temporary-folder.ts';
import { openRun } from '../opening/open-run.ts';
import { makeFolder } from '../reports/replace-file.ts';
import { reportNothing, reportSilently } from '../reports/run/finish-run.ts';
import type { TestOutcomes } from '../reports/run/test-outcomes.ts';
import type { Statement } from '../reports/statement/format.ts';
import { defined } from '../schemas/defined.ts';
import { testName } from '../schemas/source-name.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Service } from '../specs/support/service.ts';
import type { SealedBrowser } from '../specs/support/visiting/sealed-browser.ts';
import { maskSecrets } from '../targets/file/secrets-of.ts';
import type { Settings } from '../targets/settings.ts';

/** Sends the requests of a run after its opening; `scratch` is a folder for temporary files. */
type SendRequests = (settings: Settings, scratch: string) => Promise<TestOutcomes>;

/** Makes a run in this process: opening (if `opens`), requests by `drive`, and all reports except Allure. */
export async function runHere(
  read: Settings,
  drive: SendRequests,
  { opens = true }: { readonly opens?: boolean } = {},
): Promise<Statement> {
  const settings = { ...read, opened: opens };
  makeFolder(read.out, 0o700);
  const scratch = makeTemporary('specs');
  try {
    maskSecrets(settings);
    const plan = planRun(settings);
    const stopped = opens ? (await openRun(settings)).report.stopped : undefined;
    if (stopped !== undefined) return await reportNothing(plan, stopped.says);
    return await reportSilently(plan, await drive(settings, scratch));
  } finally {
    removeFolder(scratch);
  }
}

/** Receives all exchanges of all tests, and the names of the tests of the project `quick`. */
type Exchanged = (judged: readonly JudgedExchange[], quick: ReadonlySet<string>) => void;

/** Sends the requests of the specs with this browser; `exchanged` is told at the end. */
export function specsBy(browser?: SealedBrowser, exchanged: Exchanged = () => {}): SendRequests {
  return async (settings, scratch) => {
    const services: Service[] = [];
    const quick = new Set<string>();
    const outcomes: TestOutcomes = { suiteErrors: [], interruptions: [], skipped: [] };
    const told = ({ file, title, tags, skipped, error, parts: { service } }: RanTest) => {
      // A test that is not permitted has no service.
      if (service !== undefined) services.push(service as Service);
      if (tags.includes('@quick')) quick.add(testName(file, title));
      if (error !== undefined) outcomes.suiteErrors.push(`${testName(file, title)}: ${error}`);
      else if (skipped !== undefined) outcomes.skipped.push(skipped);
    };
    const errors = await runSpecs(settings, scratch, told, defined({ sealedBrowser: browser }));
    outcomes.suiteErrors.push(...errors);
    // Called last, because a wait for a notification ends with the last test.
    exchanged(
      services.flatMap(({ exchanges }) => exchanges),
      quick,
    );
    return outcomes;
  };
}
