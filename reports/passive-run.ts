import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRun } from '../schemas/judge-run.ts';
import { renderCertificate } from './certificate.ts';
import { contractSha256 } from './contract-digest.ts';
import { loadDeviations } from './deviations.ts';
import { writeDigest } from './digest.ts';
import { gatherEvidence, judgedOf } from './evidence.ts';
import { judgeCommand } from './repeat-command.ts';
import type { ReporterOptions } from './reporter-options.ts';
import type { Statement } from './statement/format.ts';
import { buildStatement, statementText } from './statement.ts';

/** How traffic that somebody else sent was watched. */
export interface PassiveRun {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Why not everything that passed is in the evidence. */
  readonly interruptions: readonly string[];
}

/** Gathers the evidence of watched traffic in `out`, and writes its statement, certificate and digest. */
export function writePassiveReports(
  { out, suite, target, profile, seed, operations, capabilities, deviations }: ReporterOptions,
  { startedAt, interruptions }: PassiveRun,
): Statement {
  const evidence = gatherEvidence(out);
  const statement = buildStatement({
    suite: { ...suite, contractSha256: contractSha256() },
    target,
    profile,
    seed,
    runsPerProperty: 0,
    startedAt,
    endedAt: new Date().toISOString(),
    capabilities,
    selected: operations,
    evidence,
    acrossRun: judgeRun(evidence.exchanges.map(judgedOf)),
    interruptions,
    // No test sent these requests, so only their judgement can be repeated.
    replay: (exchange) => judgeCommand(exchange, out),
    ...(deviations === undefined ? {} : { deviations: loadDeviations(deviations) }),
  });
  writeFileSync(join(out, 'conformance.json'), statementText(statement));
  writeFileSync(join(out, 'certificate.html'), renderCertificate(statement));
  writeDigest(out);
  return statement;
}
