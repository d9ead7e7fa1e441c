import { say } from '../findings/say.ts';
import type { Rule, View } from './rule.ts';

const clause = '4.1/told-apart';

/** 4.1, 4.2: one path serves direct and APM payments, and each is answered with its own result (C-06). */
export const toldApart: Rule = {
  name: 'told-apart',
  clauses: [clause],
  operations: ['direct-payment', 'apm-payment'],
  looksAt: 'answer',
  check(view, notebook) {
    const other = isOtherResult(view);
    if (!other && view.outcome === 'accepted') notebook.holds(clause);
    if (!other) return;
    const direct = view.operation.id === 'direct-payment';
    notebook.breaks(clause, {
      kind: 'value',
      path: 'respon',
      expected: say(direct ? 'direct-result' : 'apm-result'),
      received: say(direct ? 'apm-like' : 'card-like'),
    });
  },
};

/** Tells an answer that is the other payment's result; what it lacks as one of its own is then no further news. */
export function isOtherResult({ operation, answer }: View): boolean {
  const cardFields = ['card', 'transaction_id', 'result_info', 'order_status'].filter(
    (name) => name in answer,
  );
  if (operation.id === 'direct-payment') return 'issuer_url' in answer && cardFields.length === 0;
  // A refusal may well come as a code; only a successful card payment is mistaken.
  return (
    operation.id === 'apm-payment' &&
    !('issuer_url' in answer) &&
    cardFields.length >= 2 &&
    /^0000:/.test(String(answer.result_info))
  );
}
