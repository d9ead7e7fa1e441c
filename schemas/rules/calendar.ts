import { fullFormats } from 'ajv-formats/dist/formats.js';
import { say, sayValue } from '../findings/say.ts';
import { objectOf, pathOf, type Step } from '../json.ts';
import { repeatedValues } from '../judge/repeated-values.ts';
import { entriesOf } from '../outcome.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import type { Rule, View } from './rule.ts';

// RFC 3339's full-date: leap years and the days of a month.
const date = fullFormats.date as { validate(text: string): boolean };

interface Dated {
  readonly clause: ClauseId;
  readonly steps: readonly Step[];
  readonly value: JsonValue | undefined;
}

/** Whether a calendar has a day; `odd` where its month or day is none anywhere, which breaks the shape. */
type Day = 'real' | 'unreal' | 'odd';

// The entries of an answer are of few days.
const days = new Map<string, Day>();
const mostDays = 1000;

function dayOf(text: string): Day | undefined {
  const parts = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})/.exec(text);
  if (parts === null) return undefined;
  const known = days.get(parts[0]);
  if (known !== undefined) return known;
  const [whole, year, month, day] = parts;
  const isOdd = !date.validate(`2024-${month}-01`) || !date.validate(`2024-01-${day}`);
  const found = isOdd ? 'odd' : date.validate(`${year}-${month}-${day}`) ? 'real' : 'unreal';
  if (days.size >= mostDays) days.clear();
  days.set(whole, found);
  return found;
}

/** The stated shapes of dates name year, month and day, so a date that no calendar has does not fit (2.6, 2.10, 2.11, 2.13). */
export const calendar: Rule = {
  name: 'calendar',
  clauses: [
    '2.6/recurring_deduction_time/calendar',
    '2.10/transaction_date/calendar',
    '2.10/recurring_deduction_time/calendar',
    '2.11/refund_date/calendar',
    '2.13/created_at/calendar',
    '2.13/last_updated_at/calendar',
    '2.13/payment_date/calendar',
    '2.13/date_of_birth/calendar',
    '2.13/short_reference_id/calendar',
  ],
  operations: ['direct-payment', 'query', 'refund-search', 'payout'],
  looksAt: 'answer',
  check(view, notebook) {
    const isRepeated = repeatedValues(view);
    for (const { clause, steps, value } of datesOf(view)) {
      // Months, days and hours out of range break the shape; what is left are days that a month does not have.
      const day = typeof value === 'string' ? dayOf(value) : undefined;
      if (day === 'real') notebook.holds(clause);
      if (day !== 'unreal' || value === undefined) continue;
      const path = pathOf(steps);
      // A day that the caller made up comes back as it was sent.
      if (isRepeated(path, value)) continue;
      notebook.breaks(clause, {
        kind: 'shape',
        path,
        expected: say('calendar'),
        received: sayValue(value),
      });
    }
  },
};

function datesOf({ operation, answer }: View): readonly Dated[] {
  if (operation.id === 'direct-payment') {
    return [
      {
        clause: '2.6/recurring_deduction_time/calendar',
        steps: ['respon', 'recurring_deduction_time'],
        value: answer.recurring_deduction_time,
      },
    ];
  }
  if (operation.id === 'payout') return payoutDates(answer);
  const entries = entriesOf(operation, answer);
  if (operation.id === 'refund-search') {
    return entries.map((entry, index) => ({
      clause: '2.11/refund_date/calendar',
      steps: ['refund_orders', index, 'refund_date'],
      value: entry.refund_date,
    }));
  }
  return entries.flatMap(({ transaction_date, subscription_result }, index) => [
    {
      clause: '2.10/transaction_date/calendar',
      steps: ['orders_list', index, 'transaction_date'],
      value: transaction_date,
    },
    {
      clause: '2.10/recurring_deduction_time/calendar',
      steps: ['orders_list', index, 'subscription_result', 'recurring_deduction_time'],
      value: objectOf(subscription_result).recurring_deduction_time,
    },
  ]);
}

function payoutDates(answer: JsonObject): readonly Dated[] {
  return [
    ...['created_at', 'last_updated_at', 'payment_date', 'short_reference_id'].map((name) => ({
      clause: `2.13/${name}/calendar`,
      steps: [name],
      value: answer[name],
    })),
    {
      clause: '2.13/date_of_birth/calendar',
      steps: ['beneficiary', 'date_of_birth'],
      value: objectOf(answer.beneficiary).date_of_birth,
    },
  ];
}
