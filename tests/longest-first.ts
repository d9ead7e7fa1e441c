import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take many seconds, for each starts whole runs or browsers: the longest first, those that mostly wait (for pages,
 * for processes that end) between those that mostly work. What starts last ends last.
 */
export const longest = [
  'tests/runs/nothing-twice.test.ts',
  'tests/e2e/stopped.test.ts',
  'tests/e2e/hostile.test.ts',
  'tests/pack/pack.test.ts',
  'tests/runs/turned-away.test.ts',
  'tests/e2e/turned-away.test.ts',
  'tests/e2e/canary.test.ts',
  'tests/specs/sealed-browser.test.ts',
  'tests/e2e/pipelines.test.ts',
  'tests/e2e/main-job.test.ts',
  'tests/runs/folder-is-data.test.ts',
  'tests/runs/accepted-writing.test.ts',
  'tests/house/contributing.test.ts',
  'tests/cli/every-command.test.ts',
  'tests/e2e/shards.test.ts',
  'tests/e2e/run-memory.test.ts',
  'tests/e2e/fault.test.ts',
  'tests/e2e/wrong-use.test.ts',
  'tests/e2e/killed.test.ts',
  'tests/runs/quick.test.ts',
  'tests/opening/lost-answers.test.ts',
  'tests/cli/explore-browser.test.ts',
  'tests/mock/hostile-wire.test.ts',
  'tests/cli/target-choice.test.ts',
  'tests/cli/print-pdf.test.ts',
  'tests/runs/again.test.ts',
  'tests/e2e/prove.test.ts',
  'tests/specs/at-once.test.ts',
  'tests/runs/allowed.test.ts',
  'tests/house/unused.test.ts',
  'tests/reports/forge.test.ts',
] as const;

function rankOf({ moduleId, project }: TestSpecification): number {
  // A file with a process of its own in between would end one that others share.
  if (project.name === 'own') return -1;
  const path = moduleId.replaceAll('\\', '/');
  const rank = longest.findIndex((file) => path.endsWith(`/${file}`));
  return rank === -1 ? longest.length : rank;
}

/** Starts the longest files first, so that no process is left with one of them when the others have nothing more to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
