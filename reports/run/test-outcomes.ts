import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { defined } from '../../schemas/defined.ts';
import { testName } from '../../schemas/source-name.ts';
import { type ClauseId, type OperationId, operationIds } from '../../schemas/types.ts';
import type { SkippedNote } from '../evidence/lines.ts';

/** The results of a run's tests besides their exchanges. */
export interface TestOutcomes {
  /** Errors of specs other than findings. */
  readonly suiteErrors: string[];
  readonly interruptions: string[];
  readonly skipped: SkippedNote[];
}

/** An annotation of a test for each error about findings, with the first words of that error. */
export interface FindingsMark {
  readonly type: 'findings';
  readonly description: string;
}

/** The annotation for an error that begins with a clause. */
export function findingsMark(clause: ClauseId): FindingsMark {
  return { type: 'findings', description: `[${clause}]` };
}

/** True if a test's error is about findings, which are already in the evidence; an annotation marks it. */
export function isFindings(
  { message = '' }: TestError,
  { annotations }: Pick<TestResult, 'annotations'>,
): boolean {
  const text = stripVTControlCharacters(message);
  return annotations.some(
    ({ type, description }) => type === 'findings' && description !== undefined && text.includes(description),
  );
}

/** Why the rest of a test was not recorded; undefined if its error is about something else. */
export function recordingFailure({ message = '' }: TestError): string | undefined {
  const text = stripVTControlCharacters(message);
  return /EvidenceError: (.*)/.exec(text)?.[1] ?? /(?:ENOSPC|EDQUOT): .*/.exec(text)?.[0];
}

/** True if the process of a test died; what it had not recorded is lost. */
export function isWorkerDeath({ message = '' }: TestError): boolean {
  return /worker process exited unexpectedly/i.test(message);
}

/** What the annotations of a test say of one type. */
export function described(test: Pick<TestCase, 'annotations'>, type: string): readonly string[] {
  return test.annotations.filter((one) => one.type === type).map(({ description }) => description ?? '');
}

function isOperation(name: string): name is OperationId {
  return (operationIds as readonly string[]).includes(name);
}

/** Why a test was skipped, with its operation and clauses. */
export function whySkipped(
  test: Pick<TestCase, 'annotations' | 'titlePath'>,
  result: Pick<TestResult, 'annotations'>,
): SkippedNote {
  const [, , file = '', ...titles] = test.titlePath();
  const operation = described(test, 'operation').find(isOperation);
  const clauses = described(test, 'clause');
  const reason =
    result.annotations.find(({ type }) => type === 'skip')?.description ?? 'skipped without a reason';
  return {
    kind: 'skipped',
    reason,
    test: testName(file, titles.join(' › ')),
    ...defined({ operation }),
    ...(clauses.length === 0 ? {} : { clauses }),
  };
}
