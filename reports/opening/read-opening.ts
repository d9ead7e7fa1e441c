import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { given } from '../../schemas/given.ts';
import type { OpeningReport, OpeningStep } from '../../schemas/opening.ts';
import { operationIds } from '../../schemas/types.ts';

/** File in the reports folder that the opening of a run leaves. */
export const openingFile = 'opening.json';

/** What the opening of the run in a folder found out; undefined where there was none, and where the file is no report of one. */
export function readOpening(out: string): OpeningReport | undefined {
  const file = join(out, openingFile);
  if (!existsSync(file)) return undefined;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as OpeningReport | null;
    return Array.isArray(read?.steps) ? read : undefined;
  } catch {
    return undefined;
  }
}

const rank = ['accepted', 'not-accepted', 'not-asked'] as const;

/** What the openings of several shards found out together: of each operation the step that tells most. */
export function joinOpenings(openings: readonly OpeningReport[]): OpeningReport | undefined {
  if (openings.length === 0) return undefined;
  const steps = openings.flatMap((opening) => opening.steps);
  const stopped = openings.find((opening) => opening.stopped !== undefined)?.stopped;
  const unusable = openings.find((opening) => opening.unusable !== undefined)?.unusable;
  const learned = openings.find((opening) => opening.learned !== undefined)?.learned;
  const service = openings.find((opening) => opening.service !== undefined)?.service;
  return {
    steps: operationIds.flatMap((id): readonly OpeningStep[] => {
      const own = steps.filter(({ operation }) => operation === id);
      const [best] = own.toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state));
      return best === undefined ? [] : [{ ...best, exchanges: own.flatMap(({ exchanges }) => exchanges) }];
    }),
    ...given({ stopped, unusable, learned, service }),
    spent: {
      requests: sum(openings, ({ spent }) => spent.requests),
      amount: sum(openings, ({ spent }) => spent.amount),
    },
  };
}

function sum(openings: readonly OpeningReport[], part: (opening: OpeningReport) => number): number {
  return openings.reduce((total, opening) => total + part(opening), 0);
}
