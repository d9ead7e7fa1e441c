import type { Link, StepResult, TestResult } from 'allure-js-commons';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { matrixAddress } from '../pages/addresses.ts';

const hooks = /^(Before Hooks|After Hooks|Worker Cleanup)$/;

/** The steps in and below some steps that hold an attachment. */
function holdingAttachments(steps: readonly StepResult[]): StepResult[] {
  return steps.flatMap((step) =>
    step.attachments.length > 0 ? [step] : holdingAttachments(step.steps as StepResult[]),
  );
}

function isCallers(id: string): boolean {
  return hasClause(id) && clauseOf(id).obliged === 'caller';
}

/** The link from a failed test to the place of a clause and an operation in the clause matrix. */
function linkToMatrix(place: string): Link {
  const [clause = '', operation] = place.split(' ');
  return {
    name: `${place.replace(' ', ' in ')}: its place in the clause matrix`,
    url: `../${matrixAddress(clause, operation)}`,
    type: 'matrix',
  };
}

/**
 * Arranges a masked result for its reader: a failed test stands under the clauses that it found broken and no other, what
 * the suite itself has to keep stands apart, and the exchanges that show the cause are steps of the test instead of its hooks.
 */
export function arrangeResult(result: TestResult): void {
  // Each page of the report lies in a folder of its own.
  const places = result.labels.filter(({ name }) => name === 'place').map(({ value }) => value);
  result.links = [...result.links, ...places.map(linkToMatrix)];
  const broken = result.labels.filter(({ name }) => name === 'broken').map(({ value }) => value);
  result.labels = result.labels
    .filter(({ name }) => name !== 'place')
    .filter(({ name, value }) => name !== 'clause' || broken.length === 0 || broken.includes(value))
    .map((label) =>
      label.name === 'clause' && isCallers(label.value)
        ? { ...label, value: `on the caller: ${label.value}` }
        : label,
    );
  result.steps = (result.steps as StepResult[]).flatMap((step) =>
    hooks.test(step.name ?? '') ? holdingAttachments([step]) : [step],
  );
}
