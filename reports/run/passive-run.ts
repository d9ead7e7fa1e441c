import { writeDerivedFiles } from '../derived-files.ts';
import { writeDigest } from '../digest.ts';
import { gatherEvidence } from '../evidence.ts';
import { judgeCommand } from '../exports/repeat-command.ts';
import type { Statement } from '../statement/format.ts';
import { type ReporterOptions, runFactsOf } from './run-facts.ts';

/** How traffic that somebody else sent was watched. */
export interface PassiveRun {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Why not everything that passed is in the evidence. */
  readonly interruptions: readonly string[];
  /** Requests of the caller that were not passed on, because the target file does not allow them. */
  readonly withheld: number;
}

/** Gathers the evidence of watched traffic in `out`, and writes everything that follows from it. */
export function writePassiveReports(options: ReporterOptions, end: PassiveRun): Statement {
  const { out } = options;
  const { withheld, startedAt, interruptions } = end;
  const { runId: _, day: __, ...facts } = runFactsOf(options, { startedAt, interruptions, suiteErrors: [] });
  // No test sent these requests, so only their judgement can be repeated.
  const again = judgeCommand('EXCHANGE', out);
  // Nobody but the watched caller decides what is sent.
  const without = withheld === 1 ? '1 request' : `${withheld} requests`;
  const only = `what the watched caller sent${withheld === 0 ? '' : `, without ${without} not passed on`}`;
  const choices = { ...options.choices, only };
  const evidence = gatherEvidence(out, undefined, { ...facts, choices, runsPerProperty: 0, again });
  const statement = writeDerivedFiles(out, evidence);
  writeDigest(out);
  return statement;
}
