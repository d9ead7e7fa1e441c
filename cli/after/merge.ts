import { cpSync, existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startAllure } from '../../reports/allure/generate.ts';
import { writeDerivedFiles } from '../../reports/derived-files.ts';
import { gatherEvidence, readFacts } from '../../reports/evidence.ts';
import { testCommand, typedPath } from '../../reports/exports/repeat.ts';
import { joinOpenings, openingFile } from '../../reports/opening.ts';
import { startRedaction } from '../../reports/redact.ts';
import type { Shard } from '../../reports/run/choices.ts';
import { completeReports, printStatement } from '../../reports/run/finish-run.ts';
import { clearReports } from '../../reports/run/own-files.ts';
import type { RunFacts } from '../../reports/run/run-facts.ts';
import { defined } from '../../schemas/defined.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { existingFolder, shardText } from '../option-values.ts';
import { lockReports } from '../run/folder-lock.ts';
import { namedTarget, readRunRecord } from '../run/run-record.ts';
import type { Subcommand } from '../subcommand.ts';
import { readStatement } from './read-reports.ts';

interface MergeOptions {
  readonly out: string;
}

/** Joins the reports of all shards of a run. */
export const merge: Subcommand = (command) => {
  command
    .argument('<folders...>', 'reports of all shards of one run', (dir: string, before: string[] = []) => [
      ...before,
      existingFolder(dir),
    ])
    .option('--out <folder>', 'where the reports go', 'reports/out');
  return async (dirs: readonly string[], options: MergeOptions) => {
    const out = resolve(options.out);
    demandOtherFolder(out, dirs);
    const lock = lockReports(out);
    try {
      return await mergeInto(out, dirs);
    } finally {
      lock.release();
    }
  };
};

async function mergeInto(out: string, dirs: readonly string[]): Promise<number> {
  const { statement, suiteErrors, bare } = mergeShards(dirs, out);
  if (bare > 0)
    console.log(
      `${bare} exchanges were stored without bodies to save space; rules across exchanges had less to check.`,
    );
  const skipAllure = !existsSync(join(out, 'allure-results'));
  const started = startAllure({ out, skipAllure }, statement);
  const allure = await completeReports(out, started);
  printStatement(statement, { out, allure, suiteErrors });
  return statement.exitCode;
}

/** The folder of one shard as named by the user, and the facts of its evidence. */
export interface ShardReport {
  readonly dir: string;
  readonly facts: RunFacts & { readonly shard: Shard };
}

/** The facts that differ between the shards of one run. */
const ofOneShard: readonly string[] = [
  ...['shard', 'runId', 'platform', 'place', 'again', 'before', 'opening'],
  ...['startedAt', 'endedAt', 'interruptions', 'suiteErrors'],
];

/** Returns the facts that all shards of one run share. */
function commonFacts(facts: ShardReport['facts']): JsonValue {
  const common = Object.entries(facts).filter(([name]) => !ofOneShard.includes(name));
  return JSON.parse(JSON.stringify({ shards: facts.shard.of, ...Object.fromEntries(common) }));
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Every place where two values differ, such as `suite.version`, with both values. */
function differences(
  one: unknown,
  other: unknown,
  at = '',
): readonly (readonly [at: string, one: unknown, other: unknown])[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isGroup(one) || !isGroup(other) || Array.isArray(one) !== Array.isArray(other))
    return [[at, one, other]];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const below = (name: string) =>
    Array.isArray(one) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`;
  return names.flatMap((name) => differences(one[name], other[name], below(name)));
}

/** Returns the first report; throws unless the reports are all shards of one run, each once. */
export function checkShards(reports: readonly ShardReport[]): ShardReport {
  const [first, ...others] = reports;
  if (first === undefined) throw new ConfigurationError('merge needs the folders of all shards of a run.');
  for (const { dir, facts } of others) {
    const [found] = differences(commonFacts(first.facts), commonFacts(facts));
    if (found === undefined) continue;
    const [path, one, other] = [found[0], ...found.slice(1).map((value) => JSON.stringify(value ?? null))];
    throw new ConfigurationError(
      `These are shards of different runs: ${path} is ${one} in ${first.dir}, ${other} in ${dir}.`,
    );
  }
  const { of } = first.facts.shard;
  const dirs = new Map<number, string>();
  for (const { facts, dir } of reports) {
    const before = dirs.get(facts.shard.number);
    if (before !== undefined)
      throw new ConfigurationError(
        `Shard ${shardText(facts.shard)} is there twice: in ${before} and in ${dir}.`,
      );
    dirs.set(facts.shard.number, dir);
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((number) => !dirs.has(number));
  if (missing.length === 0) return first;
  const names = missing.map((number) => shardText({ number, of }));
  throw new ConfigurationError(
    `${names.length === 1 ? 'Shard' : 'Shards'} ${names.join(', ')} missing: a run is merged completely or not at all.`,
  );
}

/** Returns the facts of one shard; throws an error that names the folder and what is missing. */
function readShard(dir: string): ShardReport {
  // A folder without a statement belongs to an unfinished run.
  readStatement(dir);
  const { shard, ...facts } = readFacts(dir) ?? {};
  if (shard === undefined) throw new ConfigurationError(`${dir} holds no shard; run --shard i/n leaves one.`);
  return { dir, facts: { ...facts, shard } as ShardReport['facts'] };
}

/** Throws if the output folder is the folder of a shard. */
function demandOtherFolder(out: string, dirs: readonly string[]): void {
  if (existsSync(out) && dirs.some((dir) => realpathSync(dir) === realpathSync(out)))
    throw new ConfigurationError(
      `--out ${out} is the folder of a shard; choose another one for the merged run.`,
    );
}

/** Joins the evidence of all shards into `out` and judges it as a whole; throws if the run is not complete. */
export function mergeShards(dirs: readonly string[], out: string) {
  const reports = dirs.map(readShard);
  reports.sort((one, other) => one.facts.shard.number - other.facts.shard.number);
  const first = checkShards(reports);
  demandOtherFolder(out, dirs);
  clearReports(out);
  const all = reports.map(({ facts }) => facts);
  const { shard: _, before: __, runId, ...facts } = first.facts;
  startRedaction({ seed: facts.seed });
  const folders = reports.map(({ dir }) => dir);
  for (const results of folders.map((dir) => join(dir, 'allure-results')))
    if (existsSync(results)) cpSync(results, join(out, 'allure-results'), { recursive: true });
  writeFileSync(join(out, 'run.json'), `${JSON.stringify(readRunRecord(first.dir), null, 2)}\n`);
  const opening = joinOpenings(all.flatMap((one) => one.opening ?? []));
  if (opening !== undefined) writeFileSync(join(out, openingFile), `${jsonText(opening, 2)}\n`);
  const suiteErrors = all.flatMap((one) => one.suiteErrors ?? []);
  const named = namedTarget(out);
  const evidence = gatherEvidence(out, folders, {
    ...facts,
    ...defined({ opening, runId: all.every((one) => one.runId === runId) ? runId : undefined }),
    startedAt: all.map(({ startedAt }) => startedAt).sort()[0] ?? facts.startedAt,
    endedAt:
      all
        .map(({ endedAt }) => endedAt)
        .sort()
        .at(-1) ?? facts.endedAt,
    interruptions: [...new Set(all.flatMap((one) => one.interruptions ?? []))],
    suiteErrors,
    place: defined({ target: named && typedPath(named), endpoint: facts.place?.endpoint }),
    again: testCommand(facts, named),
  });
  const statement = writeDerivedFiles(out, evidence);
  // These bodies were left out to save space, so rules across exchanges had less to check.
  const bare = evidence.exchanges.filter(
    ({ sent, received }) =>
      sent.shortened !== undefined && sent.body === '' && received.kind === 'answer' && received.body === '',
  ).length;
  return { statement, suiteErrors, bare };
}
