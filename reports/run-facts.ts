import { given } from '../schemas/given.ts';
import { browserIn } from './browser-note.ts';
import { contractSha256 } from './contract-digest.ts';
import { loadDeviations } from './deviations.ts';
import { digestFiles, rootOf } from './digest.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { redactText } from './redact.ts';
import { typedPath } from './repeat-command.ts';
import type { ReporterOptions } from './reporter-options.ts';
import type { StatementInput } from './statement.ts';

/**
 * What a run knew beside its exchanges: the first line of `exchanges.ndjson`. With the exchanges and notes it makes the
 * statement again, so that nothing in the statement has to be believed.
 */
export interface RunFacts extends Omit<StatementInput, 'evidence' | 'acrossRun' | 'clauses' | 'replay'> {
  /** The command that repeats an exchange, with `EXCHANGE` for its id. */
  readonly again: string;
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

/** The root digest of what stands in a folder beside its evidence and reports. */
export function rootBefore(out: string): string {
  return rootOf(
    digestFiles(out, (path) => filesBefore.some((name) => path === name || path.startsWith(`${name}/`))),
  );
}

/** What the evidence of a run cannot tell by itself. */
export interface RunEnd {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly interruptions: readonly string[];
  readonly suiteErrors: readonly string[];
}

/** The facts of a run from its options and its end, masked. */
export function runFactsOf(options: ReporterOptions, end: RunEnd): Omit<RunFacts, 'again' | 'before'> {
  const { suite, target, profile, seed, runId, runs, capabilities, operations, choices } = options;
  const { deviations, document } = options;
  const { seedFrom, day, certification, scope, platform, named, targetFile, endpoint } = options;
  const browser = platform && browserIn(options.out);
  return {
    suite: { ...suite, contractSha256: contractSha256() },
    target: { ...target, baseUrl: redactText(target.baseUrl) },
    profile,
    seed,
    ...given({ seedFrom, day, certification, scope, named }),
    ...(platform && { platform: { ...platform, ...given({ browser }) } }),
    place: given({ target: targetFile && typedPath(targetFile), endpoint }),
    runId,
    runsPerProperty: runs,
    startedAt: end.startedAt,
    endedAt: new Date().toISOString(),
    capabilities,
    selected: operations,
    choices,
    interruptions: end.interruptions.map(redactText),
    suiteErrors: end.suiteErrors.map(redactText),
    ...(deviations === undefined ? {} : { deviations: loadDeviations(deviations) }),
    // Its text stays with its owner; where it lies is nobody else's business.
    ...(document === undefined ? {} : { document: { sha256: document.sha256 } }),
  };
}
