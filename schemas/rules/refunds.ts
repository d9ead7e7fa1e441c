import { say, sayValue } from '../findings/say.ts';
import { entriesOf, entrySucceeded, isBlank, scalarText } from '../history/outcome.ts';
import { groupedBy } from '../json.ts';
import { matchEntries } from './entry-match.ts';
import type { Rule } from './rule.ts';
import { compareDecimals, sumExceeds, sumOf, withoutOuterBlanks } from './values.ts';

const sum = '2.9/refund_amount/sum-above-amount';

/** 2.9: the refunds of an order that a search lists as done do not exceed its amount in total. */
export const listedRefunds: Rule = {
  name: 'listed-refunds',
  clauses: [sum],
  operations: ['refund-search'],
  looksAt: 'answer',
  check({ operation, answer }, recorder) {
    const records = entriesOf(operation, answer).map((record, index) => ({ record, index }));
    // A search may list several states of one refund.
    const told = new Map(records.map((one) => [scalarText(one.record.refund_reference_id), one]));
    const done = [...told.values()].filter(
      ({ record }) => record.refund_status === '1' && !isBlank(record.refund_reference_id),
    );
    for (const refunds of groupedBy(done, ({ record }) => record.transaction_id).values()) {
      const parts = refunds.map(({ record }) => record.refund_amount ?? '');
      const [last] = refunds.slice(-1);
      // A record may show an amount that a request falsified; then the amount of the order is not known.
      const isOne = refunds.every(({ record }) => compareDecimals(record.amount, last?.record.amount) === 0);
      const isAbove = last && isOne ? sumExceeds(parts, last.record.amount) : undefined;
      if (isAbove === undefined) continue;
      recorder.judges(sum, !isAbove, {
        kind: 'value',
        path: `refund_orders[${last?.index}].refund_amount`,
        expected: say('no-success-of-parts', [last?.record.amount]),
        received: say('refunds-listed', [sumOf(parts)], parts.length),
      });
    }
  },
};

const own = '2.9/refund_reference_id/own-transaction';
const unique = '2.9/refund_reference_id/unique';
const ending = /-[0-9]{2}$/;
const firstNumbers: ReadonlySet<string> = new Set(['00', '01', '02']);
const noEntries: { repeated: readonly number[]; swapped: readonly number[] } = { repeated: [], swapped: [] };

/** 2.9: refund_reference_id is the entry's transaction_id, a hyphen and two digits; no two refunds share one. */
export const refundReference: Rule = {
  name: 'refund-reference',
  clauses: [own, unique, '2.9/refund_reference_id/numbering'],
  operations: ['refund', 'refund-search'],
  looksAt: 'answer',
  check(view, recorder) {
    const { repeated, swapped } = view.operation.id === 'refund' ? matchEntries(view) : noEntries;
    const seen = new Map<string, number>();
    const numbers = new Set<string>();
    entriesOf(view.operation, view.answer).forEach((entry, index) => {
      const { refund_reference_id: id, transaction_id } = entry;
      // The number of a failed refund is a placeholder.
      if (view.refusedEntries.has(index)) return;
      const isRefund = view.operation.id === 'refund';
      if (typeof id !== 'string' || typeof transaction_id !== 'string' || !ending.test(id)) return;
      // A refund that is done later needs no number yet; -00 is a placeholder.
      if (isRefund && !entrySucceeded(view.operation, entry) && id.endsWith('-00')) return;
      const path = `refund_orders[${index}].refund_reference_id`;
      // The outer blanks of a transaction_id that is repeated as it was sent are no part of it.
      if (id.slice(0, -3) === withoutOuterBlanks(transaction_id)) recorder.holds(own);
      // A transaction_id that is not that of the order has a clause of its own.
      else if (!isBlank(transaction_id) && !swapped.includes(index))
        recorder.breaks(own, {
          kind: 'differs',
          path,
          expected: say('before-hyphen', [transaction_id]),
          received: sayValue(id),
        });
      const number = firstNumbers.has(id.slice(-2)) ? id.slice(-2) : 'another number';
      numbers.add(number);
      // A search may list the states of one refund; two refunds of one call are two refunds.
      if (!isRefund || repeated.includes(index)) return;
      const before = seen.get(id);
      if (before !== undefined)
        recorder.breaks(unique, {
          kind: 'repeated',
          path,
          expected: say('other-id-than-entry', [], before),
          received: sayValue(id),
        });
      else recorder.holds(unique);
      seen.set(id, index);
    });
    for (const number of numbers) {
      recorder.observes(
        '2.9/refund_reference_id/numbering',
        number,
        `${view.operation.title}: a refund is numbered ${number}`,
      );
    }
  },
};
