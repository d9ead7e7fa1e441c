import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { variantOf } from './read-proof.ts';
import type { VariantsRun } from './run-variants.ts';
import type { DialectScore, FaultScore } from './score.ts';
import type { AcquirerScore } from './score-acquirer.ts';

/** Scores of variants, by kind. */
export interface Scores {
  readonly faults: readonly FaultScore[];
  readonly dialects: readonly DialectScore[];
  readonly acquirers: readonly AcquirerScore[];
  readonly planted: readonly (FaultScore & { readonly acquirer: string })[];
}

/** The variants that did not come out as they must: faults that their clause did not catch, false alarms, acquirers with problems. */
function missedIn({ faults, dialects, acquirers, planted }: Scores): ReadonlySet<string> {
  const isMissed = ({ state }: FaultScore) => state !== 'caught';
  return new Set([
    ...faults.filter(isMissed).map(({ id }) => `faults/${id}`),
    ...dialects.filter(({ alarms }) => alarms.length > 0).map(({ name }) => `dialects/${name}`),
    ...acquirers.filter(({ problems }) => problems.length > 0).map(({ name }) => `acquirers/${name}`),
    ...planted.filter(isMissed).map(({ id, acquirer }) => `acquirers/${acquirer}/faults/${id}`),
  ]);
}

/** The exchanges of variants that did not come out as they must; of a later run those that it met again. */
export function exchangesOfMissed(scores: Scores, runs: readonly VariantsRun[]): readonly EvidenceExchange[] {
  const missed = missedIn(scores);
  return runs.flatMap(({ evidence }, index) =>
    evidence.exchanges.filter(({ origin }) => {
      const { variant } = variantOf(origin.test);
      return missed.has(variant) && !runs.slice(index + 1).some(({ sights }) => sights.has(variant));
    }),
  );
}
