import { isDeepStrictEqual } from 'node:util';
import type { Judgement, Observation } from '../../schemas/types.ts';
import type { VerifyProblem } from './problem.ts';
import { lastName } from './rests-on-mask.ts';

/** A judgement without its findings. */
type Rest = Pick<Judgement, 'exercised' | 'observations'>;

function namesOf(masked: readonly string[]): readonly string[] {
  return [...new Set(masked.map(lastName))].filter((name) => name.length > 2);
}

// What is observed of a value may differ for its mask.
function isAbout(names: readonly string[]): (observation: Observation) => boolean {
  return ({ clause, detail }) => names.some((name) => clause.includes(name) || detail.includes(name));
}

function sameObservations(
  stored: readonly Observation[],
  again: readonly Observation[],
  masked: readonly string[],
): boolean {
  const aside = isAbout(namesOf(masked));
  const [before, now] = [stored, again].map((list) => list.filter((one) => !aside(one)));
  return isDeepStrictEqual(before, now);
}

/** Exercised where any text of a request is a script, which its mask does not show. */
const ofAnyText = '2.8/page/script-in-value';

// Whether a condition on a masked value was met may depend on the digits that stand in for it.
function sameExercised(
  stored: readonly string[],
  again: readonly string[],
  masked: readonly string[],
): boolean {
  const names = [...namesOf(masked), ...(masked.length > 0 ? [ofAnyText] : [])];
  const [before, now] = [stored, again].map((list) =>
    list.filter((clause) => !names.some((name) => clause.includes(name))),
  );
  return isDeepStrictEqual(before, now);
}

/** Says whether judging again exercised and observed the same, but for what is about masked values. */
export function compareRest(
  at: string,
  stored: Rest,
  again: Rest,
  masked: readonly string[],
): VerifyProblem[] {
  const problem = (what: string): VerifyProblem => ({
    kind: 'verdict',
    at,
    detail: `judged again it has other ${what}`,
  });
  return [
    ...(sameExercised(stored.exercised, again.exercised, masked) ? [] : [problem('exercised clauses')]),
    ...(sameObservations(stored.observations, again.observations, masked) ? [] : [problem('observations')]),
  ];
}
