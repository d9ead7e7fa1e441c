import { isObject } from '../json.ts';
import { isBlank } from '../outcome.ts';
import { table } from '../table.ts';
import type { ClauseId } from '../types.ts';
import { compareAsSent } from './as-sent.ts';
import { pathIn, type Rule } from './rule.ts';

const clauses: Readonly<Record<string, ClauseId>> = table({
  note: '2.6/note/echo',
  contract_name: '2.6/contract_name/echo',
});

/** 2.6: what the result of a card payment names as the request did agrees with it; either may be left empty. */
export const resultEcho: Rule = {
  name: 'result-echo',
  clauses: Object.values(clauses),
  operations: ['direct-payment'],
  looksAt: 'answer',
  check(view, notebook) {
    if (!view.comparable || !view.fits || view.outcome !== 'accepted') return;
    const { note, subscription } = view.request;
    const sent = { note, contract_name: isObject(subscription) ? subscription.contract_name : undefined };
    for (const [name, value] of Object.entries(sent)) {
      const received = view.answer[name];
      const clause = clauses[name] ?? '';
      if (typeof value !== 'string' || typeof received !== 'string' || isBlank(value) || received === '')
        continue;
      const medium = view.operation.answers;
      compareAsSent(notebook, { clause, path: pathIn(view, name), sent: value, received, medium });
    }
  },
};
