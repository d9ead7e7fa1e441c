import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../schemas/defined.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { shardName } from '../evidence/attached.ts';
import type { FoundNote } from '../evidence/lines.ts';
import { joinOpenings } from '../opening.ts';
import type { Shard } from './choices.ts';
import type { RunPlan } from './run-facts.ts';

/** What a shard attaches at its beginning. */
export interface ShardStart {
  readonly plan: RunPlan;
  /** The result of its preflight. */
  readonly opening?: OpeningReport;
}

/** What a shard attaches at its end. */
export interface ShardEnd {
  /** The browser that opened pages. */
  readonly browser?: string;
  /** What the monitor found, masked. */
  readonly problems: readonly FoundNote[];
}

/** The beginning of a shard, with its number. */
export interface StartedShard extends ShardStart {
  readonly shard: Shard;
}

/** Several shards as one run. */
export interface JoinedShards {
  /** The plan of the first shard, for the whole run. */
  readonly plan: RunPlan;
  readonly opening?: OpeningReport;
  /** Why they are not one whole run, one line each; empty if they are. */
  readonly problems: readonly string[];
  /** Returns whether a shard belongs to the run; exchanges of another run are not judged with it. */
  has(shard: Shard): boolean;
}

/** The facts that differ between the shards of one run. */
const ofOneShard: ReadonlySet<string> = new Set([
  ...['shard', 'runId', 'platform', 'place', 'again', 'startedAt'],
]);

/** The facts that all shards of one run share. */
function commonFacts({ plan: { facts }, shard }: StartedShard): Readonly<Record<string, unknown>> {
  const common = Object.entries(facts).filter(([name]) => !ofOneShard.has(name));
  return JSON.parse(JSON.stringify({ shards: shard.of, ...Object.fromEntries(common) }));
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The first place where two values differ, such as `suite.version`, with both values; undefined if they are equal. */
function difference(
  one: unknown,
  other: unknown,
  at = '',
): readonly [at: string, one: unknown, other: unknown] | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!isGroup(one) || !isGroup(other) || Array.isArray(one) !== Array.isArray(other))
    return [at, one, other];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const below = (name: string) =>
    Array.isArray(one) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`;
  for (const name of names) {
    const found = difference(one[name], other[name], below(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One line if a shard is of another run than the first one; undefined if it is of the same. */
function whyOther(first: StartedShard, other: StartedShard): string | undefined {
  const found = difference(commonFacts(first), commonFacts(other));
  if (found === undefined) return undefined;
  const [path, ...values] = found;
  const [one, two] = values.map((value) => JSON.stringify(value ?? null));
  const names = [first, other].map(({ shard }) => shardName(shard));
  return plainLine(
    `these are shards of different runs: ${path} is ${one} in ${names[0]}, ${two} in ${names[1]}, which was left out`,
  );
}

/**
 * Joins what the shards of a run knew, and finds what is missing: a shard, its end, or one that is there twice or
 * belongs to another run. Undefined without any shard.
 */
export function joinShards(
  started: readonly StartedShard[],
  ended: readonly Shard[],
): JoinedShards | undefined {
  const [first, ...others] = started;
  if (first === undefined) return undefined;
  const { of } = first.shard;
  const different = others.flatMap((other) => whyOther(first, other) ?? []);
  const own = started.filter((one) => whyOther(first, one) === undefined);
  const facts = own.map(({ plan }) => plan.facts);
  const countOf = (some: readonly Shard[], number: number) =>
    some.filter((one) => one.of === of && one.number === number).length;
  const numbers = Array.from({ length: of }, (_, at) => at + 1);
  const has = ({ number, of: all }: Shard) => all === of && own.some(({ shard }) => shard.number === number);
  const problemOf = (number: number): string | undefined => {
    const name = shardName({ number, of });
    const starts = countOf(
      own.map(({ shard }) => shard),
      number,
    );
    if (starts === 0) return `${name} is missing, or was ended before its preflight`;
    if (starts > 1) return `${name} is there ${starts} times; only the first one of each test was judged`;
    if (countOf(ended, number) === 0)
      return `${name} was ended before its closing tests: what its processes noted last is missing`;
    return undefined;
  };
  const { shard: _, runId, ...common } = first.plan.facts;
  const isOneId = facts.every((one) => one.runId === runId);
  return {
    plan: {
      ...first.plan,
      facts: {
        ...common,
        ...defined({ runId: isOneId ? runId : undefined }),
        startedAt: facts.map(({ startedAt }) => startedAt).sort()[0] ?? common.startedAt,
      },
    },
    ...defined({ opening: joinOpenings(own.flatMap(({ opening }) => opening ?? [])) }),
    problems: [...different, ...numbers.flatMap((number) => problemOf(number) ?? [])],
    has,
  };
}
