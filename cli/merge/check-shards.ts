import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { ShardReport } from './read-shard.ts';
import { shardText } from './shard.ts';

/** What all shards of one run have in common, in words and as a value. */
const common: readonly (readonly [words: string, of: (report: ShardReport) => unknown])[] = [
  ['number of shards', ({ shard }) => shard.of],
  ['suite version', ({ statement }) => statement.suite.version],
  ['suite commit', ({ statement }) => statement.suite.commit],
  ['contract', ({ statement }) => statement.suite.contractSha256],
  ['target', ({ statement }) => statement.target.name],
  ['target environment', ({ statement }) => statement.target.environment],
  ['target address', ({ statement }) => statement.target.baseUrl],
  ['seed', ({ statement }) => statement.run.seed],
  ['day', ({ statement }) => statement.run.day],
  ['cases per property', ({ statement }) => statement.run.runsPerProperty],
  ['changed files of the suite', ({ statement }) => statement.suite.changed ?? []],
  ['certification file', ({ statement }) => statement.certification],
  ['target file', ({ statement }) => statement.scope?.file?.sha256],
  ['profile', ({ statement }) => statement.profile],
  ['operations', ({ selected }) => selected.join(', ')],
  ['choices of the caller', ({ choices }) => choices],
  ['capabilities', ({ statement }) => statement.capabilities],
  [
    'known deviations',
    ({ statement }) => statement.deviations.map(({ state: _, findings: __, ...deviation }) => deviation),
  ],
];

function worded(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Throws one line unless the reports are all shards of one run, each of them once. */
export function checkShards(reports: readonly ShardReport[]): void {
  const [first, ...others] = reports;
  if (first === undefined) throw new ConfigurationError('merge needs the folders of all shards of a run.');
  for (const [words, read] of common) {
    const wanted = read(first);
    const other = others.find((report) => !isDeepStrictEqual(read(report), wanted));
    if (other === undefined) continue;
    throw new ConfigurationError(
      `These are shards of different runs: ${words} is ${worded(wanted)} in ${first.dir}, ${worded(read(other))} in ${other.dir}.`,
    );
  }
  const dirs = new Map<number, string>();
  for (const { shard, dir } of reports) {
    const before = dirs.get(shard.number);
    if (before !== undefined)
      throw new ConfigurationError(`Shard ${shardText(shard)} is there twice: in ${before} and in ${dir}.`);
    dirs.set(shard.number, dir);
  }
  const missing = Array.from({ length: first.shard.of }, (_, at) => at + 1).filter(
    (number) => !dirs.has(number),
  );
  if (missing.length === 0) return;
  const names = missing.map((number) => shardText({ number, of: first.shard.of }));
  throw new ConfigurationError(
    `${names.length === 1 ? 'Shard' : 'Shards'} ${names.join(', ')} missing: a run is merged as a whole or not at all.`,
  );
}
