import type { Said } from '../findings/said.ts';
import { say } from '../findings/say.ts';
import { signs } from '../judge/signs.ts';
import type { Notebook } from '../notebook.ts';
import { documentedOperations } from '../operations.ts';
import type { ClauseId } from '../types.ts';
import type { Rule, View } from './rule.ts';

const robustness = '7.8/robustness';
const always200 = '7.1/http-200';
const bounded = '1.4/body/bounded';
/** The clause that a valid call is answered with status 200, for the endpoint of an operation. */
const answeredWith200 = (view: View): ClauseId => `${view.operation.section}/status-200`;

/** Section 4 "Response 200", 7.1 and the robustness that is implied by both, told by the status line beside the body. */
export const httpStatus: Rule = {
  name: 'http-status',
  clauses: [
    ...documentedOperations.map(({ section }) => `${section}/status-200`),
    always200,
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
    const expected = say('status', [], 200);
    const got = say('status', [], status);
    if (status >= 500) {
      if (status === 503) return;
      const clause = valid ? answeredWith200(view) : robustness;
      notebook.breaks(clause, {
        kind: 'status',
        path: '',
        expected: valid ? expected : say('no-server-error'),
        received: got,
      });
    } else if (!valid) {
      notebook.holds(robustness);
    } else if (status >= 200 && status < 300) {
      if (status === 200) notebook.holds(answeredWith200(view));
      else
        notebook.breaks(answeredWith200(view), {
          kind: 'status',
          path: '',
          expected,
          received: got,
          ...(view.outcome === 'refused' ? { atMost: 'warn' } : {}),
        });
      if (status === 200 && answersAlways200(view)) notebook.holds(always200);
    } else if (status !== 429 && signs[view.operation.id].insists(view.answer, view.exchange.sent.url)) {
      const clause = answersAlways200(view) ? always200 : answeredWith200(view);
      const message = 'The body says that the call succeeded, and the status line says that it did not';
      notebook.breaks(clause, { kind: 'status', path: '', expected, received: got, message });
    }
  },
};

function answersAlways200({ operation }: View): boolean {
  return operation.batch !== undefined || operation.lists !== undefined;
}

function noAnswer(view: View, notebook: Notebook): void {
  const { received: none } = view.exchange;
  if (none.kind !== 'none') return;
  const received = say(none.gone ? 'no-answer-nor-after' : 'no-answer', [], none.reason);
  const breaks = (clause: ClauseId, expected: Said) =>
    notebook.breaks(clause, { kind: 'no-answer', path: '', expected, received });
  if (none.reason === 'too-large') {
    breaks(bounded, say('readable-answer'));
    if (view.grade !== 'broken')
      notebook.breaks(answeredWith200(view), {
        kind: 'no-answer',
        path: '',
        expected: say('judgeable-answer'),
        received: say('no-answer-because', [none.detail], none.reason),
        atMost: 'inconclusive',
      });
  } else if (none.reason === 'reset' && none.gone !== true) {
    if (view.grade === 'broken') breaks(robustness, say('an-answer'));
    else breaks(answeredWith200(view), say('status', [], 200));
  } else {
    // Time-outs, unreachable addresses and services that end say nothing about the interface (verdict policy, section 2).
    notebook.breaks(answeredWith200(view), {
      kind: 'no-answer',
      path: '',
      expected: say('an-answer'),
      received,
      atMost: 'inconclusive',
    });
  }
}
