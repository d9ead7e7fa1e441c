import { plainText } from '../schemas/plain-text.ts';
import { type OperationId, operationIds, type Verdict } from '../schemas/types.ts';
import { writeEntities } from './redact/markup.ts';
import type { ClauseRow, Statement, StatementGroup } from './statement/format.ts';

const failing: ReadonlySet<Verdict> = new Set(['fail']);
const erring: ReadonlySet<Verdict> = new Set(['suite-error', 'inconclusive']);
const skipped: ReadonlySet<Verdict> = new Set(['not-tested', 'not-applicable', 'not-testable']);

// XML 1.0 has no way to write most control characters, not even as an entity.
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
        `expected  ${finding?.expected ?? ''}`,
        `received  ${finding?.received ?? ''}`,
        `replay    ${finding?.replay ?? ''}`,
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
  const message = statement.findings[groups[0]?.example ?? -1]?.message ?? verdict;
  const text = written(textOf(statement, groups));
  if (failing.has(verdict)) return `<failure${attributes({ type: verdict, message })}>${text}</failure>`;
  if (erring.has(verdict)) return `<error${attributes({ type: verdict, message })}>${text}</error>`;
  return verdict === 'warn' ? `<system-out>${written(`warning: ${message}`)}\n${text}</system-out>` : '';
}

function suiteOf(statement: Statement, name: OperationId | 'interface', rows: readonly ClauseRow[]): string {
  if (rows.length === 0) return '';
  const cases = rows.map((row) => {
    const head = `    <testcase${attributes({ classname: `conformance.${name}`, name: `${row.id} (${row.evidence})`, time: 0 })}`;
    const content = contentOf(statement, row);
    return content === '' ? `${head}/>` : `${head}>${content}</testcase>`;
  });
  const counts = {
    tests: rows.length,
    failures: rows.filter((row) => failing.has(row.verdict) && row.deviation === undefined).length,
    errors: rows.filter((row) => erring.has(row.verdict)).length,
    skipped: rows.filter((row) => skipped.has(row.verdict) || row.deviation !== undefined).length,
  };
  return `  <testsuite${attributes({ name, ...counts, timestamp: statement.run.startedAt })}>\n${cases.join('\n')}\n  </testsuite>\n`;
}

/** JUnit XML for CI systems: a suite per operation, a case per clause row, known deviations as skipped. */
export function renderJunit(statement: Statement): string {
  const suites = operationIds.map((id) =>
    suiteOf(
      statement,
      id,
      statement.clauses.filter(({ operation }) => operation === id),
    ),
  );
  const general = suiteOf(
    statement,
    'interface',
    statement.clauses.filter(({ operation }) => operation === undefined),
  );
  const name = `conformance of ${statement.target.name}: ${statement.result}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name })}>\n${suites.join('')}${general}</testsuites>\n`;
}
