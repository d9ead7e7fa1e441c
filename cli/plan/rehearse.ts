import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openRun } from '../../opening/open-run.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { readEvidence } from '../../reports/evidence.ts';
import type { LiveView } from '../../reports/terminal/live.ts';
import { given } from '../../schemas/given.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { keepPlan, readSettings, type Settings, targetFileIn } from '../../targets/settings.ts';
import { demandGoingOn, onStop, whatStopped } from '../../targets/stop.ts';
import { type Served, serveTarget } from '../embedded.ts';
import { learnsIn } from '../run/learns.ts';
import type { RunOptions } from '../run/run-options.ts';
import { environmentOf } from '../run/run-suite.ts';
import { configBeside, grepWords, plainLoading } from '../runner-config.ts';
import { makeTemporary, removeFolder, removeForGood } from '../temporary-folder.ts';
import { type RehearsalProgress, type RehearsedTest, rehearsedFile } from './rehearsal-reporter.ts';
import { standInFor } from './stand-in.ts';

/** What a rehearsal did. */
export interface Rehearsal {
  /** The settings of the real run, but for its target, which is the stand-in. */
  readonly settings: Settings;
  readonly tests: readonly RehearsedTest[];
  readonly exchanges: readonly EvidenceExchange[];
  /** Requests that it learned with. */
  readonly learned?: number;
}

/** Limits that hold nobody back; the largest amount of one request stays, as amounts are drawn up to it. */
const unbounded = { requests: 999_999_999_999, amountTotal: 999_999_999_999 } as const;

function runner(
  environment: NodeJS.ProcessEnv,
  grep: string | undefined,
  view: LiveView | undefined,
): Promise<string> {
  const config = configBeside('./plan/rehearsal.config');
  const command = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const words = [command, 'test', '--config', config, ...grepWords(grep)];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...environment, ...plainLoading },
  });
  child.on('message', ({ done, total }: RehearsalProgress) => view?.tests(done, total, 0));
  let said = '';
  const hear = (text: string) => {
    said = (said + text).slice(-4_000);
  };
  child.stdout?.setEncoding('utf8').on('data', hear);
  child.stderr?.setEncoding('utf8').on('data', hear);
  const release = onStop(() => void child.kill());
  return new Promise((resolve) => {
    // The folder is removed when it has ended.
    child.on('close', () => {
      release();
      resolve(said.trim());
    });
  });
}

/**
 * Runs the specs once against an embedded endpoint that stands in for the target, as if nothing limited their number and sum, and one
 * request alone by the target or by `amountPerRequest`; throws one line when that fails.
 */
export async function rehearse(
  options: RunOptions,
  view?: LiveView,
  amountPerRequest?: number,
): Promise<Rehearsal> {
  const folder = makeTemporary('plan');
  const asked = environmentOf(options);
  const { endpoint, targetFile } = await standInFor(targetFileIn(asked), folder, asked.CONFORMANCE_BASE_URL, {
    ...unbounded,
    ...given({ amountPerRequest }),
  });
  let served: Served | undefined;
  let learned: number | undefined;
  try {
    const { CONFORMANCE_BASE_URL: _, CONFORMANCE_EMBEDDED_URL: __, ...own } = asked;
    const environment: NodeJS.ProcessEnv = {
      CONFORMANCE_MOCK_KEY: 'key-of-a-rehearsal',
      ...own,
      CONFORMANCE_TARGET: targetFile,
      CONFORMANCE_OUT: join(folder, 'out'),
    };
    served = await serveTarget(readSettings(environment), environment);
    const { settings } = served;
    let opened = false;
    if (options.grep === undefined) {
      const { report } = await openRun(settings, { learns: learnsIn(settings, options) });
      learned = report.learned?.requests;
      // What the target does not allow leaves nothing to rehearse, and the plan tells so.
      opened = report.stopped === undefined;
    }
    Object.assign(environment, keepPlan({ ...settings, opened }, folder));
    const said = await runner(environment, options.grep, view);
    demandGoingOn();
    const list = join(settings.out, rehearsedFile);
    if (!existsSync(list))
      throw new ConfigurationError(
        `The rehearsal ended early: ${said.split('\n').at(-1) || 'it was stopped'}`,
      );
    const { tests, errors } = JSON.parse(readFileSync(list, 'utf8')) as {
      tests: RehearsedTest[];
      errors: string[];
    };
    if (errors[0] !== undefined) throw new ConfigurationError(`The rehearsal ended early: ${errors[0]}`);
    return { settings, tests, exchanges: readEvidence(settings.out).exchanges, ...given({ learned }) };
  } finally {
    await Promise.all([endpoint?.close(), served?.close()]);
    // Workers of a runner that was stopped may still write.
    if (whatStopped() === undefined) removeFolder(folder);
    else await removeForGood(folder);
  }
}
