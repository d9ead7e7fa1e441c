import { counted } from '../../schemas/plain-text.ts';
import { operationIds } from '../../schemas/types.ts';
import type { Plan, PlannedTest, Sum, TooLow } from './make-plan.ts';

/** Sums that are printed: of a plan, and in a column of its table. */
const mostSums = { whole: 12, column: 3 } as const;

// The largest figures first; how much they are worth nobody says here.
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

const figure = (limit: TooLow['limit'], number: number) =>
  limit === 'requests' ? String(number) : number.toFixed(2);

const asksFor: Readonly<Record<TooLow['limit'], (needed: string) => string>> = {
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
        `  limits.${limit} is ${figure(limit, is)}; ${asksFor[limit](figure(limit, needed))}`,
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

/** The lines of a plan for a reader: tests, requests and sums by operation, what would not run, totals. */
export function planLines(plan: Plan): readonly string[] {
  const { target, profile, seed, runs, tests, requests, moved, leastSeconds, learning, wouldNotStart } = plan;
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
    learning === undefined
      ? 'Learning: none of them; with --learn a run finds out first what the document does not show'
      : `Learning: ${learning.requests} of them where nothing further is required or bounded, at most ${learning.most}`,
    `Money that requests would ask to move: ${moved.length === 0 ? 'none' : sumText(moved, mostSums.whole)}`,
    ...(leastSeconds > 0 ? [`At the pace of the target at least ${timeText(leastSeconds)}`] : []),
    '',
    `${target}, profile ${profile}, seed ${seed}, ${runs} cases per property.`,
    'These numbers come from a rehearsal against the embedded endpoint; nothing was sent to the target. With the same',
    'seed a run sends the same, as long as the service answers alike: after a refusal it sends less, and a deviation',
    'is made smaller with further requests.',
    ...(wouldNotStart === undefined ? [] : ['', `A run would not start yet: ${wouldNotStart}`]),
  ];
}
