import { groupedBy } from '../../schemas/json.ts';
import type { ClauseId, OperationId } from '../../schemas/types.ts';
import type { Statement, StatementFinding, StatementGroup } from './format.ts';
import { isGravest } from './grouping.ts';

/** Everything mild that was found about one clause, for one line. */
export interface ClauseWarning {
  readonly clause: ClauseId;
  readonly verdict: StatementGroup['verdict'];
  /** In the order in which they are listed, each once. */
  readonly operations: readonly OperationId[];
  /** Number of findings. */
  readonly count: number;
  /** What came, in words: the first two kinds of it, and how many more there are. */
  readonly received: string;
  readonly groups: readonly StatementGroup[];
}

/** Different things that one line shows. */
const most = 2;

/** Causes that are told in full: failures, and what is never told in passing. */
export function graveGroups({ findingGroups }: Statement): readonly StatementGroup[] {
  return findingGroups.filter(
    ({ verdict, clause }) => verdict === 'fail' || verdict === 'suite-error' || isGravest(clause),
  );
}

/** One entry for each clause that only warns or could not be decided, in the order of the statement. */
export function clauseWarnings(statement: Statement): readonly ClauseWarning[] {
  const grave = new Set(graveGroups(statement));
  const mild = statement.findingGroups.filter((group) => !grave.has(group));
  return [...groupedBy(mild, ({ clause, verdict }) => `${verdict}\n${clause}`).values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    return {
      clause: first.clause,
      verdict: first.verdict,
      operations: [...new Set(groups.map(({ operation }) => operation))],
      count: groups.reduce((sum, { count }) => sum + count, 0),
      received: receivedIn(groups, statement.findings),
      groups,
    };
  });
}

function receivedIn(groups: readonly StatementGroup[], findings: readonly StatementFinding[]): string {
  const said = [...new Set(groups.map((group) => receivedBy(group, findings[group.example])))];
  const more = said.length - most;
  return `${said.slice(0, most).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

// Of what is absent, the name says more than that there is none.
function receivedBy(group: StatementGroup, finding: StatementFinding | undefined): string {
  if (finding === undefined) return group.kind;
  return finding.values?.received.says === 'none' ? `no ${namesIn(group)}` : finding.received;
}

function namesIn({ paths }: StatementGroup): string {
  const names = [...new Set(paths.map((path) => path.split('.').at(-1) || 'answer'))];
  return `${names.slice(0, most + 1).join(', ')}${names.length > most + 1 ? `, and ${names.length - most - 1} more` : ''}`;
}
