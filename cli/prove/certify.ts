import type { GatheredEvidence } from '../../reports/evidence/lines.ts';
import { judgedOf } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { buildStatement } from '../../reports/statement.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import { operationIds } from '../../schemas/types.ts';
import { suiteVersion } from '../../targets/suite-version.ts';
import { variantOf } from './read-proof.ts';
import type { ServedAcquirer } from './serve-acquirers.ts';

/** The statement of a certification of one acquirer, from its part of the evidence of a proof. */
export function certify({ own, opening, settings }: ServedAcquirer, evidence: GatheredEvidence): Statement {
  const isOwn = (test: string) => variantOf(test).variant === `acquirers/${own.name}`;
  const exchanges = evidence.exchanges.filter(({ origin }) => isOwn(origin.test));
  const notes = evidence.notes.filter(({ origin }) => isOwn(origin?.test ?? ''));
  const { target, seed, runs } = settings;
  const now = new Date().toISOString();
  return buildStatement({
    suite: { version: suiteVersion, commit: '', contractSha256: '' },
    target: { name: own.name, environment: target.environment, baseUrl: own.url },
    profile: 'certification',
    seed,
    runsPerProperty: runs,
    startedAt: now,
    endedAt: now,
    capabilities: target.capabilities,
    selected: operationIds,
    opening,
    evidence: { exchanges, notes, problems: evidence.problems },
    acrossRun: judgeRun(exchanges.map(judgedOf)),
  });
}
