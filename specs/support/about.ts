import type { TestDetails } from '@playwright/test';
import type { ClauseId, OperationId } from '../../schemas/types.ts';

/** What a test is about, declared with it so that it survives a skip. */
export interface Subject {
  /** Other operations that have to be called to get into the situation. */
  readonly needs?: readonly OperationId[];
  /** Clauses that the situation aims at; the judge looks at all of them anyway. */
  readonly clauses?: readonly ClauseId[];
  /** Looks at several operations as one: what it needs is under test as well. */
  readonly journey?: true;
  /** Needs a rendered page. */
  readonly browser?: true;
}

/** Test details for one operation: tags for filters, annotations for the reports and the permission check. */
export function about(operation: OperationId, subject: Subject = {}): TestDetails {
  const clauses = subject.clauses ?? [];
  return {
    tag: [`@${operation}`, ...clauses.map((clause) => `@${clause}`)],
    annotation: [
      { type: 'operation', description: operation },
      ...(subject.needs ?? []).map((needed) => ({ type: 'needs', description: needed })),
      ...(subject.journey ? [{ type: 'journey', description: 'whole' }] : []),
      ...(subject.browser ? [{ type: 'browser', description: 'needed' }] : []),
      { type: '@allure.label.epic', description: 'Payment acquiring interface' },
      { type: '@allure.label.feature', description: operation },
      ...clauses.map((clause) => ({ type: '@allure.label.clause', description: clause })),
    ],
  };
}
