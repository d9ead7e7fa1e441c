import { mustWords } from '../../schemas/findings/words.ts';
import { plainText } from '../../schemas/plain-text.ts';
import { type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import { resultWords } from '../certificate/words.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { causeHead, causeRows, causesOf } from '../opening.ts';
import { exchangeAddress } from '../pages/page.ts';
import { writeEntities } from '../redact/markup.ts';
import type { ClauseRow, Statement, StatementGroup } from '../statement/format.ts';

const failing: ReadonlySet<Verdict> = new Set(['fail']);
const skipped: ReadonlySet<Verdict> = new Set(['not-tested', 'not-applicable', 'not-testable']);

// Ids, times and most words: what is of these signs alone is written as it is.
const isPlain = /^[ !$%(-9;=?-~]*$/;

// XML 1.0 has no way to write most control characters, not even as an entity.
function written(text: string): string {
  if (isPlain.test(text)) return text;
  return writeEntities(
    plainText(text).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  );
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${written(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

function groupsOf({ findingGroups }: Statement, row: ClauseRow): readonly StatementGroup[] {
  return findingGroups.filter(
    ({ clause, operation }) =>
      clause === row.id && (row.operation === undefined || row.operation === operation),
  );
}

function textOf(statement: Statement, groups: readonly StatementGroup[]): string {
  return groups
    .map(({ example, count, exchanges, paths }) => {
      const finding = statement.findings[example];
      const lines = [
        `${count} in ${exchanges} exchanges, at ${paths.slice(0, 10).join(', ') || 'the whole answer'}`,
        `must      ${finding === undefined ? '' : mustWords(finding)}`,
        `found     ${finding?.received ?? ''}`,
        `replay    ${finding?.replay ?? ''}`,
        ...(finding === undefined ? [] : [`exchange  ${exchangeAddress(finding.exchange)}`]),
        ...(finding === undefined || finding.curl === '' ? [] : ['', finding.curl]),
      ];
      return lines.join('\n');
    })
    .join('\n\n');
}

function contentOf(statement: Statement, row: ClauseRow): string {
  const { verdict, why = '', deviation } = row;
  if (skipped.has(verdict)) return `<skipped${attributes({ message: `${verdict}: ${why}` })}/>`;
  if (deviation !== undefined)
    return `<skipped${attributes({ message: `known deviation ${deviation}: ${verdict}` })}/>`;
  const groups = groupsOf(statement, row);
  const example = statement.findings[groups[0]?.example ?? -1];
  const message = example?.message ?? verdict;
  const text = written(textOf(statement, groups));
  if (failing.has(verdict)) return `<failure${attributes({ type: verdict, message })}>${text}</failure>`;
  if (isError(row)) return `<error${attributes({ type: verdict, message })}>${text}</error>`;
  return verdict === 'warn' || verdict === 'inconclusive'
    ? `<system-out>${written(`${verdict === 'warn' ? 'warning' : verdict}: ${message}`)}\n${text}</system-out>`
    : '';
}

// What is undecided in one exchange and held in another is decided.
function isError({ verdict, held = 0 }: ClauseRow): boolean {
  return verdict === 'suite-error' || (verdict === 'inconclusive' && held === 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** What Ant's form of the format wants of a suite besides its name: where it was run against, and its place among the suites. */
function placeOf({ target }: Statement, name: OperationId | 'interface' | 'run') {
  const hostname = URL.canParse(target.baseUrl) ? new URL(target.baseUrl).hostname : 'unknown';
  return { hostname, id: ['run', ...operationIds, 'interface'].indexOf(name), package: 'conformance' };
}

function suiteOf(
  statement: Statement,
  name: OperationId | 'interface',
  rows: readonly ClauseRow[],
  times: ClauseTimes,
): string {
  if (rows.length === 0) return '';
  const cases = rows.map((row) => {
    const time = seconds(times.of(row));
    const head = `    <testcase${attributes({ classname: `conformance.${name}`, name: `${row.id} (${row.evidence})`, time })}`;
    const content = contentOf(statement, row);
    return content === '' ? `${head}/>` : `${head}>${content}</testcase>`;
  });
  const counts = {
    tests: rows.length,
    failures: rows.filter((row) => failing.has(row.verdict) && row.deviation === undefined).length,
    errors: rows.filter(isError).length,
    skipped: rows.filter((row) => skipped.has(row.verdict) || row.deviation !== undefined).length,
    time: seconds(rows.reduce((sum, row) => sum + times.of(row), 0)),
  };
  return `  <testsuite${attributes({ name, ...counts, timestamp: statement.run.startedAt, ...placeOf(statement, name) })}>\n${cases.join('\n')}\n  </testsuite>\n`;
}

function runTime({ startedAt, endedAt }: Statement['run']): number {
  const time = Date.parse(endedAt) - Date.parse(startedAt);
  return time > 0 ? time : 0;
}

/** The run as a whole: an error with its reasons where it could not do what it meant to. */
function runSuiteOf(statement: Statement): string {
  const { result, reasons, opening, run } = statement;
  const open = result === 'incomplete' || result === 'void';
  const causes = causesOf(opening).flatMap((told) => [
    causeHead(told),
    ...causeRows(told).map(([label, text]) => `  ${label.padEnd(9)} ${text}`),
  ]);
  const time = seconds(runTime(run));
  const counts = { tests: 1, failures: 0, errors: open ? 1 : 0, skipped: 0, time, timestamp: run.startedAt };
  const head = `    <testcase${attributes({ classname: 'conformance.run', name: 'the run met the service', time })}`;
  const content = `<error${attributes({ type: result, message: reasons[0] ?? result })}>${written([...causes, ...reasons].join('\n'))}</error>`;
  const one = open ? `${head}>${content}</testcase>` : `${head}/>`;
  return `  <testsuite${attributes({ name: 'run', ...counts, ...placeOf(statement, 'run') })}>\n${one}\n  </testsuite>\n`;
}

/** Rows on the service, and those in which the suite itself went wrong; our own requests are no tests of anybody. */
function told({ obliged, verdict }: ClauseRow): boolean {
  return obliged === 'service' || verdict === 'suite-error';
}

/**
 * JUnit XML for CI systems: the run with its time from start to end, then a suite per operation, a case per clause on the
 * service, known deviations as skipped. The time of a case is its share of the exchanges that exercised the clause.
 */
export function renderJunit(statement: Statement, exchanges: readonly EvidenceExchange[] = []): string {
  const rows = statement.clauses.filter(told);
  const times = clauseTimes(rows, exchanges);
  const suites = [...operationIds, undefined].map((id) =>
    suiteOf(
      statement,
      id ?? 'interface',
      rows.filter(({ operation }) => operation === id),
      times,
    ),
  );
  const name = `conformance of ${statement.target.name}: ${resultWords(statement)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name, time: seconds(runTime(statement.run)) })}>\n${runSuiteOf(statement)}${suites.join('')}</testsuites>\n`;
}

/** The time that each clause took. */
export interface ClauseTimes {
  /** In milliseconds; 0 where no exchange exercised the clause. */
  of(row: Pick<ClauseRow, 'id' | 'operation'>): number;
}

/**
 * Shares the time of every exchange equally among the rows that it exercised, so that the cases of a suite add up to the
 * time that the service took.
 */
export function clauseTimes(
  rows: readonly Pick<ClauseRow, 'id' | 'operation'>[],
  exchanges: readonly Pick<EvidenceExchange, 'operation' | 'received' | 'judgement'>[],
): ClauseTimes {
  const times = new Map(rows.map(({ id, operation = '' }) => [`${id} ${operation}`, 0]));
  for (const { operation, received, judgement } of exchanges) {
    const own = new Set(
      judgement.exercised.flatMap(
        (id) => [`${id} ${operation}`, `${id} `].find((row) => times.has(row)) ?? [],
      ),
    );
    for (const row of own) times.set(row, (times.get(row) ?? 0) + received.durationMs / own.size);
  }
  return { of: ({ id, operation = '' }) => times.get(`${id} ${operation}`) ?? 0 };
}
