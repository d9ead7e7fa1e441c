import type { TestResult } from '@playwright/test/reporter';
import pc from 'picocolors';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { counted, plainLine } from '../../schemas/plain-text.ts';
import { marks } from '../pages/page.ts';
import { partsLeftOut, wholeChoices, withShard } from '../run/choices.ts';
import type { Progress } from '../run/progress.ts';
import type { RunPlan } from '../run/run-facts.ts';
import { onScreen, widthOf } from './on-screen.ts';

/** A time in minutes and seconds, such as `1:05`, with hours if there are any. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

/** An estimated time, rounded: to tens of seconds, minutes or half hours. */
export function about(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 55) return `${Math.max(1, Math.round(seconds / 10)) * 10} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${Math.max(1, minutes)} min` : `${Math.round(minutes / 30) / 2} h`;
}

/** Estimated remaining time of a run in milliseconds; undefined while it would be a guess. */
export function remaining(done: number, total: number, elapsed: number): number | undefined {
  if (done >= total || done < Math.max(5, total / 10) || elapsed < 3_000) return undefined;
  return (elapsed / done) * (total - done);
}

/** A test with its duration in milliseconds. */
export interface TimedTest {
  readonly title: string;
  readonly took: number;
}

const mostSlow = 3;

/** The slowest tests, a line each; only those that took at least `worthNaming` milliseconds. */
export function slowestLines(tests: readonly TimedTest[], worthNaming: number): readonly string[] {
  const slow = tests
    .filter(({ took }) => took >= worthNaming)
    .sort((one, other) => other.took - one.took)
    .slice(0, mostSlow);
  if (slow.length === 0) return [];
  const lines = slow.map(({ title, took }) => `${`${(took / 1_000).toFixed(1)} s`.padStart(8)}  ${title}`);
  return ['Slowest tests', ...lines, ''];
}

/** Minimum time between two redraws of a terminal, in milliseconds. */
const redrawMs = 120;

/** Maximum number of running tests that are shown: lines in a terminal, titles in a line of a pipe. */
const shownTests = { terminal: 4, pipe: 2 } as const;

/** Milliseconds after which a running test is shown even if it reports no progress. */
const long = { terminal: 2_000, pipe: 10_000 } as const;

/** Minimum milliseconds between two lines in a pipe, so that the log of a long run stays short. */
function pipeIntervalMs(elapsed: number): number {
  if (elapsed < 60_000) return 10_000;
  return elapsed < 600_000 ? 30_000 : 60_000;
}

/** The output of the live view. */
export interface Screen {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): void;
  /** Milliseconds. */
  now(): number;
}

/** Shows the progress of a run: redrawn in place in a terminal, occasional lines in a pipe. */
export type LiveView = ReturnType<typeof openLiveView>;

function bar(done: number, total: number, width: number, paint = pc.green): string {
  const full = total === 0 ? 0 : Math.min(width, Math.round((done / total) * width));
  return paint('━'.repeat(full)) + pc.dim('━'.repeat(width - full));
}

function clip(title: string, width: number): string {
  const text = plainLine(title);
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Opens the live view of a run with `total` tests. */
export function openLiveView(screen: Screen, total = 0) {
  // Running tests with their start times and the progress of their properties.
  const running = new Map<string, { title: string; since: number; progress?: Progress }>();
  let counted = { done: 0, total, failed: 0 };
  let drawn = 0;
  const started = screen.now();
  let last = started - (screen.isTTY ? redrawMs : 0);

  const erase = () => {
    if (drawn > 0) screen.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  const summary = (most = Number.POSITIVE_INFINITY) => {
    const elapsed = screen.now() - started;
    if (counted.done === 0 && running.size === 0) return `first requests, ${clock(elapsed)}`;
    const left = remaining(counted.done, counted.total, elapsed);
    const failed = counted.failed > 0 ? `, ${counted.failed} failed` : '';
    const rest = left === undefined ? '' : `, about ${about(left)} left`;
    const far = `${counted.done} of ${counted.total} tests${failed}, ${clock(elapsed)}`;
    return `${far}${rest}`.length <= most ? `${far}${rest}` : far;
  };
  // Tests that report progress or take long, the longest first.
  const shown = (place: keyof typeof shownTests) =>
    [...running.values()]
      .filter(({ since, progress }) => progress !== undefined || screen.now() - since >= long[place])
      .sort((one, other) => one.since - other.since)
      .slice(0, shownTests[place]);
  const lineOfPipe = () => {
    const busy = shown('pipe').map(({ title, since, progress }) => {
      const took = screen.now() - since;
      const far = progress === undefined ? '' : ` ${progress.done}/${progress.total}`;
      return `${plainLine(title)}${far}${took >= long.pipe ? ` for ${clock(took)}` : ''}`;
    });
    return [summary(), ...busy].join('; ');
  };
  const drawing = () => {
    // Two spaces, the bar, the phase, and one column at which some terminals wrap. Narrow screens have no bar.
    const isWide = screen.columns >= 60;
    const width = Math.max(10, Math.min(60, screen.columns - (isWide ? 37 : 21)));
    const paint = counted.failed > 0 ? pc.red : pc.green;
    const said = clip(summary(screen.columns - 1), screen.columns - 1);
    const room = Math.min(24, screen.columns - widthOf(said) - 2);
    const lines = shown('terminal').map(({ title, since, progress }) => {
      const text = `  ${clip(title, width).padEnd(width)} `;
      if (progress === undefined) return `${text}${pc.dim(clock(screen.now() - since))}`;
      const { done, total, phase } = progress;
      const state = phase === 'shrinking' ? pc.yellow(`shrinking ${done}`) : `${done}/${total}`;
      return `${text}${isWide ? `${bar(done, total, 16)} ` : ''}${state}`;
    });
    const head = room < 4 ? said : `${bar(counted.done, counted.total, room, paint)} ${said}`;
    return [head, ...lines];
  };
  const draw = () => {
    const now = screen.now();
    if (now - last < (screen.isTTY ? redrawMs : pipeIntervalMs(now - started))) return;
    last = now;
    if (!screen.isTTY) {
      screen.write(`${lineOfPipe()}\n`);
      return;
    }
    const lines = drawing();
    erase();
    screen.write(`${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  return {
    tests(done: number, total: number, failed: number) {
      counted = { done, total, failed };
      draw();
    },
    /** A test begins, or ends, by its id: two tests may have the same title. */
    begins(id: string, title: string) {
      running.set(id, { title, since: screen.now() });
      draw();
    },
    ends(id: string) {
      running.delete(id);
    },
    /** Redraws if due, even without an event: time passes while a long test runs. */
    tick: draw,
    property(progress: Progress) {
      const { id } = progress;
      const { title = progress.test, since = screen.now() } = running.get(id) ?? {};
      const isDone = progress.phase === 'checking' && progress.done >= progress.total;
      if (!isDone) running.set(id, { title, since, progress });
      // The test itself may continue.
      else if (running.has(id)) running.set(id, { title, since });
      draw();
    },
    /** Prints lines above the part that is redrawn in place. */
    note(lines: readonly string[]) {
      if (lines.length === 0) return;
      erase();
      screen.write(`${onScreen(lines, screen).join('\n')}\n`);
      last = Number.NEGATIVE_INFINITY;
      if (screen.isTTY) draw();
      else last = screen.now();
    },
    /** Erases the part that is redrawn in place. */
    end: erase,
  };
}

/** The live view of a stream: redrawn in place in a terminal, occasional lines in a pipe or a CI log. */
export function liveOn(stream: NodeJS.WriteStream, total = 0): LiveView {
  return openLiveView(
    {
      isTTY: stream.isTTY === true && process.env.CI === undefined,
      get columns() {
        return stream.columns ?? 80;
      },
      write: (text) => stream.write(text),
      now: () => performance.now(),
    },
    total,
  );
}

/** Maximum number of clauses reported during a run; the summary has all of them. */
const mostBroken = 20;

/** Reports each broken clause once: returns the lines for clauses that no earlier test broke. */
export function brokenClauses(): (result: Pick<TestResult, 'annotations'>) => readonly string[] {
  const told = new Set<string>();
  return ({ annotations }) =>
    annotations.flatMap(({ type, description = '' }) => {
      const clause = description.replace(/^\[|\]$/g, '');
      if (type !== 'findings' || !hasClause(clause) || told.has(clause) || told.size >= mostBroken) return [];
      told.add(clause);
      return [pc.red(`${marks.fail} ${clause}`), `    ${clauseOf(clause).statement}`];
    });
}

/** The lines printed before the first test. */
export function renderHeader({
  facts,
  orderPrefix = `${facts.runId}-`,
}: Pick<RunPlan, 'facts' | 'orderPrefix'>): readonly string[] {
  const { suite, target, profile, warnings, seed, day, capabilities, selected, shard } = facts;
  const { name, choices } = withShard(target.name, facts.choices ?? wholeChoices, shard);
  const what = selected.length === 12 ? 'all operations' : selected.join(', ');
  const address = target.environment === 'embedded' ? 'embedded' : target.baseUrl;
  const left = partsLeftOut({ capabilities, selected, choices });
  return [
    `${pc.bold('payment-acquiring-conformance')} ${suite.version}`,
    `${name} (${address}), ${what}, profile ${profile}${warnings === 'fail' ? ', warnings fail' : ''}, seed ${seed}${day === undefined ? '' : ` of ${day}`}, ${counted(facts.runsPerProperty, 'case')} per property`,
    ...(left.length === 0 ? [] : [`partial: ${left.join('; ')}`]),
    // With this prefix, the orders of this run can be found in the target.
    ...(target.environment === 'embedded' || orderPrefix === ''
      ? []
      : [`every order_no begins with ${orderPrefix}`]),
    '',
  ].map((line, at) => (at === 0 ? line : plainLine(line)));
}
