import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { given } from '../../schemas/given.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { digestFiles, rootOf } from '../digest.ts';
import { partsFolder } from '../evidence/collect.ts';
import type { GatheredEvidence } from '../evidence/lines.ts';
import { redactText } from '../redact.ts';
import type { StatementInput } from '../statement.ts';

// Beside the exchanges of the workers, and removed with them when the reports are written.
const browserFile = (out: string) => join(out, partsFolder, 'browser.txt');

/** Notes name and version of the browser that a worker has started. */
export function noteBrowser(out: string, name: string): void {
  const file = browserFile(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, name, { mode: 0o600 });
}

/** The browser that a worker of the run in a folder has started; undefined where none was. */
function browserIn(out: string): string | undefined {
  const file = browserFile(out);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * What a run knew besides its exchanges: the first line of `exchanges.ndjson`. With the exchanges and notes it makes the
 * statement again, so that nothing in the statement has to be believed.
 */
export interface RunFacts extends Omit<StatementInput, 'evidence' | 'acrossRun' | 'clauses' | 'replay'> {
  /** The command that repeats an exchange, with `EXCHANGE` for its id. */
  readonly again: string;
  /** Of how many changed answers the statement says what would have become of them. */
  readonly changesAnswers?: number;
  /** Root digest of what the run had left when its evidence was written: `filesBefore`. */
  readonly before: string;
}

/** What the evidence says that the run knew; undefined while workers are still writing. */
export function factsIn({ run }: GatheredEvidence): RunFacts | undefined {
  // This room wrote the line; who changed it since is the matter of verification.
  return run as unknown as RunFacts | undefined;
}

/** Files and folders of a run that are whole when its evidence is written. */
export const filesBefore = ['run.json', 'opening.json', 'ledger.ndjson', 'allure-results'] as const;

/** The root digest of what is in a folder besides its evidence and reports. */
export function rootBefore(out: string): string {
  return rootOf(
    digestFiles(out, (path) => filesBefore.some((name) => path === name || path.startsWith(`${name}/`))),
  );
}

/**
 * A run as all its processes, its reports and `recover` know it: what is known before its first request, without a secret. One
 * file beside the exchanges of the workers holds it, with the settings of the run, and is removed with them when the reports are written.
 */
export interface RunPlan {
  /** Process that the run is under way in: that of the command, then that of its runner. */
  readonly pid: number;
  /** Absolute folder of the reports. */
  readonly out: string;
  /** What the evidence says that the run knew, as far as it is known before the end. */
  readonly facts: Omit<RunFacts, 'before' | 'endedAt' | 'interruptions' | 'suiteErrors' | 'opening'>;
  /** What every order_no begins with where the merchant says how they are written. */
  readonly orderPrefix?: string;
  /** Absolute path of the caller's own copy of the interface document. */
  readonly document?: string;
  /** Keeps the history of its Allure reports next to the reports. */
  readonly history: boolean;
  /** Leaves out the Allure report and the results that it is made from. */
  readonly skipAllure: boolean;
  /** Prints every finding and reason at the end. */
  readonly verbose: boolean;
}

/** The facts of a run at its end, masked. */
export function factsAtEnd(
  { facts, out }: RunPlan,
  { interruptions, suiteErrors }: Required<Pick<RunFacts, 'interruptions' | 'suiteErrors'>>,
): Omit<RunFacts, 'before'> {
  const browser = browserIn(out);
  return {
    ...facts,
    ...(facts.platform && { platform: { ...facts.platform, ...given({ browser }) } }),
    endedAt: new Date().toISOString(),
    interruptions: interruptions.map(redactText),
    suiteErrors: suiteErrors.map(redactText),
  };
}

/** The file that holds the plan of the run of a folder. */
export const planFile = (out: string): string => join(out, partsFolder, 'run.json');

/** Keeps the plan of a run for its processes, and for its reports should it be killed. */
export function writePlan(plan: RunPlan): void {
  const file = planFile(plan.out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${jsonText(plan, 2)}\n`, { mode: 0o600 });
}

/** The plan of the run of a folder that has no reports yet. */
export function readPlan(out: string): RunPlan | undefined {
  try {
    const plan = JSON.parse(readFileSync(planFile(out), 'utf8')) as Partial<RunPlan>;
    return plan.facts === undefined ? undefined : (plan as RunPlan);
  } catch {
    // There is none, or the disk was full before it was whole, and so before a test began.
    return undefined;
  }
}
