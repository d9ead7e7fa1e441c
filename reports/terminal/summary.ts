import { relative } from 'node:path';
import pc from 'picocolors';
import { commandLine } from '../../schemas/command-line.ts';
import { mustWords } from '../../schemas/findings/words.ts';
import { plainLine, plainValue } from '../../schemas/plain-text.ts';
import { operationIds } from '../../schemas/types.ts';
import { typedPath } from '../exports/repeat-command.ts';
import { causeHead, causeRows, causesOf, writingLines } from '../opening/causes.ts';
import { marks } from '../pages/marks.ts';
import { type ClauseWarning, clauseWarnings, graveGroups } from '../statement/clause-warnings.ts';
import type { Statement, StatementFinding, StatementGroup } from '../statement/format.ts';
import { resultWords } from '../statement/result-words.ts';
import { slowestLines, type TimedTest } from './duration.ts';
import { learnedLines } from './learned-lines.ts';
import { paint } from './paint.ts';
import { sentLines } from './sent-lines.ts';
import { tableWidth, totalLines } from './total-lines.ts';

const kinds = [
  ['accepted', ({ accepted }) => accepted],
  ['refused', ({ refused }) => refused],
  ['malformed', ({ malformed }) => malformed],
  ['429, 5xx', ({ failed }) => failed],
  ['no answer', ({ none }) => none],
] as const satisfies readonly (readonly [string, (answers: Answers) => number])[];

type Answers = NonNullable<Statement['run']['operations']['refund']>['answers'];

const nameWidth = 26;
const narrowNameWidth = 21;
const cellWidth = 10;

/** How the service answered, a line for each operation that was asked, with the commonest words of its refusals. */
function answerLines({ run }: Pick<Statement, 'run'>, width: number = tableWidth): readonly string[] {
  const isNarrow = width < tableWidth;
  const rows = operationIds.flatMap((id) => {
    const answers = run.operations[id]?.answers;
    if (answers === undefined) return [];
    const cells = kinds.map(([, of]) => {
      const count = of(answers);
      return count === 0 ? pc.dim('·'.padStart(cellWidth)) : String(count).padStart(cellWidth);
    });
    const [commonest] = answers.refusals;
    const dead = answers.allowed.sent > 0 && answers.allowed.accepted === 0;
    const name = id.padEnd(isNarrow ? narrowNameWidth : nameWidth);
    const words = kinds.flatMap(([kind, of]) => (of(answers) === 0 ? [] : [`${of(answers)} ${kind}`]));
    const line = `${dead ? pc.red(name) : name}${isNarrow ? words.join(', ') : cells.join('')}`;
    // Words of refusals tell most where nothing was accepted; elsewhere wrong requests were meant to be refused.
    return dead && commonest !== undefined
      ? [line, `    ${pc.dim(`most often: ${commonest.text}`)}`]
      : [line];
  });
  const head = `${`${run.exchanges} exchanges`.padEnd(nameWidth)}${kinds.map(([name]) => name.padStart(cellWidth)).join('')}`;
  return [isNarrow ? `${run.exchanges} exchanges` : head, ...rows];
}

/** What a summary says beside the statement. */
export interface SummaryContext {
  /** Absolute folder of the reports. */
  readonly out: string;
  /** Folder that paths are shown relative to. */
  readonly from: string;
  /** Columns of the terminal; absent where lines may be as long as they are. */
  readonly columns?: number;
  /** Whether the Allure report was made. */
  readonly allure: boolean;
  /** The tests with their times. */
  readonly timed?: readonly TimedTest[];
}

/** Causes printed in full, lines printed of each other list, and reasons why something was not tested: one for each operation and some. */
const most = { blocks: 5, lines: 8, reasons: 16 } as const;

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

// What was only watched is judged again, and was not sent by a test.
function isRepeated({ replay }: StatementFinding): boolean {
  return replay.split(' ')[2] === 'replay';
}

function blockOf(group: StatementGroup, finding: StatementFinding | undefined): readonly string[] {
  const head = `${marks[group.verdict]} ${group.clause}  ${group.verdict}`;
  const known = group.deviation === undefined ? '' : `  known deviation ${group.deviation}`;
  const times = `${counted(group.count, 'time')} in ${counted(group.exchanges, 'exchange')}${known}`;
  if (finding === undefined) return [`${paint(group.verdict, head)}  ${group.operation}, ${times}`];
  return [
    `${paint(group.verdict, head)}  ${group.operation}, ${times}`,
    `    must      ${mustWords(finding)}`,
    `    found     ${finding.received}`,
    `    at        ${finding.path || '(the whole answer)'}`,
    `    clause    ${finding.message}`,
    `    replay    ${finding.replay}`,
    ...(finding.curl === '' || !isRepeated(finding) ? [] : [`    curl      ${finding.replay} --curl`]),
  ];
}

function lineOf({ verdict, clause, operation, count, kind }: StatementGroup): string {
  return `${paint(verdict, `${marks[verdict]} ${clause}`)}  ${operation} (${count})  ${pc.dim(kind)}`;
}

function shortened(lines: readonly string[], limit: number, what: string): readonly string[] {
  if (lines.length <= limit) return lines;
  return [...lines.slice(0, limit), pc.dim(`  ... and ${lines.length - limit} more ${what}`)];
}

function warningLine({ verdict, clause, operations, count, received }: ClauseWarning): string {
  return `${paint(verdict, `${marks[verdict]} ${clause}`)}  ${operations.join(', ')} (${count})  ${pc.dim(received)}`;
}

function findingLines(statement: Statement): readonly string[] {
  const { findings } = statement;
  const grave = graveGroups(statement);
  const blocks = grave
    .slice(0, most.blocks)
    .flatMap((group) => [...blockOf(group, findings[group.example]), '']);
  const others = shortened(grave.slice(most.blocks).map(lineOf), most.lines, 'causes of failure');
  const mild = shortened(clauseWarnings(statement).map(warningLine), most.lines, 'clauses with warnings');
  return [
    ...blocks,
    ...others,
    ...(others.length > 0 ? [''] : []),
    ...mild,
    ...(mild.length > 0 ? [''] : []),
  ];
}

function skippedLines({ skipped }: Statement): readonly string[] {
  const lines = skipped.map(({ reason, operations, clauses }) => {
    const about = operations.length > 0 ? operations.join(', ') : counted(clauses.length, 'clause');
    return `${paint('not-tested', marks['not-tested'])} ${reason}: ${about}`;
  });
  return lines.length === 0 ? [] : [pc.bold('Not tested'), ...shortened(lines, most.reasons, 'reasons'), ''];
}

const resultColours: Readonly<Record<Statement['result'], (text: string) => string>> = {
  conformant: pc.green,
  'conformant-with-warnings': pc.green,
  incomplete: pc.yellow,
  'non-conformant': pc.red,
  void: pc.magenta,
};

/** Lines of a command that is printed; longer ones are printed on demand. */
const mostOfCurl = { lines: 16, characters: 2_000 } as const;

// Not indented, so that its here-document ends where it has to.
function byHand({ curl }: StatementFinding): string[] {
  const lines = curl.split('\n').map(plainLine);
  const isShort = lines.length <= mostOfCurl.lines && curl.length <= mostOfCurl.characters;
  return curl === '' || !isShort ? [] : ['', 'Or send its request by hand:', '', ...lines];
}

function nextLines({ result, findings }: Statement, context: SummaryContext): readonly string[] {
  const path = (name: string) => relative(context.from, `${context.out}/${name}`) || name;
  const first = findings.find(({ verdict }) => verdict === 'fail' || verdict === 'suite-error');
  const next =
    first === undefined
      ? result === 'incomplete'
        ? ['Read the reasons above and the certificate for what was not tested.']
        : []
      : ['Repeat the first one:', `  ${plainLine(first.replay)}`, ...byHand(first)];
  return [
    `certificate ${path('certificate.html')}`,
    `statement   ${path('conformance.json')}`,
    ...(context.allure ? [`report      ${commandLine('report', typedPath(context.out, context.from))}`] : []),
    ...(next.length === 0 ? [] : ['', ...next]),
  ];
}

/** The lines printed at the end of a run: causes, skips, totals, result, where the reports are, what to do next. */
export function renderSummary(told: Statement, context: SummaryContext): readonly string[] {
  const statement = plainValue(told);
  const { result, reasons, exitCode, run, profile, target } = statement;
  return [
    '',
    ...findingLines(statement),
    ...skippedLines(statement),
    ...totalLines(statement, context.columns),
    ...answerLines(statement, context.columns),
    '',
    ...sentLines(statement),
    ...openingLines(statement),
    ...learnedLines(statement),
    ...slowestLines(plainValue(context.timed ?? [])),
    `${resultColours[result](pc.bold(resultWords(statement)))}  ${target.name}, profile ${profile}, seed ${run.seed}, exit status ${exitCode}`,
    ...shortened(
      reasons.map((reason) => `  ${reason}`),
      most.lines,
      'reasons',
    ),
    '',
    ...nextLines(told, context),
  ];
}

/** Why operations were not accepted, a block for each cause. */
function openingLines({ opening }: Pick<Statement, 'opening'>): readonly string[] {
  const written = opening === undefined ? [] : writingLines(opening);
  const causes = causesOf(opening).flatMap((told) => [
    pc.red(pc.bold(causeHead(told))),
    ...causeRows(told).map(([label, text]) => `    ${label.padEnd(9)} ${text}`),
    '',
  ]);
  return written.length === 0 ? causes : [...causes, ...written, ''];
}
