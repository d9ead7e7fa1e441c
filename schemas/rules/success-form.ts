import { say, sayValue } from '../findings/say.ts';
import { operationsOf } from '../operations.ts';
import { entriesOf, entrySucceeded } from '../outcome.ts';
import { matchEntries } from './entry-match.ts';
import type { Rule, View } from './rule.ts';

const clause = '7.1/success';

/** 7.1: success is return_status 1 with return_message OK; required when every entry succeeded or a search lists something. */
export const successForm: Rule = {
  name: 'success-form',
  clauses: [clause],
  operations: operationsOf('batch', 'search'),
  looksAt: 'answer',
  check(view, notebook) {
    const { return_status, return_message } = view.answer;
    if (!isSuccess(view)) {
      // Orders that are taken and settle later may well be answered in the form of success.
      if (return_status === '1' && return_message === 'OK' && holdsResults(view)) notebook.holds(clause);
      return;
    }
    notebook.holds(clause);
    // A status of the wrong type has a clause of its own.
    if (typeof return_status === 'string' && return_status !== '1') {
      notebook.breaks(clause, {
        kind: 'value',
        path: 'return_status',
        expected: say('all-succeeded'),
        received: sayValue(return_status),
      });
    } else if (typeof return_message === 'string' && return_message !== 'OK') {
      notebook.breaks(clause, {
        kind: 'value',
        path: 'return_message',
        expected: say('ok-beside-one'),
        received: sayValue(return_message),
        // "Success is shown as": the document's word for samples.
        atMost: 'warn',
      });
    }
  },
};

function holdsResults(view: View): boolean {
  return view.operation.batch !== undefined && entriesOf(view.operation, view.answer).length > 0;
}

function isSuccess(view: View): boolean {
  const entries = entriesOf(view.operation, view.answer);
  if (entries.length === 0) return false;
  if (view.operation.lists !== undefined) return true;
  if (!entries.every((entry) => entrySucceeded(view.operation, entry))) return false;
  return !view.comparable || matchEntries(view).lost.length === 0;
}
