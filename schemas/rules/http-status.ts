import type { Notebook } from '../notebook.ts';
import { documentedOperations } from '../operations.ts';
import type { ClauseId } from '../types.ts';
import type { Rule, View } from './rule.ts';

const robustness = '7.8/robustness';
const bounded = '1.4/body/bounded';
/** The clause that a valid call is answered with status 200, for the endpoint of an operation. */
const answeredWith200 = (view: View): ClauseId => `${view.operation.section}/status-200`;

/** Section 4 "Response 200", 7.1 and the robustness that is implied by both, told by the status line alone. */
export const httpStatus: Rule = {
  name: 'http-status',
  clauses: [
    ...documentedOperations.map(({ section }) => `${section}/status-200`),
    '7.1/http-200',
    robustness,
    bounded,
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check(view, notebook) {
    const { received, grade } = view;
    const valid = grade !== 'broken';
    if (received === undefined) {
      noAnswer(view, notebook);
      return;
    }
    const { status } = received;
    const expected = 'status 200';
    if (status >= 500) {
      if (status === 503) return;
      const clause = valid ? answeredWith200(view) : robustness;
      notebook.breaks(clause, {
        path: '',
        expected: valid ? expected : 'no server error',
        received: `status ${status}`,
      });
    } else if (!valid) {
      notebook.holds(robustness);
    } else if (status >= 200 && status < 300) {
      if (status === 200) notebook.holds(answeredWith200(view));
      else notebook.breaks(answeredWith200(view), { path: '', expected, received: `status ${status}` });
      if (status === 200 && answersAlways200(view)) notebook.holds('7.1/http-200');
    }
  },
};

function answersAlways200({ operation }: View): boolean {
  return operation.batch !== undefined || operation.lists !== undefined;
}

function noAnswer(view: View, notebook: Notebook): void {
  const { received: none } = view.exchange;
  if (none.kind !== 'none') return;
  const received = `no answer: ${none.reason}${none.gone ? ', nor to a read after it' : ''}`;
  if (none.reason === 'too-large') {
    notebook.breaks(bounded, { path: '', expected: 'an answer that a client can read', received });
    if (view.grade !== 'broken')
      notebook.breaks(answeredWith200(view), {
        path: '',
        expected: 'an answer that can be judged',
        received: `${received}, ${none.detail}`,
        atMost: 'inconclusive',
      });
  } else if (none.reason === 'reset' && none.gone !== true) {
    if (view.grade === 'broken') notebook.breaks(robustness, { path: '', expected: 'an answer', received });
    else notebook.breaks(answeredWith200(view), { path: '', expected: 'status 200', received });
  } else {
    // Time-outs, unreachable addresses and services that end say nothing about the interface (verdict policy, section 2).
    notebook.breaks(answeredWith200(view), {
      path: '',
      expected: 'an answer',
      received,
      atMost: 'inconclusive',
    });
  }
}
