import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, type RunOptions } from '../cli/project/run-options.ts';
import { planRun } from '../cli/project/run-plan.ts';
import { makeTemporary, removeFolder, withTemporaryFiles } from '../cli/temporary-folder.ts';
import { situationOf } from '../generators/situations.ts';
import { callerSecrets, type Hostile, type HostileEnd } from '../mock/hostile/proven/hostile.ts';
import { openRun } from '../opening/open-run.ts';
import { bodyOf, createRequester } from '../opening/requester.ts';
import { isResponding } from '../opening/responding.ts';
import { makeFolder } from '../reports/replace-file.ts';
import { reportNothing, reportSilently } from '../reports/run/finish-run.ts';
import type { TestOutcomes } from '../reports/run/test-outcomes.ts';
import type { Statement } from '../reports/statement/format.ts';
import { verifyEvidence } from '../reports/verify.ts';
import { defined } from '../schemas/defined.ts';
import { isDocumented } from '../schemas/operations.ts';
import { maskSecrets } from '../targets/file/secrets-of.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import { openSender } from '../targets/sending/sender.ts';
import { readSettings, type Settings } from '../targets/settings.ts';
import { leaksIn } from './leaks.ts';
import { serveHostile } from './serve-wrong.ts';

/** Calls of each selected operation after the opening. */
const rounds = 3;

/** Makes a short run in this process: an opening, its requests again, and all reports except those of Playwright. */
async function runShortly(read: Settings): Promise<Statement> {
  const settings = { ...read, opened: true };
  makeFolder(read.out, 0o700);
  maskSecrets(settings);
  const plan = planRun(settings);
  const { stopped } = (await openRun(settings)).report;
  if (stopped !== undefined) return reportNothing(plan, stopped.says);
  return reportSilently(plan, await repeatRequests(settings));
}

// Sends the same kinds of requests as the opening, with new order numbers, amounts and persons.
async function repeatRequests(settings: Settings): Promise<TestOutcomes> {
  const sender = await openSender(settings, { keeps: { part: 0 }, isResponding });
  const requester = createRequester(sender, settings, 'short run');
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const operation of settings.operations.filter(isDocumented)) {
        const testData = requester.freshTestData('full');
        for (const need of situationOf(operation).needs) {
          const body = bodyOf(need, testData);
          if (body !== undefined) await requester.send(need, body, { caseName: `before round ${round}` });
        }
        const body = bodyOf(operation, { ...testData, orders: testData.orders.slice(-1) });
        if (body !== undefined) await requester.send(operation, body, { caseName: `round ${round}` });
      }
    }
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
  } finally {
    await sender.close();
  }
  return { suiteErrors: [], interruptions: [], skipped: [] };
}

/** The result of a short run against one hostile service. */
export interface HostileScore {
  readonly name: string;
  readonly exit: number;
  readonly result: string;
  readonly requests: number;
  /** Deviations from the required outcome; empty if there are none. */
  readonly problems: readonly string[];
}

/** The effects of a run besides its verdict. */
interface Seen {
  readonly statement?: Statement;
  readonly heard: readonly string[];
  readonly grownBytes: number;
  readonly left: readonly string[];
}

const expectedResults: Readonly<Record<HostileEnd, readonly Statement['result'][]>> = {
  clean: ['conformant', 'conformant-with-warnings'],
  warned: ['conformant-with-warnings'],
  failed: ['non-conformant'],
  open: ['incomplete'],
  'never-green': ['non-conformant', 'incomplete'],
};
const exitCodes: Readonly<Record<Statement['result'], number>> = {
  conformant: 0,
  'conformant-with-warnings': 0,
  'non-conformant': 1,
  incomplete: 3,
  void: 4,
};

/** Maximum growth of the process during a run, in bytes. */
const mostGrowth = 512 * 1024 * 1024;

/** The deviations of a run from its required outcome. */
export function problemsOf({ expects }: Pick<Hostile, 'expects'>, seen: Seen): readonly string[] {
  const { statement, heard, grownBytes, left } = seen;
  const problems = [...left];
  if (statement === undefined) return problems;
  const { result, exitCode, findings } = statement;
  const wanted = expectedResults[expects.end];
  if (!wanted.includes(result)) problems.push(`result is ${result}, not ${wanted.join(' or ')}`);
  if (exitCode !== exitCodes[result]) problems.push(`exit status is ${exitCode} at ${result}`);
  const { fails } = expects;
  if (fails !== undefined && !findings.some((one) => one.clause === fails && one.verdict === 'fail'))
    problems.push(`${fails} does not fail`);
  if (heard.length === 0) problems.push('nothing was sent');
  if (heard.length > expects.most) problems.push(`${heard.length} requests, more than ${expects.most}`);
  if (heard.some((line) => line.startsWith('elsewhere'))) problems.push('something was sent elsewhere');
  if (grownBytes > mostGrowth) problems.push(`the process grew by ${Math.round(grownBytes / 2 ** 20)} MB`);
  return problems;
}

/** Runs a function and measures by how many bytes the process grew meanwhile. */
async function measureGrowth<Value>(
  run: () => Promise<Value>,
): Promise<{ value: Value; grownBytes: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const watch = setInterval(look, 20);
  try {
    const value = await run();
    look();
    return { value, grownBytes: most - before };
  } finally {
    clearInterval(watch);
  }
}

/** Makes a short run against one hostile service, and returns its deviations from the required outcome. */
export async function runHostile(
  hostile: Hostile,
  { seed }: Pick<RunOptions, 'seed'>,
): Promise<HostileScore> {
  const folder = makeTemporary('hostile');
  const [out, temporary] = [join(folder, 'out'), join(folder, 'tmp')];
  mkdirSync(temporary);
  const { service, targetFile: target, variables, close } = await serveHostile(hostile);
  const { operation } = hostile;
  try {
    const read = readSettings(
      environmentOf({ ...defined({ seed }), runs: '1', workers: '1', out, target, variables }),
    );
    const settings = { ...read, operations: [operation] };
    const { value: statement, grownBytes } = await withTemporaryFiles(temporary, () =>
      measureGrowth(() => runShortly(settings)),
    );
    const left = readdirSync(temporary).map((name) => `${name} is left in the temporary folder`);
    const { problems: unheld } = verifyEvidence(out);
    const secrets = [
      callerSecrets.key,
      callerSecrets.header,
      ...settings.target.cards.map(({ card }) => card),
    ];
    const seen = {
      statement,
      heard: service.heard,
      grownBytes,
      left: [...left, ...leaksIn(out, secrets), ...unheld.map(({ at, detail }) => `verify: ${at} ${detail}`)],
    };
    const { result, exitCode } = statement;
    const problems = problemsOf(hostile, seen);
    return { name: hostile.name, exit: exitCode, result, requests: service.heard.length, problems };
  } catch (error) {
    // A run that throws is a defect of the suite, but the other scores are kept.
    const problems = [`the run broke: ${(error as Error).message}`];
    return { name: hostile.name, exit: 4, result: 'none', requests: service.heard.length, problems };
  } finally {
    await close();
    removeFolder(folder);
  }
}
