import type { Change } from '../manner.ts';
import { allOf } from '../manner.ts';
import { textOf } from '../operations/request-member.ts';
import { keep } from '../state/bounded.ts';
import { onAnswer, onEntry } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const remembered = 1_000;

// The endpoint itself keeps masked cards only; this fault has to remember whole ones to leak them later.
const remembering: Change = onAnswer('direct-payment', (value, { request, memo }) => {
  keep(memo, `card ${String(value.transaction_id)} ${textOf(request, 'card')}`, 1, remembered);
  return value;
});

function cardOf(memo: Map<string, number>, transactionId: string): string {
  const found = [...memo.keys()].find((key) => key.startsWith(`card ${transactionId} `));
  return found?.split(' ')[2] ?? '';
}

/** Whole card numbers in answers to other operations than the payment (2.6). */
export const wholeCardFaults: readonly Fault[] = [
  plant({
    id: 'query-shows-whole-card',
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it',
    rare: true,
    change: allOf(
      remembering,
      onEntry('query', (entry, _index, { memo }) => ({
        ...entry,
        payment_card: cardOf(memo, String(entry.transaction_id)),
      })),
    ),
  }),
  plant({
    id: 'query-shows-whole-card-in-groups',
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it, in groups of four',
    rare: true,
    change: allOf(
      remembering,
      onEntry('query', (entry, _index, { memo }) => ({
        ...entry,
        payment_card: cardOf(memo, String(entry.transaction_id)).replaceAll(
          /(?<=[0-9])(?=(?:[0-9]{4})+$)/g,
          ' ',
        ),
      })),
    ),
  }),
  plant({
    id: 'refund-quotes-whole-card',
    clause: '2.6/card/masked-everywhere',
    description: 'refund_message quotes the whole card number that paid the order',
    rare: true,
    change: allOf(
      remembering,
      onEntry('refund', (entry, _index, { memo }) => ({
        ...entry,
        refund_message: `${String(entry.refund_message)} to ${cardOf(memo, String(entry.transaction_id))}`,
      })),
    ),
  }),
];
