import { certificationRuns, certificationSeed } from '../../schemas/certification.ts';
import { operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';

function seedProblem({ run, scope }: Statement): string | undefined {
  const { seed, seedFrom } = run;
  if (seedFrom?.how !== 'date-and-target') return undefined;
  const { sha256 } = scope?.file ?? {};
  const isMade = sha256 !== undefined && certificationSeed(seedFrom.date, sha256) === seed;
  return isMade ? undefined : 'its seed is not the one that its date and target file give';
}

/** Why a run is a rehearsal and no certification, one phrase each; empty for a certification of full depth. */
export function whyRehearsal(statement: Statement): readonly string[] {
  const { profile, run, opening } = statement;
  const { selected = operationIds, choices, runsPerProperty } = run;
  const seed = seedProblem(statement);
  return [
    ...(profile === 'certification' ? [] : [`profile ${profile} fixes no depth`]),
    ...(selected.length < operationIds.length
      ? [`only ${selected.length} of ${operationIds.length} operations`]
      : []),
    ...(choices?.only === undefined ? [] : [`only ${choices.only}`]),
    ...(runsPerProperty < certificationRuns
      ? [`${runsPerProperty} of ${certificationRuns} cases per property`]
      : []),
    ...(opening === undefined ? ['no opening'] : []),
    ...(seed === undefined ? [] : [seed]),
  ];
}
