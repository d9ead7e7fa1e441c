import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeDerivedFiles } from '../../reports/derived-files.ts';
import { gatherEvidence } from '../../reports/evidence.ts';
import { replayCommand } from '../../reports/exports/repeat-command.ts';
import { joinOpenings, openingFile } from '../../reports/opening/read-opening.ts';
import { startRedaction } from '../../reports/redact.ts';
import { clearReports } from '../../reports/run/own-files.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { given } from '../../schemas/given.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { namedTarget, placeOf, readRunRecord } from '../run/run-record.ts';
import { checkShards } from './check-shards.ts';
import { readShard, type ShardReport } from './read-shard.ts';

/** One run, joined from its shards; its evidence and Allure results stand in the folder already. */
export interface MergedRun {
  readonly statement: Statement;
  readonly selected: ShardReport['selected'];
  readonly suiteErrors: readonly string[];
  /** Exchanges whose bodies a shard did not keep for want of space, so that rules across exchanges saw less of them. */
  readonly bare: number;
}

/** Throws where the folder of the merged run is that of a shard. */
export function demandOtherFolder(out: string, dirs: readonly string[]): void {
  if (dirs.some((dir) => resolve(dir) === out))
    throw new ConfigurationError(`--out ${out} is the folder of a shard; the merged run needs its own.`);
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
