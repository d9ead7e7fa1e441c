import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../schemas/defined.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { digestsIn, linesOfDigests, sha256Of } from '../digest.ts';
import { partsFolder } from '../evidence/collect.ts';
import type { GatheredEvidence } from '../evidence/lines.ts';
import { redactText } from '../redact.ts';
import { makeFolder } from '../replace-file.ts';
import type { StatementInput } from '../statement.ts';

// Next to the workers' exchanges, and removed with them after the reports are written.
const browserFile = (out: string) => join(out, partsFolder, 'browser.txt');

/** Notes name and version of the browser that a worker has started. */
export function noteBrowser(out: string, name: string): void {
  const file = browserFile(out);
  makeFolder(dirname(file));
  writeFileSync(file, name, { mode: 0o600 });
}

/** The browser that a worker of the run in a folder has started; undefined if there was none. */
export function browserIn(out: string): string | undefined {
  const file = browserFile(out);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * The facts of a run besides its exchanges: the first line of `exchanges.ndjson.gz`. With the exchanges and notes, they
 * are enough to rebuild the statement.
 */
export interface RunFacts extends Omit<StatementInput, 'evidence' | 'acrossRun' | 'clauses' | 'again'> {
  /** The command that repeats a test of the run, with `TEST` where its file and title stand. */
  readonly again: string;
  /** Number of changed answers to judge for the statement. */
  readonly changesAnswers?: number;
  /** Digest of `filesBefore` when the evidence was written. */
  readonly before: string;
}

/** The facts of a run in its evidence; undefined while workers are still writing. */
export function factsIn({ run }: GatheredEvidence): RunFacts | undefined {
  // This module wrote the line; verification detects later changes.
  return run as unknown as RunFacts | undefined;
}

/** Files and folders that are complete before the evidence is written. */
export const filesBefore = ['opening.json', 'ledger.ndjson', 'allure-results'] as const;

/** One digest over `filesBefore` in a folder. */
export function rootBefore(out: string): string {
  const isBefore = (path: string) => filesBefore.some((name) => path === name || path.startsWith(`${name}/`));
  return sha256Of(linesOfDigests(digestsIn(out, isBefore)));
}

/**
 * The plan of a run for all its processes and its reports: everything known before the first request,
 * without secrets. It is in a file next to the workers' exchanges, and removed with them after the reports are written.
 */
export interface RunPlan {
  /** Id of the process of the run: first the command, then its runner. */
  readonly pid: number;
  /** Absolute path of the reports folder. */
  readonly out: string;
  /** The facts for the evidence that are known before the end. */
  readonly facts: Omit<RunFacts, 'before' | 'endedAt' | 'interruptions' | 'suiteErrors' | 'opening'>;
  /** Number of selected tests of the specs, of all shards together; absent without the reporter of the suite. */
  readonly planned?: number;
  /** Prefix of every order_no, if the merchant specifies the format. */
  readonly orderPrefix?: string;
}

/** The facts of a run at its end, masked. */
export function factsAtEnd(
  { facts, out }: RunPlan,
  {
    interruptions,
    suiteErrors,
    endedAt = new Date().toISOString(),
  }: Required<Pick<RunFacts, 'interruptions' | 'suiteErrors'>> & Partial<Pick<RunFacts, 'endedAt'>>,
): Omit<RunFacts, 'before'> {
  const browser = browserIn(out);
  return {
    ...facts,
    ...(facts.platform && { platform: { ...facts.platform, ...defined({ browser }) } }),
    endedAt,
    interruptions: interruptions.map(redactText),
    suiteErrors: suiteErrors.map(redactText),
  };
}

/** Path of the plan file of a run. */
export const planFile = (out: string): string => join(out, partsFolder, 'run.json');

/** Writes the plan of a run for its processes, and for its reports if it is killed. */
export function writePlan(plan: RunPlan): void {
  const file = planFile(plan.out);
  makeFolder(dirname(file));
  writeFileSync(file, `${jsonText(plan, 2)}\n`, { mode: 0o600 });
}

/** The plan of a run without reports; undefined if there is none. */
export function readPlan(out: string): RunPlan | undefined {
  try {
    const plan = JSON.parse(readFileSync(planFile(out), 'utf8')) as Partial<RunPlan>;
    return plan.facts === undefined ? undefined : (plan as RunPlan);
  } catch {
    // It does not exist, or the disk was full while it was written, before any test began.
    return undefined;
  }
}

/** The plan of a run from one of its processes, also without the reporter of the suite; undefined if there is none. */
export function presentPlan(out: string): RunPlan | undefined {
  const { CONFORMANCE_RUN: plan } = process.env;
  return readPlan(out) ?? (plan === undefined ? undefined : (JSON.parse(plan) as RunPlan));
}
