import { relative } from 'node:path';
import pc from 'picocolors';
import { mustWords } from '../../schemas/findings/words.ts';
import { counted, plainValue } from '../../schemas/plain-text.ts';
import { impossibleKinds, type MovedRow, movedWords } from '../../schemas/rules/run/reconciliation.ts';
import { type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import { results, resultWords, type Tone, tones } from '../certificate/words.ts';
import { causeBlock, causesOf, writingLines } from '../opening.ts';
import { marks } from '../pages/page.ts';
import type { ClauseRow, Statement, StatementFinding, StatementGroup } from '../statement/format.ts';
import { causeWords, clauseWarnings, criticalGroups } from '../statement/grouping.ts';

/** Terminal colours by the tones of the pages. */
const colours: Readonly<Record<Tone, (text: string) => string>> = {
  void: pc.magenta,
  fail: pc.red,
  open: pc.yellow,
  warn: pc.yellow,
  pass: pc.green,
  quiet: pc.dim,
};

const paint = (verdict: Verdict, text: string) => colours[tones[verdict]](text);

type Answers = NonNullable<Statement['run']['operations']['refund']>['answers'];

interface Column {
  readonly name: string;
  /** True if it is shown although every row has 0. */
  readonly always?: true;
  /** Its colour is that of this verdict. */
  readonly like?: Verdict;
  /** The cell of a row, by its requirements and its answers. */
  readonly count: (rows: readonly ClauseRow[], answers: Answers | undefined) => number;
}

const judged =
  (...wanted: readonly Verdict[]): Column['count'] =>
  (rows) =>
    rows.filter(({ verdict }) => wanted.includes(verdict)).length;

/** Columns of the table: requirements by verdict, answers by kind. */
const columns: readonly Column[] = [
  { name: 'met', always: true, like: 'pass', count: judged('pass') },
  { name: 'warn', like: 'warn', count: judged('warn') },
  { name: 'fail', like: 'fail', count: judged('fail', 'suite-error') },
  { name: 'undecided', like: 'not-tested', count: judged('not-tested', 'inconclusive') },
  { name: 'accepted', always: true, count: (_, answers) => answers?.accepted ?? 0 },
  { name: 'refused', always: true, count: (_, answers) => answers?.refused ?? 0 },
  {
    name: 'errors',
    count: (_, answers) => (answers ? answers.malformed + answers.failed + answers.none : 0),
  },
];

const nameWidth = 20;

/** Requested requirements on the service; a clause counts once for each operation. */
function requirementsOf({ clauses, run }: Pick<Statement, 'clauses' | 'run'>) {
  return clauses.filter(
    ({ obliged, because, operation }) =>
      obliged === 'service' &&
      because !== 'left-out' &&
      (operation === undefined || run.selected.includes(operation)),
  );
}

/** Verdicts and answers, a line for each requested operation. */
function tableLines(statement: Pick<Statement, 'clauses' | 'run'>): readonly string[] {
  const requirements = requirementsOf(statement);
  const rows = [...operationIds, undefined].flatMap((id) => {
    const answers = id && statement.run.operations[id]?.answers;
    const own = requirements.filter(({ operation }) => operation === id);
    const cells = columns.map(({ count }) => count(own, answers));
    const isEmpty = id === undefined ? cells.every((count) => count === 0) : answers === undefined;
    return isEmpty ? [] : [{ name: id ?? 'whole interface', cells }];
  });
  const isShown = ({ always }: Column, at: number) => always === true || rows.some(({ cells }) => cells[at]);
  const lineOf = (name: string, cell: (column: Column, at: number) => string) =>
    `${name.padEnd(nameWidth)}${columns.map((one, at) => (isShown(one, at) ? cell(one, at) : '')).join('')}`;
  return [
    lineOf('requirements', ({ name }) => `  ${name}`),
    ...rows.map(({ name: title, cells }) =>
      lineOf(title, ({ name, like }, at) => {
        const text = String(cells[at] || '·').padStart(name.length + 2);
        if (cells[at] === 0) return pc.dim(text);
        return like === undefined ? text : paint(like, text);
      }),
    ),
  ];
}

/** The number of stated requirements that the exchanges of the run exercised. */
function exercisedLine(statement: Pick<Statement, 'clauses' | 'run'>): string {
  const stated = requirementsOf(statement).filter(
    ({ evidence, verdict }) =>
      evidence === 'stated' && verdict !== 'not-applicable' && verdict !== 'not-testable',
  );
  const exercised = stated.filter(({ verdict }) => verdict !== 'not-tested').length;
  return `${exercised} of ${stated.length} stated requirements exercised in ${counted(statement.run.exchanges, 'exchange')}`;
}

/** The context of a summary besides the statement. */
export interface SummaryContext {
  /** Absolute path of the reports folder. */
  readonly out: string;
  /** Folder that paths are shown relative to. */
  readonly from: string;
}

/** Maximum number of lines in each list. */
const mostLines = 4;

function blockOf(group: StatementGroup, finding: StatementFinding | undefined): readonly string[] {
  const head = `${marks[group.verdict]} ${group.clause}  ${group.verdict}`;
  const known = group.deviation === undefined ? '' : `  known deviation ${group.deviation}`;
  const times = `${counted(group.count, 'time')} in ${counted(group.exchanges, 'exchange')}${known}`;
  const first = `${paint(group.verdict, head)}  ${group.operation}, ${times}`;
  if (finding === undefined) return [first];
  return [
    first,
    `    must      ${mustWords(finding)}`,
    `    found     ${finding.received}`,
    `    at        ${finding.path || '(the whole answer)'}`,
    `    clause    ${finding.message}`,
    `    again     ${finding.again}`,
  ];
}

/** A finding in two lines: clause, operations and count; then what must hold and what was found. */
function shortLines(
  { verdict, clause, count }: Pick<StatementGroup, 'verdict' | 'clause' | 'count'>,
  operations: readonly OperationId[],
  words: string,
): string {
  const head = paint(verdict, `${marks[verdict]} ${clause}`);
  return `${head}  ${operations.join(', ')}, ${counted(count, 'time')}\n    ${pc.dim(words)}`;
}

function shortened(lines: readonly string[], limit = mostLines): readonly string[] {
  const more = lines.length - limit;
  return more <= 0 ? lines : [...lines.slice(0, limit), pc.dim(`  + ${more} more: see the certificate`)];
}

function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines, ''];
}

// The worst cause in full; Playwright has told of each failed test before.
function findingLines(statement: Statement): readonly string[] {
  const { findings } = statement;
  const [worst, ...grave] = criticalGroups(statement);
  const others = grave.map((group) =>
    shortLines(group, [group.operation], causeWords(group, findings[group.example])),
  );
  const mild = clauseWarnings(statement).map((warning) => {
    const example = findings[warning.groups[0]?.example ?? -1];
    const must = example === undefined ? '' : `must ${mustWords(example)}, `;
    return shortLines(warning, warning.operations, `${must}found ${warning.received}`);
  });
  return [
    ...(worst === undefined ? [] : block(blockOf(worst, findings[worst.example]))),
    ...block(shortened(others)),
    ...block(shortened(mild)),
  ];
}

function skippedLines({ skipped }: Statement): readonly string[] {
  const lines = skipped.map(({ reason, operations, clauses }) => {
    const about = operations.length > 0 ? operations.join(', ') : counted(clauses.length, 'clause');
    return `${paint('not-tested', `${marks['not-tested']} not tested:`)} ${about} (${reason})`;
  });
  return block(shortened(lines));
}

const largestOf = ({ paid, captured, cancelled, refunded, paidOut }: MovedRow) =>
  Math.max(...[paid, captured, cancelled, refunded, paidOut].map((sum) => Number(sum ?? 0)));

/** Amounts moved in the currency with the largest sum, though none is converted, and histories that no ledger can hold. */
function moneyLines({ money }: Pick<Statement, 'money'>): readonly string[] {
  if (money === undefined) return [];
  const [most, ...others] = money.moved.toSorted((one, other) => largestOf(other) - largestOf(one));
  const more = others.length === 0 ? '' : `; ${counted(others.length, 'more currency', 'more currencies')}`;
  const wrong = money.impossible.map(({ kind, name, currency = '', sum = '' }) =>
    paint(
      'warn',
      `${marks.warn} ${`${sum} ${currency}`.trim()} of ${name}: ${impossibleKinds[kind] ?? kind}`,
    ),
  );
  return [
    ...(most === undefined ? [] : [`What moved: ${most.currency} ${movedWords(most)}${more}.`]),
    ...(money.earlier === undefined
      ? []
      : [`Not judged: ${counted(money.earlier, 'listed order')} of earlier runs of the suite.`]),
    ...shortened(wrong),
  ];
}

/** The lines printed at the end of a run: findings, table, paths of the reports, and the result with its reasons. */
export function renderSummary(told: Statement, { out, from }: SummaryContext): readonly string[] {
  const statement = plainValue(told);
  const { result, reasons, exitCode, run, profile, warnings, target } = statement;
  const said = pc.inverse(colours[results[result].tone](pc.bold(resultWords(statement))));
  return [
    '',
    ...findingLines(statement),
    ...skippedLines(statement),
    ...block(tableLines(statement)),
    ...openingLines(statement),
    ...moneyLines(statement),
    `certificate  ${relative(from, `${out}/certificate.html`)}`,
    '',
    ...shortened(
      reasons.map((reason) => `  ${reason}`),
      8,
    ),
    exercisedLine(statement),
    `${said}  ${target.name}, profile ${profile}${warnings === 'fail' ? ', warnings fail' : ''}, seed ${run.seed}, exit status ${exitCode}`,
  ];
}

/** The causes for which operations were not accepted, a block each. */
function openingLines({ opening }: Pick<Statement, 'opening'>): readonly string[] {
  const written = opening === undefined ? [] : writingLines(opening);
  const causes = causesOf(opening).flatMap((told) => {
    const [head = '', ...rows] = causeBlock(told, 4);
    return [pc.red(pc.bold(head)), ...rows, ''];
  });
  return written.length === 0 ? causes : [...causes, ...written, ''];
}
