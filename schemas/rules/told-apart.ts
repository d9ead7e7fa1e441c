import { say } from '../findings/say.ts';
import type { Rule, View } from './rule.ts';

const clause = '4.1/told-apart';

/** 4.1, 4.2: direct and APM payments share a path, and each gets its own form of result (C-06). */
export const toldApart: Rule = {
  name: 'told-apart',
  clauses: [clause],
  operations: ['direct-payment', 'apm-payment'],
  looksAt: 'answer',
  check(view, recorder) {
    const other = isOtherResult(view);
    if (!other && view.outcome === 'accepted') recorder.holds(clause);
    if (!other) return;
    const direct = view.operation.id === 'direct-payment';
    recorder.breaks(clause, {
      kind: 'value',
      path: 'respon',
      expected: say(direct ? 'direct-result' : 'apm-result'),
      received: say(direct ? 'apm-like' : 'card-like'),
    });
  },
};

/** Returns whether the answer is the result of the other payment; its missing members are then not reported. */
export function isOtherResult({ operation, answer }: View): boolean {
  const cardFields = ['card', 'transaction_id', 'result_info', 'order_status'].filter(
    (name) => name in answer,
  );
  if (operation.id === 'direct-payment') return 'issuer_url' in answer && cardFields.length === 0;
  // A refusal may have a code; only a successful card payment is a wrong result.
  return (
    operation.id === 'apm-payment' &&
    !('issuer_url' in answer) &&
    cardFields.length >= 2 &&
    /^0000:/.test(String(answer.result_info))
  );
}
