import { isObject } from '../json.ts';
import type { Notebook } from '../notebook.ts';
import { documentedOperations } from '../operations.ts';
import { entriesOf, entrySucceeded, scalarText } from '../outcome.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import type { Rule, View } from './rule.ts';

/** Status fields of section 3, by the name that they have in answers, and the clause that collects their values. */
const collected: Readonly<Record<string, ClauseId>> = table({
  order_status: '3/order_status/values',
  payment_status: '3/payment_status/values',
  query_result: '3/query_result/values',
  recurring_status: '3/recurring_status/values',
  capture_status: '3/capture_status/values',
  cancel_status: '3/cancel_status/values',
  review_status: '3/review_status/values',
  refund_status: '3/refund_status/values',
  status: '3/payout-status/values',
});

const statuses = Object.entries(collected);

/** Section 3, 7.3, 7.7: status values and codes beyond those seen in samples; what they mean is not shown. */
export const statusValues: Rule = {
  name: 'status-values',
  clauses: [
    ...Object.values(collected),
    '7.3/result_info/codes',
    '7.7/codes',
    '7.2/error_message/on-success',
    '1.3/refused-entry',
    '2.11/refund_processing_date/shape',
  ],
  operations: documentedOperations.map(({ id }) => id).filter((id) => id !== 'redirect-payment'),
  looksAt: 'answer',
  check(view, notebook) {
    const { operation, answer } = view;
    const entries = entriesOf(operation, answer);
    // Most entries say what the one before them said.
    const last = new Map<string, JsonValue>();
    const isNews = (name: string, value: JsonValue | undefined): value is JsonValue => {
      if (value === undefined || last.get(name) === value) return false;
      last.set(name, value);
      return true;
    };
    const collect = (part: JsonObject) => {
      for (const [name, clause] of statuses) {
        const value = part[name];
        if (!isNews(name, value) || (name === 'status' && operation.id !== 'payout')) continue;
        const text = plain(value);
        notebook.observes(clause, `${name}=${text}`, `${operation.title}: ${name} ${text}`);
      }
    };
    const observeCode = (clause: ClauseId, text: JsonValue | undefined) => {
      const code = /^[A-Za-z]?[0-9]{4}(?=:)/.exec(scalarText(text) ?? '')?.[0];
      if (code !== undefined) notebook.observes(clause, code, `${operation.title}: code ${code}`);
    };
    collect(answer);
    observeCode('7.3/result_info/codes', answer.result_info);
    const said = new Set<string>();
    for (const entry of entries) {
      collect(entry);
      if (isObject(entry.subscription_result)) collect(entry.subscription_result);
      if (isNews('refund_message', entry.refund_message)) observeCode('7.7/codes', entry.refund_message);
      observeTexts(view, entry, said, notebook);
    }
    const returned = scalarText(answer.return_status);
    if (returned !== undefined)
      notebook.observes(
        '7.7/codes',
        `return_status=${plain(returned)}`,
        `${operation.title}: return_status ${plain(returned)}`,
      );
  },
};

/** Observes what the texts of an entry look like; `said` holds what was observed of entries before. */
function observeTexts({ operation }: View, entry: JsonObject, said: Set<string>, notebook: Notebook): void {
  const isNews = (what: string) => {
    const isNew = !said.has(what);
    said.add(what);
    return isNew;
  };
  if (operation.batch !== undefined) {
    const text = scalarText(entry[operation.batch.message]);
    const filled = text === undefined ? 'absent' : text === '' ? 'empty' : 'filled';
    if (!entrySucceeded(operation, entry)) {
      const status = plain(entry[operation.batch.status] ?? 'absent');
      const what = `${operation.batch.status}=${status}, ${operation.batch.message} ${filled}`;
      if (isNews(what))
        notebook.observes(
          '1.3/refused-entry',
          what,
          `${operation.title}: a refused order has status ${status} and its text is ${filled}`,
        );
    } else if (operation.batch.message === 'error_message' && isNews(filled)) {
      notebook.observes(
        '7.2/error_message/on-success',
        filled,
        `${operation.title}: error_message of a succeeded entry is ${filled}`,
      );
    }
  }
  const processed = entry.refund_processing_date;
  if (operation.id === 'refund-search' && typeof processed === 'string') {
    const shape =
      processed === ''
        ? 'empty'
        : processed.slice(0, 30).replaceAll(/[0-9]/g, '9').replaceAll(/\p{L}/gu, 'a');
    notebook.observes(
      '2.11/refund_processing_date/shape',
      shape,
      `refund_processing_date has the shape ${shape}`,
    );
  }
}

/** A short code as it is; anything else by its kind, so that a fingerprint holds no identifiers and no prose. */
function plain(value: JsonValue): string {
  const text = scalarText(value);
  if (text === undefined) return `(${value === null ? 'null' : typeof value})`;
  return /^[A-Za-z0-9_.-]{0,20}$/.test(text) ? text || '(empty)' : '(text)';
}
