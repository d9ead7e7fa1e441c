import { loadDeviations } from '../../reports/deviations.ts';
import type { Finding } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';

/** Tells the findings that the known deviations of a target name: they are expected, so no property ends at one of them. */
export function knownDeviations({ deviations }: Pick<Target, 'deviations'>): (finding: Finding) => boolean {
  const rows = deviations === undefined ? [] : loadDeviations(deviations);
  const known = new Set(rows.map(({ clause, operation }) => `${clause} ${operation}`));
  return ({ clause, operation }) => known.has(`${clause} ${operation}`);
}
