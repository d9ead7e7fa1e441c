import { mustWords } from '../../schemas/findings/words.ts';
import { plainText } from '../../schemas/plain-text.ts';
import { type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import { resultWords } from '../certificate/words.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { causeBlock, causesOf } from '../opening.ts';
import { writeEntities } from '../redact/markup.ts';
import type { ClauseRow, Statement, StatementGroup } from '../statement/format.ts';
import { failedDeviations } from '../statement/results.ts';

const skipped: ReadonlySet<Verdict> = new Set(['not-tested', 'not-applicable', 'not-testable']);

// XML 1.0 cannot represent most control characters, not even as entities.
function written(text: string): string {
  return writeEntities(
    plainText(text).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  );
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${written(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

function textOf(statement: Statement, groups: readonly StatementGroup[]): string {
  return groups
    .map(({ example, count, exchanges, paths }) => {
      const finding = statement.findings[example];
      const head = `${count} in ${exchanges} exchanges, at ${paths.slice(0, 10).join(', ') || 'the whole answer'}`;
      if (finding === undefined) return head;
      const { received, replay, exchange, curl } = finding;
      return [
        head,
        `must      ${mustWords(finding)}`,
        `found     ${received}`,
        `replay    ${replay}`,
        `exchange  ${exchange}`,
        ...(curl === '' ? [] : ['', curl]),
      ].join('\n');
    })
    .join('\n\n');
}

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly ms: number;
  /** The count of its suite that includes it. */
  readonly counts?: 'failures' | 'errors' | 'skipped';
  /** The content of its element. */
  readonly content: string;
}

function resultOf(statement: Statement, row: ClauseRow): Pick<Case, 'counts' | 'content'> {
  const { verdict, why = '', deviation, held = 0 } = row;
  const skip = (message: string) =>
    ({ counts: 'skipped', content: `<skipped${attributes({ message })}/>` }) as const;
  if (skipped.has(verdict)) return skip(`${verdict}: ${why}`);
  if (deviation !== undefined) return skip(`known deviation ${deviation}: ${verdict}`);
  const groups = statement.findingGroups.filter(
    ({ clause, operation }) => clause === row.id && (row.operation ?? operation) === operation,
  );
  const message = statement.findings[groups[0]?.example ?? -1]?.message ?? verdict;
  const text = written(textOf(statement, groups));
  const head = attributes({ type: verdict, message });
  if (verdict === 'fail') return { counts: 'failures', content: `<failure${head}>${text}</failure>` };
  // A clause that is undecided in one exchange and holds in another is decided.
  if (verdict === 'suite-error' || (verdict === 'inconclusive' && held === 0))
    return { counts: 'errors', content: `<error${head}>${text}</error>` };
  const isTold = verdict === 'warn' || verdict === 'inconclusive';
  const says = written(`${verdict === 'warn' ? 'warning' : verdict}: ${message}`);
  return { content: isTold ? `<system-out>${says}\n${text}</system-out>` : '' };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

function suiteOf(
  { run, target }: Statement,
  name: OperationId | 'interface' | 'run',
  cases: readonly Case[],
): string {
  if (cases.length === 0) return '';
  const lines = cases.map(({ classname, name: title, ms, content }) => {
    const head = `    <testcase${attributes({ classname: `conformance.${classname}`, name: title, time: seconds(ms) })}`;
    return content === '' ? `${head}/>` : `${head}>${content}</testcase>`;
  });
  const count = (what: Case['counts']) => cases.filter(({ counts }) => counts === what).length;
  const about = {
    name,
    tests: cases.length,
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    timestamp: run.startedAt,
    // Ant's variant of the format requires the host name and the index of the suite.
    hostname: URL.canParse(target.baseUrl) ? new URL(target.baseUrl).hostname : 'unknown',
    id: ['run', ...operationIds, 'interface'].indexOf(name),
    package: 'conformance',
  };
  return `  <testsuite${attributes(about)}>\n${lines.join('\n')}\n  </testsuite>\n`;
}

function runTime({ startedAt, endedAt }: Statement['run']): number {
  const time = Date.parse(endedAt) - Date.parse(startedAt);
  return time > 0 ? time : 0;
}

/** The run as a whole: an error with its reasons if it is incomplete or void. */
function caseOfRun({ result, reasons, opening, run }: Statement): Case {
  const about = { classname: 'run', name: 'the run met the service', ms: runTime(run) };
  if (result !== 'incomplete' && result !== 'void') return { ...about, content: '' };
  const causes = causesOf(opening).flatMap((told) => causeBlock(told, 2));
  const head = attributes({ type: result, message: reasons[0] ?? result });
  return {
    ...about,
    counts: 'errors',
    content: `<error${head}>${written([...causes, ...reasons].join('\n'))}</error>`,
  };
}

/** A failed case for each known deviation that fails the run. */
function casesOfDeviations({ deviations }: Statement): readonly Case[] {
  return failedDeviations(deviations).map(({ id, says }) => ({
    classname: 'run',
    name: `known deviation ${id}`,
    ms: 0,
    counts: 'failures',
    content: `<failure${attributes({ type: 'known deviation', message: says })}/>`,
  }));
}

/**
 * JUnit XML for CI systems: the run with its duration and the known deviations that fail it, then a suite for each operation, a case for each clause on the
 * service; known deviations are skipped. The time of a case is its share of the exchanges that exercised the clause.
 */
export function renderJunit(statement: Statement, exchanges: readonly EvidenceExchange[] = []): string {
  // Clauses on the caller are about the suite's own requests; they are shown only for a defect of the suite.
  const rows = statement.clauses.filter(
    ({ obliged, verdict }) => obliged === 'service' || verdict === 'suite-error',
  );
  const timeOf = clauseTimes(rows, exchanges);
  const suites = [...operationIds, undefined].map((id) => {
    const name = id ?? 'interface';
    const own = rows.filter(({ operation }) => operation === id);
    const cases = own.map((row) => ({
      classname: name,
      name: `${row.id} (${row.evidence})`,
      ms: timeOf(row),
      ...resultOf(statement, row),
    }));
    return suiteOf(statement, name, cases);
  });
  const about = {
    name: `conformance of ${statement.target.name}: ${resultWords(statement)}`,
    time: seconds(runTime(statement.run)),
  };
  const run = suiteOf(statement, 'run', [caseOfRun(statement), ...casesOfDeviations(statement)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes(about)}>\n${run}${suites.join('')}</testsuites>\n`;
}

/**
 * Divides the time of every exchange equally among the rows that it exercised, so that the cases of a suite add up to
 * the response time of the service, in milliseconds. It is 0 if no exchange exercised the clause.
 */
export function clauseTimes(
  rows: readonly Pick<ClauseRow, 'id' | 'operation'>[],
  exchanges: readonly Pick<EvidenceExchange, 'operation' | 'received' | 'judgement'>[],
): (row: Pick<ClauseRow, 'id' | 'operation'>) => number {
  const times = new Map(rows.map(({ id, operation = '' }) => [`${id} ${operation}`, 0]));
  for (const { operation, received, judgement } of exchanges) {
    const own = new Set(
      judgement.exercised.flatMap(
        (id) => [`${id} ${operation}`, `${id} `].find((row) => times.has(row)) ?? [],
      ),
    );
    for (const row of own) times.set(row, (times.get(row) ?? 0) + received.durationMs / own.size);
  }
  return ({ id, operation = '' }) => times.get(`${id} ${operation}`) ?? 0;
}
