import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { judgeRun } from '../schemas/judge-run.ts';
import type { Effect, OperationId } from '../schemas/types.ts';
import { gatherEvidence, judgedOf } from './evidence.ts';
import type { Profile } from './results.ts';
import { buildStatement, statementText } from './statement.ts';

/** What the reporters are told. */
export interface ReporterOptions {
  readonly seed: number;
  readonly profile: Profile;
  readonly runs: number;
  readonly out: string;
  readonly operations: readonly OperationId[];
  readonly target: { readonly name: string; readonly environment: string; readonly baseUrl: string };
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly allow: readonly Effect[];
  readonly history: string;
  readonly suiteVersion: string;
  readonly deviations?: string;
}

export default class ConformanceReporter implements Reporter {
  private readonly options: ReporterOptions;
  private readonly startedAt = new Date().toISOString();
  private readonly failures: string[] = [];
  constructor(options: ReporterOptions) {
    this.options = options;
  }
  printsToStdio(): boolean {
    return true;
  }
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped')
      process.stdout.write(
        `- ${test.title}: ${result.annotations.find((a) => a.type === 'skip')?.description}\n`,
      );
    if (result.status !== 'passed' && result.status !== 'skipped')
      this.failures.push(
        `${test.location.file} ${test.title}: ${result.status} ${result.errors[0]?.message}\n${result.errors[0]?.stack}`,
      );
  }
  onEnd(_result: FullResult): void {
    const { out, seed, profile, runs, target, capabilities, operations } = this.options;
    const evidence = gatherEvidence(out);
    const acrossRun = judgeRun(evidence.exchanges.map(judgedOf));
    const statement = buildStatement({
      suite: { version: this.options.suiteVersion, commit: 'unknown', contractSha256: '0'.repeat(64) },
      target,
      profile,
      seed,
      runsPerProperty: runs,
      startedAt: this.startedAt,
      endedAt: new Date().toISOString(),
      capabilities,
      selected: operations,
      evidence,
      acrossRun,
    });
    writeFileSync(join(out, 'conformance.json'), statementText(statement));
    writeFileSync(join(out, 'exit-code'), String(statement.exitCode));
    for (const failure of this.failures.slice(0, 12)) process.stdout.write(`${failure}\n\n`);
    process.stdout.write(
      `${this.failures.length} tests failed\n${statement.result} ${JSON.stringify(statement.totals)} ${statement.run.exchanges} exchanges\n`,
    );
    for (const group of statement.findingGroups.slice(0, 60))
      process.stdout.write(
        `${group.verdict} ${group.clause} ${group.operation} x${group.count}: ${group.kind}\n`,
      );
  }
}
