import { textOf } from '../text-of.ts';
import type { JsonObject } from '../types.ts';
import type { Rule } from './rule.ts';

const own = '4.8/inactived/own-answer';

/** 4.8, section 3: a cancelled subscription is `Inactived`; no field is given to the state (C-07). */
export const subscriptionState: Rule = {
  name: 'subscription-state',
  clauses: [own, '4.8/inactived/shown'],
  operations: ['cancel-subscription'],
  looksAt: 'answer',
  check({ answer, outcome }, notebook) {
    if (outcome !== 'accepted') return;
    notebook.holds(own);
    const shown = statesIn(answer);
    if (shown.length === 0)
      notebook.observes(
        '4.8/inactived/shown',
        'not in the answer',
        'The answer to the cancellation has no status of the subscription',
      );
    for (const [name, value] of shown) {
      if (saysRunning(value))
        notebook.breaks(own, {
          path: name,
          expected: '"Inactived", as the subscription was cancelled',
          received: textOf(value),
        });
      else if (value.length <= 20)
        notebook.observes(
          '4.8/inactived/shown',
          `${name}=${value}`,
          `The answer to the cancellation shows ${name} ${value}`,
        );
    }
  },
};

/** Tells a status that says the opposite of `Inactived`; codes say nothing, their meaning is not shown. */
export function saysRunning(value: string): boolean {
  return /^activ/i.test(value.trim());
}

function statesIn(answer: JsonObject): readonly (readonly [string, string])[] {
  return Object.entries(answer).filter(
    (entry): entry is [string, string] =>
      /status|state/i.test(entry[0]) && entry[0] !== 'cancel_status' && typeof entry[1] === 'string',
  );
}
