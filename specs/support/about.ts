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
  /** Sends hundreds of requests to go deeper into what others meet as well: a proof spares its whole acquirers that. */
  readonly deep?: true;
  /** Makes payments by the hundred to fill a batch: a whole proof shares it out among its dialects. */
  readonly many?: true;
  /** Repeats for each operation what a service does in one way for all: a proof shares it out among its whole acquirers. */
  readonly alike?: true;
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
      ...(subject.many ? [{ type: 'many', description: 'a hundred payments' }] : []),
      ...(subject.alike ? [{ type: 'alike', description: 'for each operation' }] : []),
      ...(subject.deep ? [{ type: 'deep', description: 'hundreds of requests' }] : []),
      { type: '@allure.label.epic', description: 'Payment acquiring interface' },
      { type: '@allure.label.feature', description: operation },
      ...clauses.map((clause) => ({ type: '@allure.label.clause', description: clause })),
    ],
  };
}

/** Operations that a test with these details may call. */
export function calledBy(details: TestDetails): ReadonlySet<string> {
  const called = annotationsOf(details).filter(({ type }) => type === 'operation' || type === 'needs');
  return new Set(called.flatMap(({ description }) => description ?? []));
}

/** The annotations of test details as a list. */
export function annotationsOf({
  annotation,
}: TestDetails): readonly { type: string; description?: string }[] {
  if (annotation === undefined) return [];
  return Array.isArray(annotation) ? annotation : [annotation];
}
