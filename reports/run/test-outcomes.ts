import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { given } from '../../schemas/given.ts';
import { testName } from '../../schemas/source-name.ts';
import { type ClauseId, type OperationId, operationIds } from '../../schemas/types.ts';
import type { SkippedNote } from '../evidence/lines.ts';
import type { TimedTest } from '../terminal/live.ts';

/** What the tests of a run said besides their exchanges. */
export interface TestOutcomes {
  /** Specs that threw something else than findings. */
  readonly suiteErrors: string[];
  readonly interruptions: string[];
  readonly skipped: SkippedNote[];
  /** Every test with its time; the slowest are named. */
  readonly timed?: TimedTest[];
}

/** A mark that a test carries for each error about findings: the words at the head of that error. */
export interface FindingsMark {
  readonly type: 'findings';
  readonly description: string;
}

/** The mark of an error that is headed by a clause. */
export function findingsMark(clause: ClauseId): FindingsMark {
  return { type: 'findings', description: `[${clause}]` };
}

/** Tells whether an error of a test is about findings, which the evidence holds already: the test is marked for it. */
export function isFindings(
  { message = '' }: TestError,
  { annotations }: Pick<TestResult, 'annotations'>,
): boolean {
  const text = stripVTControlCharacters(message);
  return annotations.some(
    ({ type, description }) => type === 'findings' && description !== undefined && text.includes(description),
  );
}

/** Why nothing that a test sent from then on was recorded; undefined when its error is about something else. */
export function lostBy({ message = '' }: TestError): string | undefined {
  const text = stripVTControlCharacters(message);
  return /EvidenceError: (.*)/.exec(text)?.[1] ?? /(?:ENOSPC|EDQUOT): .*/.exec(text)?.[0];
}

/** Tells whether the process of a test died, with all that it had not recorded yet. */
export function isWorkerDeath({ message = '' }: TestError): boolean {
  return /worker process exited unexpectedly/i.test(message);
}

/** Tells whether a worker was killed because it did not end when it was asked to; one that had not started yet never hears of it. */
export function isLateEnd({ message = '' }: TestError): boolean {
  return /process did not exit within \d+ms after stop/.test(message);
}

function described(test: Pick<TestCase, 'annotations'>, type: string): readonly string[] {
  return test.annotations.filter((one) => one.type === type).map(({ description }) => description ?? '');
}

function isOperation(name: string): name is OperationId {
  return (operationIds as readonly string[]).includes(name);
}

/** Why a test was skipped, and what it was about. */
export function whySkipped(
  test: Pick<TestCase, 'annotations' | 'titlePath'>,
  result: Pick<TestResult, 'annotations'>,
): SkippedNote {
  const [, , file = '', ...titles] = test.titlePath();
  const operation = described(test, 'operation').find(isOperation);
  const clauses = described(test, '@allure.label.clause');
  const reason =
    result.annotations.find(({ type }) => type === 'skip')?.description ?? 'skipped without a reason';
  return {
    kind: 'skipped',
    reason,
    test: testName(file, titles.join(' › ')),
    ...given({ operation }),
    ...(clauses.length === 0 ? {} : { clauses }),
  };
}
