import type { OpeningReport, OpeningStep } from '../schemas/opening.ts';
import type { Observation } from '../schemas/types.ts';
import { participles } from './answer-words.ts';

/** What an operation waited for until it was accepted: another state in the query, or a time. */
function waitOf({
  operation,
  waits,
  waitsMs,
}: OpeningStep): readonly [value: string, says: string] | undefined {
  if (waits !== undefined) {
    const { from, to, withinMs } = waits;
    return [
      to,
      `refused while the query shows ${from}; a payment can be ${participles[operation]} within ${withinMs / 1000} s, once it shows ${to}`,
    ];
  }
  if (waitsMs === undefined) return undefined;
  return [
    'time',
    `refused at first; a payment can be ${participles[operation]} within ${waitsMs / 1000} s, and the query shows no other state then`,
  ];
}

/** The waits that an opening saw, as observations: section 3 shows no transitions. */
export function observedWaits({ steps }: Pick<OpeningReport, 'steps'>): readonly Observation[] {
  return steps.flatMap((step) => {
    const wait = waitOf(step);
    if (wait === undefined) return [];
    const [value, says] = wait;
    const { operation } = step;
    return [
      {
        clause: '3/transitions',
        operation,
        fingerprint: `waits for: ${value}`,
        detail: `waits for: ${says}`,
      },
    ];
  });
}
