import { say } from '../../findings/say.ts';
import { isObject } from '../../json.ts';
import { documentedOperations } from '../../operations.ts';
import { cardNumber } from '../whole-card.ts';
import type { RunRule } from './run-rule.ts';

const clause = '2.6/card/masked-everywhere';

/** 2.6: a card number that was sent in one call does not come back whole in the answer to another. */
export const wholeCards: RunRule = {
  name: 'whole-cards',
  clauses: [clause],
  operations: documentedOperations.map(({ id }) => id),
  check(run, about) {
    const cards = new Set(
      run.flatMap(
        ({ exchange }) =>
          cardNumber(isObject(exchange.sent.value) ? exchange.sent.value.card : undefined) ?? [],
      ),
    );
    if (cards.size === 0) return;
    for (const judged of run) {
      const { received, sent } = judged.exchange;
      if (received.kind === 'none') continue;
      about(judged).holds(clause);
      const bytes = received.body;
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (const card of cards) {
        // What the request itself held is judged with that exchange, or came back as it was sent.
        if (!body.includes(card) || sent.body.includes(card)) continue;
        if (!new RegExp(`(?<![0-9])${card}(?![0-9])`).test(body.toString('latin1'))) continue;
        about(judged).breaks(clause, {
          kind: 'card-in-clear',
          path: '',
          expected: say('no-whole-card'),
          received: say('in-clear-of-another', [], card.length),
        });
      }
    }
  },
};
