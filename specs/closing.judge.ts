import { test as closing } from '@playwright/test';
import { attachEnd } from '../reports/run/attach-shard.ts';
import { judgeSoFar } from '../reports/run/provisional.ts';
import { failedDeviations } from '../reports/statement/results.ts';
import { groupedBy } from '../schemas/json.ts';
import { readSettings } from '../targets/settings.ts';

// The facts of the run as tests, so that every report shows why a run without a failed test is not green. Sends nothing.

// One worker judges the run, not several side by side.
closing.describe.configure({ mode: 'default' });

/** What the run has shown, judged once for all tests of this worker. */
let judged: ReturnType<typeof judgeSoFar>;

/** What the run has shown so far; skips the test where that says nothing. */
function soFar() {
  const { shard } = closing.info().config;
  closing.skip(readSettings().rehearses, 'a rehearsal judges no service');
  closing.skip(shard !== null, 'a shard has a part of the run: the merge judges the whole');
  judged ??= judgeSoFar(readSettings().out);
  closing.skip(judged === undefined, 'no test of the specs has run');
  if (judged === undefined) throw new Error('a skipped test does not go on');
  return judged;
}

/** Fails the test with one line for each reason. */
function demandNone(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
}

closing('every selected operation was met, and no limit ended the tests', () => {
  attachEnd(closing.info(), readSettings().out);
  const statement = soFar();
  demandNone(statement.exitCode === 3 ? statement.reasons : []);
});

closing('no known deviation is stale', () => {
  const statement = soFar();
  demandNone(failedDeviations(statement.deviations).map(({ says }) => says));
});

closing('no promise of the acquirer is broken', () => {
  const statement = soFar();
  const rows = statement.laws?.rows ?? [];
  demandNone(
    rows.flatMap(({ law, broken }) => (broken.length > 0 ? [`${law}: ${broken.length} times`] : [])),
  );
});

// Last, because behind a failed test a new worker would judge the run again.
closing('no requirement failed', () => {
  const statement = soFar();
  const failed = statement.findings
    .filter(({ verdict, deviation }) => verdict === 'fail' && deviation === undefined)
    .map(({ clause, operation, message }) => `${clause} (${operation}): ${message}`);
  const rows = groupedBy(failed, (words) => words);
  demandNone([...rows].map(([words, { length }]) => (length === 1 ? words : `${words}, ${length} times`)));
});
