import { clauses } from '../../schemas/clauses.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import { runRules } from '../../schemas/rules/run/registry.ts';
import { operationIds } from '../../schemas/types.ts';
import type { GatheredEvidence } from '../evidence/lines.ts';
import { judgedOf } from '../evidence.ts';
import { outcomeOfRun } from '../results.ts';
import type { ClauseRow, Statement } from '../statement/format.ts';
import { rowsOf } from '../statement/rows.ts';
import { tallyOf } from '../statement/tally.ts';
import type { VerifyProblem } from './problem.ts';
import { isShortened } from './rejudge.ts';

const withoutEvidence = new Set(['not-tested', 'not-applicable', 'not-testable']);

function keyOf({ id, operation }: ClauseRow): string {
  return `${id}${operation === undefined ? '' : ` ${operation}`}`;
}

// Why a clause was not tested is the run's word; that it was not, and every judgement, can be counted again.
function differs(stated: ClauseRow, counted: ClauseRow): boolean {
  if (withoutEvidence.has(counted.verdict)) return !withoutEvidence.has(stated.verdict);
  return stated.verdict !== counted.verdict || stated.exchanges !== counted.exchanges;
}

function rowProblems(
  statement: Statement,
  rows: readonly ClauseRow[],
  unsure: ReadonlySet<string>,
): VerifyProblem[] {
  const counted = new Map(rows.map((row) => [keyOf(row), row]));
  const problems = statement.clauses.flatMap((row): VerifyProblem[] => {
    const own = counted.get(keyOf(row));
    counted.delete(keyOf(row));
    if (own === undefined)
      return [{ kind: 'statement', at: keyOf(row), detail: 'the register has no such row' }];
    if (unsure.has(row.id) || !differs(row, own)) return [];
    const detail = `the statement says ${row.verdict} in ${row.exchanges} exchanges, the evidence ${own.verdict} in ${own.exchanges}`;
    return [{ kind: 'statement', at: keyOf(row), detail }];
  });
  const missing = [...counted.keys()].map(
    (at): VerifyProblem => ({ kind: 'incomplete', at, detail: 'the statement has no row for it' }),
  );
  return [...problems, ...missing];
}

function resultProblems(statement: Statement, answered: number): VerifyProblem[] {
  const { profile, clauses: rows, deviations, evidenceProblems } = statement;
  const again = outcomeOfRun({
    profile,
    rows,
    deviations,
    answered,
    // Neither is in the evidence, so the reasons of the statement are believed where they make the result worse.
    suiteErrors: statement.reasons.filter((reason) => reason.startsWith('the suite itself failed')),
    interruptions: evidenceProblems.length > 0 || statement.result === 'incomplete' ? statement.reasons : [],
  });
  if (again.result === statement.result) return [];
  return [
    {
      kind: 'statement',
      at: 'result',
      detail: `the statement says ${statement.result}, its rows say ${again.result}`,
    },
  ];
}

/** Counts the evidence again and compares it with what the statement says. */
export function checkAgainstEvidence(statement: Statement, evidence: GatheredEvidence): VerifyProblem[] {
  const { exchanges } = evidence;
  const tally = tallyOf(evidence, judgeRun(exchanges.map(judgedOf)), clauses);
  const { capabilities } = statement;
  const rows = rowsOf(clauses, tally, {
    capabilities,
    selected: new Set(operationIds),
    skipped: [],
    cutShort: false,
  });
  // Rules across exchanges read bodies that a long run no longer keeps.
  const unsure = new Set(exchanges.some(isShortened) ? runRules.flatMap((rule) => rule.clauses) : []);
  const problems = rowProblems(statement, rows, unsure);
  if (statement.run.exchanges !== exchanges.length) {
    const detail = `the statement counts ${statement.run.exchanges} exchanges, the evidence holds ${exchanges.length}`;
    problems.push({ kind: 'incomplete', at: 'exchanges.ndjson', detail });
  }
  const admitted = new Set(statement.evidenceProblems.map(({ file, problem }) => `${file} ${problem}`));
  for (const { file, problem } of evidence.problems) {
    if (!admitted.has(`${file} ${problem}`)) problems.push({ kind: 'incomplete', at: file, detail: problem });
  }
  const answered = exchanges.filter(({ received }) => received.kind === 'answer').length;
  return [...problems, ...resultProblems(statement, answered)];
}
