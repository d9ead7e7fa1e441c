import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { jsonText } from '../schemas/plain-text.ts';
import { type Attached, attachedTo, shardName } from './evidence/attached.ts';
import { partsFolder } from './evidence/collect.ts';
import { partEnd } from './evidence.ts';
import { openingFile } from './opening.ts';
import { startRedaction } from './redact.ts';
import { makeFolder } from './replace-file.ts';
import type { Shard } from './run/choices.ts';
import { collectOutcomes, isOfSpecs } from './run/collect-outcomes.ts';
import { finishInTime, linkLatest, raiseExitStatus } from './run/end-of-runner.ts';
import { type JoinedShards, joinShards, type ShardEnd, type ShardStart } from './run/join-shards.ts';
import { newReportFolder } from './run/report-folder.ts';
import { noteBrowser } from './run/run-facts.ts';
import { withoutBrokenPipes } from './terminal/broken-pipes.ts';

const exitStatusOfWrongUse = 2;

/** What a test is called in all shards. */
const keyOf = (test: TestCase) => JSON.stringify([test.titlePath(), test.repeatEachIndex]);

/**
 * Playwright's reporter of a merge (`merge-reports -c merge.config.ts`): gathers what the tests of all shards attached
 * in a new folder, judges it as one run, and sets the exit status, which Playwright itself leaves at 0.
 */
export default class MergeReporter implements Reporter {
  readonly #out: string;
  readonly #collected = collectOutcomes();
  readonly #attached: Attached[] = [];
  /** The tests so far: of one that is there twice only the first counts. */
  readonly #seen = new Set<string>();
  #planned = 0;
  #ended = 0;
  #exitCode = 0;

  constructor({ out }: { readonly out: string }) {
    this.#out = out;
    withoutBrokenPipes();
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.#planned = new Set(suite.allTests().filter(isOfSpecs).map(keyOf)).size;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const attached = attachedTo(result);
    const [first] = attached;
    // Preflight and closing tests are in every shard, a test of the specs is in one.
    const of = first === undefined || isOfSpecs(test) ? '' : shardName(first.shard);
    const key = `${keyOf(test)} ${of}`;
    const isAgain = this.#seen.has(key);
    this.#seen.add(key);
    this.#attached.push(...attached.filter(({ kind }) => kind !== 'evidence' || !isAgain));
    if (isAgain || !isOfSpecs(test)) return;
    this.#ended += 1;
    this.#collected.take(test, result);
  }

  onError(error: TestError): void {
    this.#collected.takeError(error);
  }

  async onEnd({ status, startTime, duration }: FullResult): Promise<void> {
    const told = <Notes>(wanted: Attached['kind']) =>
      this.#attached.flatMap(({ kind, shard, text }) =>
        kind === wanted ? [{ shard, ...(JSON.parse(text) as Notes) }] : [],
      );
    const ends = told<ShardEnd>('end');
    const joined = joinShards(
      told<ShardStart>('run'),
      ends.map(({ shard }) => shard),
    );
    if (joined === undefined) {
      process.stdout.write('There is no shard of a run of this suite in these blob reports.\n');
      this.#exitCode = exitStatusOfWrongUse;
      return;
    }
    const out = newReportFolder(this.#out);
    const { opening, problems, has } = joined;
    startRedaction({ seed: joined.plan.facts.seed });
    linkLatest(out);
    if (opening !== undefined) writeFileSync(join(out, openingFile), `${jsonText(opening, 2)}\n`);
    this.#writeParts(out, joined, ends);
    for (const { shard, browser } of ends) if (has(shard) && browser !== undefined) noteBrowser(out, browser);
    const plan = { ...joined.plan, out };
    const own = await finishInTime(plan, this.#collected, {
      status,
      problems,
      ended: this.#ended,
      planned: plan.planned ?? this.#planned,
      endedAt: new Date(startTime.getTime() + duration).toISOString(),
    });
    this.#exitCode = own === 0 && status === 'failed' ? 1 : own;
  }

  async onExit(): Promise<void> {
    raiseExitStatus(this.#exitCode);
  }

  /** Writes the evidence of the shards of the run as its parts, and what their monitors found as one more. */
  #writeParts(
    out: string,
    { has }: JoinedShards,
    ends: readonly (ShardEnd & { readonly shard: Shard })[],
  ): void {
    const parts = join(out, partsFolder);
    const write = (name: string, text: string) =>
      writeFileSync(join(parts, `${name}.ndjson`), text, { mode: 0o600 });
    makeFolder(parts);
    for (const [at, { kind, shard, text }] of this.#attached.entries())
      if (kind === 'evidence' && has(shard)) write(`${shard.number}-of-${shard.of}-${at}`, text);
    const found = ends.flatMap(({ shard, problems }) => (has(shard) ? problems : []));
    write('found', [...new Set(found.map((note) => jsonText(note))), partEnd, ''].join('\n'));
  }
}
