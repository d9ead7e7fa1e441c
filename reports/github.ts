import { appendFileSync } from 'node:fs';
import { plainLine } from '../schemas/plain-text.ts';
import { clauseWarnings, graveGroups } from './clause-warnings.ts';
import { causeHead, causeRows, causesOf } from './opening/causes.ts';
import { resultWords } from './result-words.ts';
import type { Statement } from './statement/format.ts';

/** Annotations that one run may leave; more would hide the others of the workflow. */
const most = 10;

/** Rows of the table in the summary of a job. */
const mostRows = 50;

function escapeMessage(text: string): string {
  return plainLine(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The workflow commands that annotate the causes of failure, one line each. */
export function githubAnnotations(statement: Statement): readonly string[] {
  const { findingGroups, findings, result, reasons, opening } = statement;
  const told = causesOf(opening).map((one) => [causeHead(one), one.cause.advice] as const);
  const open = result === 'incomplete' && told.length === 0 ? [[result, reasons[0] ?? ''] as const] : told;
  const causes = open.map(
    ([title, text]) => `::error title=${escapeProperty(title)}::${escapeMessage(text)}`,
  );
  const failures = findingGroups
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'suite-error')
    .sort((one, other) => Number(one.deviation !== undefined) - Number(other.deviation !== undefined))
    .slice(0, most)
    .map(({ clause, operation, count, example, deviation }) => {
      const finding = findings[example];
      const said =
        finding === undefined
          ? ''
          : `expected ${finding.expected}, received ${finding.received} at ${finding.path}`;
      const known = deviation === undefined ? '' : `, known deviation ${deviation}`;
      const title = escapeProperty(`${clause} ${operation} (${count})${known}`);
      return `::${known === '' ? 'error' : 'notice'} title=${title}::${escapeMessage(said)}`;
    });
  return [...causes, ...failures].slice(0, most);
}

// Written as entities, no sign starts markup of Markdown or HTML, a link or a mention.
function markdown(text: string): string {
  return plainLine(text).replaceAll(/[\\`*_[\](){}<>&|~#!@:]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The summary of a job, in Markdown. */
export function githubSummary(statement: Statement): string {
  const { run, target, reasons, opening } = statement;
  const failed = graveGroups(statement).map(
    ({ verdict, clause, operation, count, kind, deviation }) =>
      `| ${deviation === undefined ? verdict : `known (${markdown(deviation)})`} | ${clause} | ${operation} | ${count} | ${markdown(kind)} |`,
  );
  const warned = clauseWarnings(statement).map(
    ({ verdict, clause, operations, count, received }) =>
      `| ${verdict} | ${clause} | ${operations.join(', ')} | ${count} | ${markdown(received)} |`,
  );
  const rows = [...failed, ...warned].slice(0, mostRows);
  const table =
    rows.length === 0
      ? []
      : ['', '| verdict | clause | operation | count | what |', '|---|---|---|---|---|', ...rows];
  return [
    `### ${resultWords(statement)}: ${markdown(target.name)}`,
    '',
    `${run.exchanges} exchanges, seed ${run.seed}`,
    ...causesOf(opening).flatMap((told) => [
      '',
      `**${markdown(causeHead(told))}**`,
      '',
      ...causeRows(told).map(([label, text]) => `- ${label}: ${markdown(text)}`),
    ]),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `- ${markdown(reason)}`)]),
    ...table,
    '',
  ].join('\n');
}

/** Writes annotations and the job summary when the run is part of a GitHub workflow. */
export function annotateGithub(
  statement: Statement,
  environment: Readonly<Record<string, string | undefined>>,
  write: (line: string) => void,
): void {
  if (environment.GITHUB_ACTIONS === undefined) return;
  for (const line of githubAnnotations(statement)) write(line);
  const { GITHUB_STEP_SUMMARY: file } = environment;
  if (file !== undefined && file !== '') appendFileSync(file, githubSummary(statement));
}
