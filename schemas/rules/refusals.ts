import { clauseOf } from '../clauses.ts';
import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { entriesOf, entrySucceeded, scalarText } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import { answerChecks } from '../judge/answer-checks.ts';
import type { Recorder } from '../judge/recorder.ts';
import { documentedOperations, operationsOf } from '../operations.ts';
import type { ClauseId } from '../types.ts';
import { matchEntries } from './entry-match.ts';
import { formOf } from './form-of.ts';
import { fingerprintName } from './redirect-page.ts';
import type { Rule, View } from './rule.ts';

const robustness = '7.8/robustness';
const always200 = '7.1/http-200';
const bounded = '1.4/body/bounded';
/** The clause that an allowed request is answered with status 200, by section of the operation. */
const answeredWith200 = (view: View): ClauseId => `${view.operation.section}/status-200`;

/** Section 4 "Response 200", 7.1 and the implied robustness, judged by status line and body. */
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
  disallowed: 'warns',
  check(view, recorder) {
    const { received, grade } = view;
    const valid = grade !== 'broken';
    if (received === undefined) {
      noAnswer(view, recorder);
      return;
    }
    const { status } = received;
    const expected = say('status', [], 200);
    const got = say('status', [], status);
    if (status >= 500) {
      if (status === 503) return;
      const clause = valid ? answeredWith200(view) : robustness;
      recorder.breaks(clause, {
        kind: 'status',
        path: '',
        expected: valid ? expected : say('no-server-error'),
        received: got,
      });
    } else if (!valid) {
      recorder.holds(robustness);
    } else if (status >= 200 && status < 300) {
      recorder.judges(answeredWith200(view), status === 200, {
        kind: 'status',
        path: '',
        expected,
        received: got,
        ...(view.outcome === 'refused' ? { atMost: 'warn' } : {}),
      });
      if (status === 200 && answersAlways200(view)) recorder.holds(always200);
    } else if (
      status !== 429 &&
      !mayRepeatEarlierResult(view) &&
      answerChecks[view.operation.id].claimsSuccess(view.answer, view.exchange.sent.url)
    ) {
      const clause = answersAlways200(view) ? always200 : answeredWith200(view);
      const message = 'The status line must agree with a body that says that the call succeeded';
      recorder.breaks(clause, { kind: 'status', path: '', expected, received: got, message });
    }
  },
};

/** True for a conflict with an earlier payment or payout, whose result the body may repeat. */
function mayRepeatEarlierResult({ received, operation }: View): boolean {
  return received?.status === 409 && ['payment', 'payout'].includes(operation.family);
}

function answersAlways200({ operation }: View): boolean {
  return operation.batch !== undefined || operation.lists !== undefined;
}

function noAnswer(view: View, recorder: Recorder): void {
  const { received: none } = view.exchange;
  if (none.kind !== 'none') return;
  const received = say(none.gone ? 'no-answer-nor-after' : 'no-answer', [], none.reason);
  const breaks = (clause: ClauseId, expected: Said) =>
    recorder.breaks(clause, { kind: 'no-answer', path: '', expected, received });
  if (none.reason === 'too-large') {
    breaks(bounded, say('readable-answer'));
    if (view.grade !== 'broken')
      recorder.breaks(answeredWith200(view), {
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
    // Timeouts, unreachable hosts and services that stop say nothing about the interface.
    recorder.breaks(answeredWith200(view), {
      kind: 'no-answer',
      path: '',
      expected: say('an-answer'),
      received,
      atMost: 'inconclusive',
    });
  }
}

const typed = ['return_status', 'return_message', 'merchant_id', 'account_id', 'encryption_data'] as const;

/** 7.8: observes the form of a refusal or failure; judged only for the two codes of the APM payment (7.6). */
export const refusalForm: Rule = {
  name: 'refusal-form',
  clauses: [
    '7.8/error-bodies',
    '7.6/invalid-input',
    '1/operations/other-method',
    '1/operations/unknown-path',
    ...typed.map((name) => `2.1/${name}/string`),
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'warns',
  check(view, recorder) {
    const { received, outcome, exchange, operation } = view;
    if (received === undefined) return;
    const form = describeForm(view);
    const { method, url } = exchange.sent;
    const otherPath = url.split(/[?#]/)[0]?.endsWith(operation.path) !== true;
    if (method !== 'POST')
      recorder.observes(
        '1/operations/other-method',
        `${method}: ${form}`,
        `${method} ${operation.path}: ${form}`,
      );
    else if (otherPath)
      recorder.observes(
        '1/operations/unknown-path',
        form,
        `POST to a path other than ${operation.path}: ${form}`,
      );
    if (outcome === 'accepted' || method !== 'POST' || otherPath) return;
    recorder.observes('7.8/error-bodies', form, `${operation.title}: ${form}${namesIn(view)}`);
    if (outcome === 'refused' && isBadApmInput(view)) judgeApmCode(view, recorder);
    if (outcome === 'refused' && view.grade !== 'broken') judgeTypes(view, recorder);
  },
};

// The form of a refusal is not documented (7.8), but members with a type in 2.1 should have that type.
function judgeTypes({ operation, decoded, answer }: View, recorder: Recorder): void {
  if (operation.answers !== 'json' || decoded?.ok !== true) return;
  for (const name of typed) {
    const clause = `2.1/${name}/string`;
    const value = answer[name] ?? '';
    if (!clauseOf(clause).operations.includes(operation.id) || typeof value === 'string') continue;
    if (typeof value === 'object' && Object.keys(value).length === 0) continue;
    recorder.breaks(clause, {
      kind: 'type',
      path: name,
      expected: say('such-as', [], 'a string', '"0"'),
      received: sayValue(value),
      atMost: 'warn',
    });
  }
}

// Status codes with which HTTP or access control refuses before the input is examined.
const otherReasons = new Set([401, 403, 405, 407, 408, 411, 413, 414, 415, 417, 426, 429, 431]);

// Direct and APM payments share a path: a body with a method and without a card is surely an APM payment (C-06).
function isBadApmInput({ operation, fits, comparable, request }: View): boolean {
  const { payment_method, card } = request;
  const isKnown = typeof payment_method === 'string' && card === undefined;
  return operation.id === 'apm-payment' && !fits && comparable && isKnown;
}

function judgeApmCode(view: View, recorder: Recorder): void {
  const status = view.received?.status ?? 0;
  if (otherReasons.has(status)) return;
  const [expected, received] = [say('status-of-apm'), say('status', [], status)];
  recorder.judges('7.6/invalid-input', status === 400 || status === 404, {
    kind: 'status',
    path: '',
    expected,
    received,
  });
}

/** The form of an answer in a few stable words: `http-422 json`, `http-200 envelope return_status≠1`. */
function describeForm({ received, answer, outcome, operation }: View): string {
  if (received === undefined) return 'no answer';
  const form = formOf(received.body);
  if (form === 'json' && scalarText(answer.return_status) !== undefined && outcome !== 'accepted') {
    const said = scalarText(answer.return_status) === '1' ? 'return_status=1' : 'return_status≠1';
    return `http-${received.status} envelope ${said}`;
  }
  if (form === 'xml' && operation.id === 'direct-payment' && scalarText(answer.result_info) !== undefined) {
    const said = answerChecks[operation.id].succeeded(answer) ? 'result_info=0000' : 'result_info≠0000';
    return `http-${received.status} respon ${said}`;
  }
  return `http-${received.status} ${form}`;
}

function namesIn({ decoded }: View): string {
  if (!decoded?.ok || !isObject(decoded.value)) return '';
  return ` (${Object.keys(decoded.value).slice(0, 8).map(fingerprintName).join(', ').slice(0, 100)})`;
}

const clause = '7.1/success';

/** 7.1: success is return_status 1 with return_message OK; due if every entry succeeded or a search lists something. */
export const successForm: Rule = {
  name: 'success-form',
  clauses: [clause],
  operations: operationsOf('batch', 'search'),
  looksAt: 'answer',
  check(view, recorder) {
    const { return_status, return_message } = view.answer;
    if (!isSuccess(view)) {
      // Accepted orders that settle later may be answered in the success form.
      if (return_status === '1' && return_message === 'OK' && holdsResults(view)) recorder.holds(clause);
      return;
    }
    recorder.holds(clause);
    // A status of the wrong type has its own clause.
    if (typeof return_status === 'string' && return_status !== '1') {
      recorder.breaks(clause, {
        kind: 'value',
        path: 'return_status',
        expected: say('all-succeeded'),
        received: sayValue(return_status),
      });
    } else if (typeof return_message === 'string' && return_message !== 'OK') {
      recorder.breaks(clause, {
        kind: 'value',
        path: 'return_message',
        expected: say('ok-beside-one'),
        received: sayValue(return_message),
        // "Success is shown as": the document's wording for samples.
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
