import { withMargin } from '../../reports/statement/gaps.ts';
import { liveOn } from '../../reports/terminal/live.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { defined } from '../../schemas/defined.ts';
import { counted } from '../../schemas/plain-text.ts';
import { operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { limitsOf } from '../../targets/file/limits.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';
import { readSettings, targetFileIn } from '../../targets/settings.ts';
import { printToStderr, targetNamed, targetOptions, unnamedLine } from '../option-values.ts';
import {
  amountLacking,
  limitsToRaise,
  makePlan,
  type Plan,
  type PlannedTest,
  type Sum,
  type TooLow,
} from '../plan/make-plan.ts';
import { rehearse } from '../plan/rehearse.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { checkRun, demandFilesBeside } from './run-checks.ts';
import { environmentOf, type RunOptions } from './run-options.ts';

type PlanOptions = Pick<
  RunOptions,
  'target' | 'embedded' | 'profile' | 'seed' | 'day' | 'runs' | 'operation' | 'grep'
> & { readonly json?: true };

// A plan needs no secret and no card, but the run does, so the plan says so.
async function whyNotStart(named: NodeJS.ProcessEnv, options: RunOptions): Promise<string | undefined> {
  try {
    await checkRun(readSettings(named), options);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

/** Prints what a run would send to a target; nothing is sent to it. */
export const plan: Subcommand = (command) => {
  targetOptions(command)
    .option('--profile <name>', 'ci, quick or certification')
    .option('--seed <number>', 'the seed of the run that is planned (default: that of the contract)')
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD in UTC (default: today)')
    .option('--runs <number>', 'how many random cases each property test draws')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--grep <pattern>', 'only tests whose title matches')
    .option('--json', 'print the plan as JSON')
    .addHelpText(
      'after',
      '\nThe suite rehearses against the embedded endpoint with the effects, capabilities, encodings and limits of ' +
        'the target, and counts. Pass the printed seed to `run` to send the same requests.',
    );
  return async ({ json, embedded, ...chosen }: PlanOptions) => {
    const target = targetNamed({ ...chosen, ...defined({ embedded }) });
    const options = { ...chosen, ...defined({ target }) };
    const named = environmentOf(options);
    const file = targetFileIn(named);
    const real = readTargetFile(file);
    demandFilesBeside(file, real);
    printToStderr(unnamedLine(named));
    const rehearsed = async (says: string, amountPerRequest?: number) => {
      if (!json) process.stderr.write(`${says} ...\n`);
      const view = json ? undefined : liveOn(process.stderr);
      // A long test reports nothing for a while.
      const clock = setInterval(() => view?.tick(), 1_000).unref();
      return rehearse({ ...options, target: file }, view, amountPerRequest).finally(() => {
        clearInterval(clock);
        view?.end();
      });
    };
    const rehearsal = await rehearsed('Rehearsing against the embedded endpoint');
    const lacking = amountLacking(rehearsal);
    // The requests after the one that was too large are unknown so far.
    const whole =
      lacking === undefined
        ? rehearsal
        : await rehearsed('Rehearsing again with a higher limits.amountPerRequest', withMargin(lacking));
    // A base URL without a target file gets the limits of an unknown service.
    const stranger = real.environment === 'embedded' && process.env.CONFORMANCE_BASE_URL !== undefined;
    const place = stranger ? ({ environment: 'sandbox' } as const) : real;
    const limits = limitsOf(place);
    const wouldNotStart = await whyNotStart(named, options);
    const enough = limitsToRaise(whole, limits, lacking);
    const made = makePlan(rehearsal, limits, defined({ wouldNotStart, enough }));
    if (json) console.log(JSON.stringify({ rehearsal: 'embedded endpoint', ...made }, null, 2));
    else for (const line of onScreen(planLines(made))) console.log(line);
    return made.tests.some(({ error }) => error !== undefined)
      ? exitStatus.suiteError
      : exitStatus.conformant;
  };
};

/** Sums printed for a plan, and in a column of its table. */
const mostSums = { whole: 12, column: 3 } as const;

// The largest numbers first; currencies are not converted.
function sumText(sums: readonly Sum[], most: number): string {
  const shown = [...sums].sort((one, other) => other.amount - one.amount).slice(0, most);
  const rest = sums.length - shown.length;
  const text = shown.map(({ currency, amount }) => `${amount.toFixed(2)} ${currency}`).join(', ');
  return rest === 0 ? text : `${text} and ${rest} more`;
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        /^\d+$/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function testLines(tests: readonly PlannedTest[]): readonly string[] {
  const order: readonly string[] = operationIds;
  const names = [...new Set(tests.map(({ operation }) => operation))].sort(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  );
  return names.flatMap((name) => {
    const own = tests.filter(({ operation, skipped }) => operation === name && skipped === undefined);
    if (own.length === 0) return [];
    const listed = [...own].sort((one, other) =>
      `${one.file} ${one.title}` < `${other.file} ${other.title}` ? -1 : 1,
    );
    return [
      `${name}: ${counted(own.length, 'test')}`,
      ...listed.map(({ file, title, requests }) => `  ${String(requests).padStart(5)}  ${file} › ${title}`),
      '',
    ];
  });
}

function operationRows({ operations, requests }: Plan): readonly string[] {
  const rows = operations.map(({ operation, effect, requests: own, wrong, asked, askedByWrong }) => [
    operation,
    effect,
    String(own),
    String(wrong),
    sumText(asked, mostSums.column),
    sumText(askedByWrong, mostSums.column),
  ]);
  const head = [
    'operation',
    'effect',
    'requests',
    'wrong on purpose',
    'sums named',
    'amounts in invalid requests',
  ];
  return columns([head, ...rows, ['all', '', String(requests), '', '', '']]);
}

function timeText(seconds: number): string {
  return seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

const limitText = (limit: TooLow['limit'], number: number) =>
  limit === 'requests' ? String(number) : number.toFixed(2);

const needWords: Readonly<Record<TooLow['limit'], (needed: string) => string>> = {
  requests: (needed) => `the run sends ${needed}`,
  amountPerRequest: (needed) => `a request names ${needed}`,
  amountTotal: (needed) => `its requests name ${needed} in all`,
};

function limitLines({ enough, leastSeconds }: Plan): readonly string[] {
  if (enough === undefined) return [];
  const time = leastSeconds > 0 ? `, in at least ${timeText(leastSeconds)}` : '';
  return [
    'Limits of the target file would end tests, and a run of which they end more than a tenth is incomplete:',
    ...enough.tooLow.map(
      ({ limit, is, needed }) =>
        `  limits.${limit} is ${limitText(limit, is)}; ${needWords[limit](limitText(limit, needed))}`,
    ),
    `  With these none would end a test${time}:`,
    `    "limits": ${JSON.stringify(enough.limits, null, 1).replaceAll(/\s+/g, ' ')}`,
    '',
  ];
}

function notRunLines(plan: Plan): readonly string[] {
  const { notRun } = plan;
  if (notRun.length === 0) return [];
  const lines = notRun.map(
    ({ reason, tests, requests }) =>
      `  ${counted(tests, 'test')}: ${reason}${requests === 0 ? '' : ` (after ${counted(requests, 'request')})`}`,
  );
  return ['Would not run, or would stop on the way:', ...lines, ''];
}

function effectText({ byEffect }: Plan): string {
  const parts = Object.entries(byEffect).map(([effect, requests]) => `${effect} ${requests}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** Returns the lines of a plan: tests, requests and sums by operation, what would not run, totals. */
export function planLines(plan: Plan): readonly string[] {
  const { target, profile, seed, runs, tests, requests, moved, forGood, leastSeconds, wouldNotStart } = plan;
  const running = tests.filter(({ skipped }) => skipped === undefined).length;
  const failed = tests.filter(({ error }) => error !== undefined);
  return [
    ...testLines(tests),
    ...operationRows(plan),
    '',
    ...notRunLines(plan),
    ...limitLines(plan),
    ...failed.map(({ file, title, error }) => `The rehearsal of ${file} › ${title} failed: ${error}`),
    `${counted(running, 'test')} of ${tests.length}, ${counted(requests, 'request')}: ${effectText(plan)}`,
    `Money that requests would ask to move: ${moved.length === 0 ? 'none' : sumText(moved, mostSums.whole)}`,
    ...(forGood.requests === 0
      ? []
      : [
          `Of it for good: ${counted(forGood.requests, 'payout')}, which nothing undoes: ${sumText(forGood.moved, mostSums.whole)}`,
        ]),
    ...(leastSeconds > 0 ? [`At the pace of the target at least ${timeText(leastSeconds)}`] : []),
    '',
    `${target}, profile ${profile}, seed ${seed}, ${counted(runs, 'case')} per property.`,
    'These numbers come from a rehearsal against the embedded endpoint; nothing was sent to the target. ' +
      'With the same seed a run sends the same, as long as the service answers alike: after a refusal it ' +
      'sends less, and a deviation is made smaller with further requests.',
    ...(wouldNotStart === undefined ? [] : ['', `A run would not start yet: ${wouldNotStart}`]),
  ];
}
