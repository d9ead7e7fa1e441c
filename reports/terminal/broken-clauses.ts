import type { TestCase, TestResult } from '@playwright/test/reporter';
import pc from 'picocolors';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { mustHold } from '../../schemas/finding-text.ts';
import { marks } from '../pages/marks.ts';

/** Different clauses that are told while a run goes on; the summary has all of them. */
const most = 20;

/** Tells each broken clause once, as soon as a test met it. */
export interface BrokenClauses {
  /** The lines about what a test broke that no test before it did. */
  of(test: Pick<TestCase, 'annotations'>, result: Pick<TestResult, 'annotations'>): readonly string[];
}

/** Starts to tell the clauses that a run breaks. */
export function brokenClauses(): BrokenClauses {
  const told = new Set<string>();
  return {
    of(test, { annotations }) {
      const operation = test.annotations.find(({ type }) => type === 'operation')?.description ?? '';
      const clauses = annotations.flatMap(({ type, description = '' }) =>
        type === 'findings' ? [description.replace(/^\[|\]$/g, '')] : [],
      );
      return clauses.flatMap((clause) => {
        const key = `${clause} ${operation}`;
        if (!hasClause(clause) || told.has(key) || told.size >= most) return [];
        told.add(key);
        const head = `${pc.red(`${marks.fail} ${clause}`)}${operation === '' ? '' : `  ${operation}`}`;
        return [head, `    ${mustHold(clauseOf(clause).statement)}`];
      });
    },
  };
}
