import { clauseOf } from '../clauses.ts';
import { say, sayValue } from '../findings/say.ts';
import { isObject } from '../json.ts';
import { signs } from '../judge/signs.ts';
import type { Notebook } from '../notebook.ts';
import { documentedOperations } from '../operations.ts';
import { scalarText } from '../outcome.ts';
import { formOf } from './form-of.ts';
import { openName } from './open-name.ts';
import type { Rule, View } from './rule.ts';

const typed = ['return_status', 'return_message', 'merchant_id', 'account_id', 'encryption_data'] as const;

/** 7.8: in which form a refusal or failure comes; never judged, but for the two codes that the APM payment states (7.6). */
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
  check(view, notebook) {
    const { received, outcome, exchange, operation } = view;
    if (received === undefined) return;
    const form = describeForm(view);
    const { method, url } = exchange.sent;
    const otherPath = !pathOf(url).endsWith(operation.path);
    if (method !== 'POST')
      notebook.observes(
        '1/operations/other-method',
        `${method}: ${form}`,
        `${method} ${operation.path}: ${form}`,
      );
    else if (otherPath)
      notebook.observes('1/operations/unknown-path', form, `POST beside ${operation.path}: ${form}`);
    if (outcome === 'accepted' || method !== 'POST' || otherPath) return;
    notebook.observes('7.8/error-bodies', form, `${operation.title}: ${form}${namesIn(view)}`);
    if (outcome === 'refused' && isBadApmInput(view)) judgeApmCode(view, notebook, form);
    if (outcome === 'refused' && view.grade !== 'broken') judgeTypes(view, notebook);
  },
};

// How a refusal looks is not shown (7.8); where it has members to which 2.1 gives a type, another one is odd.
function judgeTypes({ operation, decoded, answer }: View, notebook: Notebook): void {
  if (operation.answers !== 'json' || decoded?.ok !== true) return;
  for (const name of typed) {
    const clause = `2.1/${name}/string`;
    const value = answer[name] ?? '';
    if (!clauseOf(clause).operations.includes(operation.id) || typeof value === 'string') continue;
    if (typeof value === 'object' && Object.keys(value).length === 0) continue;
    notebook.breaks(clause, {
      kind: 'type',
      path: name,
      expected: say('such-as', [], 'a string', '"0"'),
      received: sayValue(value),
      atMost: 'warn',
    });
  }
}

// Status codes by which HTTP itself or the access control refuses before the input is looked at.
const otherReasons = new Set([401, 403, 405, 407, 408, 411, 413, 414, 415, 417, 426, 429, 431]);

// Direct and APM payments share a path, so only a body that names its method is known to be the latter (C-06).
function isBadApmInput({ operation, fits, comparable, request }: View): boolean {
  return operation.id === 'apm-payment' && !fits && comparable && typeof request.payment_method === 'string';
}

function judgeApmCode(view: View, notebook: Notebook, form: string): void {
  const status = view.received?.status ?? 0;
  if (otherReasons.has(status)) return;
  if (status === 400 || status === 404) notebook.holds('7.6/invalid-input');
  else {
    const [expected, received] = [say('status-of-apm'), say('form', [], form)];
    notebook.breaks('7.6/invalid-input', { kind: 'status', path: '', expected, received });
  }
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
    const said = signs[operation.id].succeeded(answer) ? 'result_info=0000' : 'result_info≠0000';
    return `http-${received.status} respon ${said}`;
  }
  return `http-${received.status} ${form}`;
}

function namesIn({ decoded }: View): string {
  if (!decoded?.ok || !isObject(decoded.value)) return '';
  return ` (${Object.keys(decoded.value).slice(0, 8).map(openName).join(', ').slice(0, 100)})`;
}

function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return url;
  }
}
