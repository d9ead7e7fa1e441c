import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { jsonText, plainLine } from '../../schemas/plain-text.ts';
import type { Evidence } from '../../schemas/types.ts';
import { exchangeAddress, exchangesFile } from '../pages/page.ts';
import type { Statement, StatementGroup } from '../statement/format.ts';
import { causeKey, causeWords } from '../statement/grouping.ts';

/** Name of the SARIF file of a run. */
export const sarifFile = 'findings.sarif';

const levels = {
  'suite-error': 'error',
  fail: 'error',
  warn: 'warning',
  inconclusive: 'note',
} as const satisfies Record<StatementGroup['verdict'], string>;

// The weight of a deviation, by what the document says about the clause.
const weights = {
  stated: 'The document states it: a deviation is an error.',
  sampled: 'Only samples of the document show it: a deviation is a warning.',
  implied: 'It follows from the document without being stated: a deviation is a warning.',
  silent: 'The document does not show it: what is seen is an observation.',
  conflicting: 'Passages of the document disagree: a deviation from all of them is an error.',
} as const satisfies Record<Evidence, string>;

function ruleOf(id: string) {
  if (!hasClause(id)) {
    const text = plainLine(`The clause ${id}, which this version does not know.`);
    return { id, shortDescription: { text }, fullDescription: { text }, help: { text } };
  }
  const { statement, section, evidence } = clauseOf(id);
  const text = plainLine(`${statement}. Section ${section} of the interface document. ${weights[evidence]}`);
  return {
    id,
    shortDescription: { text: plainLine(statement) },
    fullDescription: { text },
    help: {
      text: `${text} The exchange of a result is in ${exchangesFile}. What checks the clause: ${commandStart} clauses ${id}`,
    },
    properties: { section, evidence, tags: [`section ${section}`, evidence] },
  };
}

function resultOf(group: StatementGroup, { findings }: Statement, ruleIndex: number) {
  const { clause, operation, verdict, count, exchanges, paths, deviation } = group;
  const finding = findings[group.example];
  const place = finding?.path || 'the whole answer';
  const said = `${finding === undefined ? '' : `${finding.message}: `}${causeWords(group, finding)}`;
  const key = causeKey(group);
  return {
    ruleId: clause,
    ruleIndex,
    level: levels[verdict],
    message: {
      text: plainLine(`${operation}, ${place}: ${said} (${count} times in ${exchanges} exchanges)`),
    },
    locations: [
      {
        // The format requires a file: the page of exchanges, which is next to this one.
        physicalLocation: {
          artifactLocation: { uri: exchangesFile, index: 0 },
          region: { startLine: 1 },
        },
        logicalLocations: [
          { name: plainLine(place), fullyQualifiedName: plainLine(`${operation} ${place}`), kind: 'member' },
        ],
      },
    ],
    partialFingerprints: { 'cause/v1': key },
    ...(deviation !== undefined && {
      suppressions: [{ kind: 'external', justification: plainLine(`known deviation ${deviation}`) }],
    }),
    properties: {
      operation,
      verdict,
      paths: paths.map(plainLine),
      ...defined({ exchange: finding?.exchange, replay: finding && plainLine(finding.replay) }),
    },
  };
}

/**
 * The findings of a run as SARIF 2.1.0: a rule for each clause, a result for each cause, known deviations suppressed.
 * The reasons of an incomplete or void run are notifications of its invocation.
 */
export function renderSarif(statement: Statement): string {
  const { findingGroups, suite, run, result, reasons, exitCode, target } = statement;
  const ids = [...new Set(findingGroups.map(({ clause }) => clause))];
  const isOpen = result === 'incomplete' || result === 'void';
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'payment-acquiring-conformance',
            version: suite.version,
            rules: ids.map(ruleOf),
          },
        },
        automationDetails: { id: plainLine(`conformance/${target.environment}/`) },
        artifacts: [{ location: { uri: exchangesFile } }],
        invocations: [
          {
            executionSuccessful: !isOpen,
            startTimeUtc: run.startedAt,
            endTimeUtc: run.endedAt,
            exitCode,
            toolExecutionNotifications: isOpen
              ? reasons.map((reason) => ({ level: 'error', message: { text: plainLine(reason) } }))
              : [],
          },
        ],
        results: findingGroups.map((group) => resultOf(group, statement, ids.indexOf(group.clause))),
        properties: { result, seed: run.seed, target: plainLine(target.name) },
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

/** Name of the file that GitLab reads as a code-quality report. */
export const codeQualityFile = 'code-quality.json';

const severities = {
  'suite-error': 'blocker',
  fail: 'critical',
  warn: 'minor',
  inconclusive: 'info',
} as const satisfies Record<StatementGroup['verdict'], string>;

/**
 * GitLab's code-quality report (a subset of the CodeClimate format): one entry for each cause of a failure, warning or
 * inconclusive verdict, with its example exchange. Known deviations are `info`.
 */
export function renderCodeQuality({ findingGroups, findings }: Statement): string {
  const seen = new Set<string>();
  const entries = findingGroups.flatMap((group) => {
    const fingerprint = causeKey(group);
    if (seen.has(fingerprint)) return [];
    seen.add(fingerprint);
    const finding = findings[group.example];
    const known = group.deviation === undefined ? '' : ` (known deviation ${group.deviation})`;
    return {
      type: 'issue',
      check_name: group.clause,
      description: plainLine(
        `${group.operation}: ${finding === undefined ? group.clause : finding.message}${known}; ${causeWords(group, finding)} at ${finding?.path || 'the whole answer'}, ${group.count} times${finding === undefined ? '' : `; ${exchangeAddress(finding.exchange)}`}`,
      ),
      categories: ['Compatibility'],
      severity: group.deviation === undefined ? severities[group.verdict] : 'info',
      fingerprint,
      // The format requires a file: the page of exchanges, which is next to this one.
      location: { path: exchangesFile, lines: { begin: 1 } },
    };
  });
  return `${jsonText(entries, 2)}\n`;
}
