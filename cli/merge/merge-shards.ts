import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeDerivedFiles } from '../../reports/derived-files.ts';
import { gatherEvidence } from '../../reports/evidence.ts';
import { replayCommand } from '../../reports/exports/repeat-command.ts';
import { joinOpenings, openingFile, readOpening } from '../../reports/opening.ts';
import { startRedaction } from '../../reports/redact.ts';
import { type RunChoices, wholeChoices } from '../../reports/run/choices.ts';
import { clearReports } from '../../reports/run/own-files.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { given } from '../../schemas/given.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { Shard } from '../../targets/settings.ts';
import { readStatement } from '../after/read-reports.ts';
import { shardOf, shardText } from '../option-values.ts';
import { namedTarget, placeOf, readRunRecord } from '../run/run-record.ts';

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
    `${names.length === 1 ? 'Shard' : 'Shards'} ${names.join(', ')} missing: a run is merged completely or not at all.`,
  );
}

/** What one shard left in its folder, besides its exchanges. */
export interface ShardReport {
  /** The folder as the user named it. */
  readonly dir: string;
  readonly shard: Shard;
  /** The statement of the shard, with the target's name as the whole run has it. */
  readonly statement: Statement;
  /** Operations that the run was asked for. */
  readonly selected: readonly OperationId[];
  /** What else the caller of the whole run left out. */
  readonly choices: RunChoices;
  readonly opening?: OpeningReport;
  readonly suiteErrors: readonly string[];
  readonly interruptions: readonly string[];
}

function outcomesIn(dir: string): Pick<ShardReport, 'suiteErrors' | 'interruptions'> {
  const file = join(dir, 'outcomes.json');
  if (!existsSync(file)) throw new ConfigurationError(`${dir} lacks outcomes.json: its run did not finish.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads the reports of one shard; throws one line that names the folder and what it lacks. */
function readShard(dir: string): ShardReport {
  const { part, operation, choices = wholeChoices } = readRunRecord(dir);
  const opening = readOpening(dir);
  if (part === undefined) throw new ConfigurationError(`${dir} holds no shard; run --shard i/n leaves one.`);
  const shard = shardOf(part);
  const statement = readStatement(dir);
  const { target } = statement;
  const suffix = `, shard ${shard.number} of ${shard.of}`;
  const name = target.name.endsWith(suffix) ? target.name.slice(0, -suffix.length) : target.name;
  const chosen = operation?.split(',');
  const { suiteErrors, interruptions } = outcomesIn(dir);
  return {
    dir,
    shard,
    statement: { ...statement, target: { ...target, name } },
    selected: operationIds.filter((id) => chosen === undefined || chosen.includes(id)),
    choices,
    ...given({ opening }),
    suiteErrors,
    interruptions,
  };
}

/** One run, joined from its shards; its evidence and Allure results are in the folder already. */
interface MergedRun {
  readonly statement: Statement;
  readonly selected: ShardReport['selected'];
  readonly suiteErrors: readonly string[];
  /** Exchanges whose bodies a shard did not keep for want of space, so that rules across exchanges saw less of them. */
  readonly bare: number;
}

/** Throws where the folder of the merged run is that of a shard. */
export function demandOtherFolder(out: string, dirs: readonly string[]): void {
  if (dirs.some((dir) => resolve(dir) === out))
    throw new ConfigurationError(
      `--out ${out} is the folder of a shard; choose another one for the merged run.`,
    );
}

function copyAllureResults(dirs: readonly string[], out: string): void {
  for (const dir of dirs) {
    const results = join(dir, 'allure-results');
    if (existsSync(results)) cpSync(results, join(out, 'allure-results'), { recursive: true });
  }
}

function writeRunRecordOf(out: string, reports: readonly ShardReport[]): void {
  const { part: _, ...record } = readRunRecord(reports[0]?.dir ?? out);
  writeFileSync(join(out, 'run.json'), `${JSON.stringify(record, null, 2)}\n`);
  const opening = joinOpenings(reports.flatMap((report) => report.opening ?? []));
  if (opening !== undefined) writeFileSync(join(out, openingFile), `${jsonText(opening, 2)}\n`);
}

/** Joins the evidence of all shards of a run into `out` and judges it as a whole; throws one line when they are no whole run. */
export function mergeShards(dirs: readonly string[], out: string): MergedRun {
  const reports = dirs.map(readShard).sort((one, other) => one.shard.number - other.shard.number);
  checkShards(reports);
  const [first] = reports;
  if (first === undefined) throw new ConfigurationError('merge needs the folders of all shards of a run.');
  demandOtherFolder(out, dirs);
  clearReports(out);
  const { suite, target, profile, run, capabilities, deviations, proof, document } = first.statement;
  const { certification, scope, platform } = first.statement;
  const laws = first.statement.laws?.rows.map(({ broken: _, ...law }) => law);
  startRedaction({ seed: run.seed });
  const folders = reports.map((report) => report.dir);
  copyAllureResults(folders, out);
  writeRunRecordOf(out, reports);
  const suiteErrors = reports.flatMap((report) => report.suiteErrors);
  const opening = joinOpenings(reports.flatMap((report) => report.opening ?? []));
  const times = reports.map((report) => report.statement.run);
  const evidence = gatherEvidence(out, folders, {
    suite,
    target,
    profile,
    seed: run.seed,
    ...given({ seedFrom: run.seedFrom, day: run.day, certification, laws, scope, platform }),
    ...(reports.every(({ statement }) => statement.run.runId === run.runId) && run.runId !== undefined
      ? { runId: run.runId }
      : {}),
    runsPerProperty: run.runsPerProperty,
    startedAt: times.map(({ startedAt }) => startedAt).sort()[0] ?? run.startedAt,
    endedAt:
      times
        .map(({ endedAt }) => endedAt)
        .sort()
        .at(-1) ?? run.endedAt,
    capabilities,
    selected: first.selected,
    choices: first.choices,
    ...given({ opening }),
    interruptions: [...new Set(reports.flatMap((report) => report.interruptions))],
    suiteErrors,
    deviations: deviations.map(({ state: _, findings: __, ...deviation }) => deviation),
    ...given({ proof, document }),
    place: placeOf(out),
    again: replayCommand('EXCHANGE', out, namedTarget(out)),
  });
  const statement = writeDerivedFiles(out, evidence);
  const bare = evidence.exchanges.filter(
    ({ sent, received }) =>
      sent.shortened !== undefined && sent.body === '' && received.kind === 'answer' && received.body === '',
  ).length;
  return { statement, selected: first.selected, suiteErrors, bare };
}
