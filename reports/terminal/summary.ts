import { relative } from 'node:path';
import pc from 'picocolors';
import { commandLine } from '../../schemas/command-line.ts';
import { plainValue } from '../../schemas/plain-text.ts';
import { type Evidence, type Verdict, verdicts } from '../../schemas/types.ts';
import { type ClauseWarning, clauseWarnings, graveGroups } from '../clause-warnings.ts';
import { marks } from '../marks.ts';
import { typedPath } from '../repeat-command.ts';
import { resultWords } from '../result-words.ts';
import type { Statement, StatementFinding, StatementGroup } from '../statement/format.ts';
import { answerLines } from './answer-lines.ts';
import { learnedLines } from './learned-lines.ts';
import { openingLines } from './opening-lines.ts';
import { sentLines } from './sent-lines.ts';

/** What a summary says beside the statement. */
export interface SummaryContext {
  /** Absolute folder of the reports. */
  readonly out: string;
  /** Folder that paths are shown relative to. */
  readonly from: string;
  /** Whether the Allure report was made. */
  readonly allure: boolean;
}

const colours: Partial<Record<Verdict, (text: string) => string>> = {
  'suite-error': pc.magenta,
  fail: pc.red,
  inconclusive: pc.yellow,
  'not-tested': pc.yellow,
  warn: pc.yellow,
  pass: pc.green,
};
const evidences: readonly Evidence[] = ['stated', 'sampled', 'implied', 'conflicting', 'silent'];

function paint(verdict: Verdict, text: string): string {
  return (colours[verdict] ?? pc.dim)(text);
}

/** Causes printed in full, lines printed of each other list, and reasons why something was not tested: one for each operation and some. */
const most = { blocks: 5, lines: 8, reasons: 16 } as const;

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function blockOf(group: StatementGroup, finding: StatementFinding | undefined): readonly string[] {
  const head = `${marks[group.verdict]} ${group.clause}  ${group.verdict}`;
  const known = group.deviation === undefined ? '' : `  known deviation ${group.deviation}`;
  const times = `${counted(group.count, 'time')} in ${counted(group.exchanges, 'exchange')}${known}`;
  if (finding === undefined) return [`${paint(group.verdict, head)}  ${group.operation}, ${times}`];
  return [
    `${paint(group.verdict, head)}  ${group.operation}, ${times}`,
    `    ${finding.message}`,
    `    at        ${finding.path || '(the whole answer)'}`,
    `    expected  ${finding.expected}`,
    `    received  ${finding.received}`,
    `    replay    ${finding.replay}`,
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

/** Width of a column of totals: the longest verdict and two spaces. */
const width = 16;

function totalLines(statement: Statement): readonly string[] {
  const { totals } = statement;
  const shown = verdicts.filter((verdict) =>
    evidences.some((evidence) => (totals[evidence][verdict] ?? 0) > 0),
  );
  const head = [
    'clauses'.padEnd(12),
    ...shown.map((verdict) => paint(verdict, verdict.padStart(width))),
  ].join('');
  const rows = evidences.map((evidence) => {
    const cells = shown.map((verdict) => {
      const count = totals[evidence][verdict] ?? 0;
      return count === 0 ? pc.dim('·'.padStart(width)) : paint(verdict, String(count).padStart(width));
    });
    return [evidence.padEnd(12), ...cells].join('');
  });
  return [
    head,
    ...rows,
    pc.dim('Clauses on the service; one counts once for each operation that it is about.'),
    pc.dim(callerLine(statement)),
    '',
  ];
}

function callerLine({ callerTotals }: Statement): string {
  const kept = evidences.reduce((sum, evidence) => sum + (callerTotals[evidence].pass ?? 0), 0);
  return `Our requests kept ${counted(kept, 'clause')} on the caller.`;
}

const resultColours: Readonly<Record<Statement['result'], (text: string) => string>> = {
  conformant: pc.green,
  'conformant-with-warnings': pc.green,
  incomplete: pc.yellow,
  'non-conformant': pc.red,
  void: pc.magenta,
};

function nextLines({ result, findings }: Statement, context: SummaryContext): readonly string[] {
  const path = (name: string) => relative(context.from, `${context.out}/${name}`) || name;
  const first = findings.find(({ verdict }) => verdict === 'fail' || verdict === 'suite-error');
  const next =
    first === undefined
      ? result === 'incomplete'
        ? ['Read the reasons above and the certificate for what was not tested.']
        : []
      : ['Repeat the first one (its curl is in the statement):', `  ${first.replay}`];
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
    ...totalLines(statement),
    ...answerLines(statement),
    '',
    ...sentLines(statement),
    ...openingLines(statement),
    ...learnedLines(statement),
    `${resultColours[result](pc.bold(resultWords(statement)))}  ${target.name}, profile ${profile}, seed ${run.seed}, exit status ${exitCode}`,
    ...shortened(
      reasons.map((reason) => `  ${reason}`),
      most.lines,
      'reasons',
    ),
    '',
    ...nextLines(statement, context),
  ];
}
