import { appendFileSync } from 'node:fs';
import { plainLine } from '../../schemas/plain-text.ts';
import { sequenceLines } from '../certificate/sequence.ts';
import { resultWords } from '../certificate/words.ts';
import { causeHeadline, causeRows, causesOf } from '../opening.ts';
import type { Statement } from '../statement/format.ts';
import { causeWords, clauseWarnings, criticalGroups } from '../statement/grouping.ts';
import { countVerdicts } from '../statement/summaries.ts';

/** Maximum number of errors, and of warnings; GitHub shows no more for one step. */
const most = 10;

type Environment = Readonly<Record<string, string | undefined>>;

/** Maximum number of rows in the table of the job summary. */
const mostRows = 50;
/** Maximum number of histories in the job summary. */
const mostHistories = 5;

function escapeMessage(text: string): string {
  return plainLine(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const annotation = (level: 'error' | 'warning' | 'notice', title: string, text: string) =>
  `::${level} title=${escapeMessage(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeMessage(text)}`;

// If lines are left out, the last one says so.
function bounded(lines: readonly string[], level: 'error' | 'warning', what: string): readonly string[] {
  if (lines.length <= most) return lines;
  const more = lines.length - most + 1;
  return [...lines.slice(0, most - 1), `::${level} title=and ${more} more::${what}`];
}

function warningLines(statement: Statement): readonly string[] {
  const lines = clauseWarnings(statement)
    .filter(({ verdict }) => verdict === 'warn')
    .map(({ clause, operations, count, received }) =>
      annotation('warning', `${clause} (${count})`, `${operations.join(', ')}: ${received}`),
    );
  return bounded(lines, 'warning', 'all of them are in certificate.html, under "Findings by cause"');
}

/**
 * The workflow commands that annotate a run: an error for each cause of failure, one for an incomplete run, and a
 * warning for each clause with only warnings.
 */
export function githubAnnotations(statement: Statement): readonly string[] {
  const { findingGroups, findings, result, reasons, opening } = statement;
  const told = causesOf(opening).map((one) => [causeHeadline(one), one.cause.advice] as const);
  const open = result === 'incomplete' && told.length === 0 ? [[result, reasons[0] ?? ''] as const] : told;
  const causes = open.map(([title, text]) => annotation('error', title, text));
  const failures = findingGroups
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'suite-error')
    .sort((one, other) => Number(one.deviation !== undefined) - Number(other.deviation !== undefined))
    .map((group) => {
      const { clause, operation, count, deviation } = group;
      const finding = findings[group.example];
      const said = `${causeWords(group, finding)}${finding === undefined ? '' : ` at ${finding.path}`}`;
      const title = `${clause} ${operation} (${count})`;
      return deviation === undefined
        ? annotation('error', title, said)
        : annotation('notice', `${title}, known deviation ${deviation}`, said);
    });
  return [
    ...bounded([...causes, ...failures], 'error', 'all of them are in certificate.html'),
    ...warningLines(statement),
  ];
}

// As entities, characters cannot start Markdown, HTML, a link or a mention.
function markdown(text: string): string {
  return plainLine(text).replaceAll(/[\\`*_[\](){}<>&|~#!@:]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The number of clauses on the service by verdict, in words; a clause counts once for each operation. */
function countsLine({ clauses }: Statement): string {
  const counts = Object.entries(countVerdicts(clauses.filter(({ obliged }) => obliged === 'service')));
  const told = counts.flatMap(([verdict, count]) => (count === 0 ? [] : [`${count} ${verdict}`]));
  return `Clauses on the service, each once for every operation: ${told.join(', ')}`;
}

// The values come from the workflow, not from the service; an invalid address is left out nevertheless.
function runAddress(environment: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = environment;
  const address = `${server}/${repository}/actions/runs/${id}`;
  return /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(address) ? address : undefined;
}

/** The job summary in Markdown: result, counts, reasons, findings, location of the reports. */
export function githubSummary(statement: Statement, environment: Environment = {}): string {
  const { run, target, reasons, opening, profile, exitCode, histories = [] } = statement;
  const address = runAddress(environment);
  const failed = criticalGroups(statement).map(
    ({ verdict, clause, operation, count, kind, deviation }) =>
      `| ${deviation === undefined ? verdict : `known (${markdown(deviation)})`} | ${clause} | ${operation} | ${count} | ${markdown(kind)} |`,
  );
  const warned = clauseWarnings(statement).map(
    ({ verdict, clause, operations, count, received }) =>
      `| ${verdict} | ${clause} | ${operations.join(', ')} | ${count} | ${markdown(received)} |`,
  );
  const every = [...failed, ...warned];
  const rows = every.slice(0, mostRows);
  const hidden = every.length - rows.length;
  const table =
    rows.length === 0
      ? []
      : ['', '| verdict | clause | operation | count | what |', '|---|---|---|---|---|', ...rows];
  return [
    `### ${resultWords(statement)}: ${markdown(target.name)}`,
    '',
    `${run.exchanges} exchanges, seed ${run.seed}, profile ${profile}, exit status ${exitCode}`,
    '',
    countsLine(statement),
    ...causesOf(opening).flatMap((told) => [
      '',
      `**${markdown(causeHeadline(told))}**`,
      '',
      ...causeRows(told).map(([label, text]) => `- ${label}: ${markdown(text)}`),
    ]),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `- ${markdown(reason)}`)]),
    ...table,
    ...(hidden > 0 ? ['', `${hidden} more are in certificate.html.`] : []),
    ...histories
      .slice(0, mostHistories)
      .flatMap((history) => [
        '',
        `**${markdown(history.about)}**`,
        '',
        '```',
        ...sequenceLines(history),
        '```',
      ]),
    '',
    `The exchanges of the findings are in certificate.html${address === undefined ? '' : `, in the [artefacts of this run](${address}#artifacts)`}.`,
    '',
  ].join('\n');
}

/** Writes annotations and the job summary if the run is part of a GitHub workflow. */
export function annotateGithub(
  statement: Statement,
  environment: Environment,
  write: (line: string) => void,
): void {
  if (environment.GITHUB_ACTIONS === undefined) return;
  for (const line of githubAnnotations(statement)) write(line);
  const { GITHUB_STEP_SUMMARY: file } = environment;
  if (file !== undefined && file !== '') appendFileSync(file, githubSummary(statement, environment));
}
