import type { Arbitrary } from 'fast-check';
import { callerBreaches } from '../../generators/appraise.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sample } from '../../generators/seed.ts';
import { inspectRequest } from '../../schemas/contract.ts';
import { wordsOf } from '../../schemas/findings/words.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonValue } from '../../schemas/types.ts';

/** What a law says against a generator: one line per complaint, none when the law holds. */
export type Complaints = readonly string[];

/** Every request that is drawn fits the schema of its own operation, sampled shapes included. */
export function fitsOwnSchema(requests: Arbitrary<RequestCase>, seed: number, cases: number): Complaints {
  return sample(requests, seed, cases).flatMap(({ operation, body }) => [
    ...callerBreaches(operation, body).map(
      ({ clause, path, received }) => `${clause} at ${path}: ${wordsOf(received)}`,
    ),
    ...[...inspectRequest(operation, body).soft].map((clause) => `${clause} (sampled)`),
  ]);
}

/** The same seed draws the same requests. */
export function dependsOnSeedAlone(
  requests: () => Arbitrary<RequestCase>,
  seed: number,
  cases: number,
): Complaints {
  const texts = (from: number) => sample(requests(), from, cases).map(({ body }) => JSON.stringify(body));
  const [first, second] = [texts(seed), texts(seed)];
  return first.flatMap((text, at) => (text === second[at] ? [] : [`case ${at} of seed ${seed} differs`]));
}

function batchSize({ operation, body }: RequestCase): number | undefined {
  const entries: JsonValue | undefined = body[operationOf(operation).batch?.field ?? ''];
  return Array.isArray(entries) ? entries.length : undefined;
}

/** Among many batches there are one of a single entry and one of exactly the limit, and none beyond. */
export function reachesLimits(
  requests: Arbitrary<RequestCase>,
  operation: DocumentedOperationId,
  seed: number,
): Complaints {
  const limit = operationOf(operation).batch?.limit;
  if (limit === undefined) return [];
  const sizes = sample(requests, seed, 200).map((made) => batchSize(made) ?? 0);
  return [
    ...(sizes.includes(1) ? [] : ['no batch of one entry']),
    ...(sizes.includes(limit) ? [] : [`no batch of ${limit} entries`]),
    ...sizes.filter((size) => size > limit || size < 1).map((size) => `a batch of ${size} entries`),
  ];
}

/** A single fault breaks exactly the clause that it names. */
export function breaksOneClause(faults: readonly RequestCase[]): Complaints {
  return faults.flatMap(({ name, operation, body, breaks }) => {
    const hard = callerBreaches(operation, body).map(({ clause }) => clause);
    const broken = new Set([...hard, ...inspectRequest(operation, body).soft]);
    return broken.size === 1 && breaks !== undefined && broken.has(breaks)
      ? []
      : [`${name} names ${breaks ?? 'no clause'} and breaks ${[...broken].join(', ') || 'none'}`];
  });
}

/** Names are unique and the same for every seed. */
export function namesAreStable(make: (seed: number) => readonly RequestCase[]): Complaints {
  const names = (seed: number) => make(seed).map(({ name }) => name);
  const [first, second] = [names(1), names(2)];
  const doubled = first.filter((name, at) => first.indexOf(name) !== at);
  return [
    ...doubled.map((name) => `${name} comes twice`),
    ...first.filter((name) => !second.includes(name)).map((name) => `${name} only with seed 1`),
    ...second.filter((name) => !first.includes(name)).map((name) => `${name} only with seed 2`),
  ];
}
