import { fullFormats } from 'ajv-formats/dist/formats.js';
import { say, sayValue } from '../findings/say.ts';
import { isObject } from '../json.ts';
import { repeatedValues } from '../judge/repeated-values.ts';
import { entriesOf } from '../outcome.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import { pathIn, type Rule, type View } from './rule.ts';

// RFC 3339's full-date: leap years and the days of a month.
const date = fullFormats.date as { validate(text: string): boolean };

interface Dated {
  readonly clause: ClauseId;
  readonly path: string;
  readonly value: JsonValue | undefined;
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
    for (const { clause, path, value } of datesOf(view)) {
      // Months, days and hours out of range break the shape; what is left are days that a month does not have.
      const parts = typeof value === 'string' ? /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})/.exec(value) : null;
      if (parts === null) continue;
      const [year, month, day] = parts.slice(1);
      if (!date.validate(`2024-${month}-01`) || !date.validate(`2024-01-${day}`)) continue;
      if (date.validate(`${year}-${month}-${day}`)) notebook.holds(clause);
      // A day that the caller made up comes back as it was sent.
      else if (value === undefined || !isRepeated(path, value))
        notebook.breaks(clause, {
          kind: 'shape',
          path,
          expected: say('calendar'),
          received: sayValue(value),
        });
    }
  },
};

function datesOf(view: View): readonly Dated[] {
  const { operation, answer } = view;
  if (operation.id === 'direct-payment') {
    const value = answer.recurring_deduction_time;
    return [
      {
        clause: '2.6/recurring_deduction_time/calendar',
        path: pathIn(view, 'recurring_deduction_time'),
        value,
      },
    ];
  }
  if (operation.id === 'payout') return payoutDates(answer);
  return entriesOf(operation, answer).flatMap((entry, index) => {
    if (operation.id === 'refund-search') {
      return {
        clause: '2.11/refund_date/calendar',
        path: `refund_orders[${index}].refund_date`,
        value: entry.refund_date,
      };
    }
    const subscription = isObject(entry.subscription_result) ? entry.subscription_result : {};
    return [
      {
        clause: '2.10/transaction_date/calendar',
        path: `orders_list[${index}].transaction_date`,
        value: entry.transaction_date,
      },
      {
        clause: '2.10/recurring_deduction_time/calendar',
        path: `orders_list[${index}].subscription_result.recurring_deduction_time`,
        value: subscription.recurring_deduction_time,
      },
    ];
  });
}

function payoutDates(answer: JsonObject): readonly Dated[] {
  const beneficiary = isObject(answer.beneficiary) ? answer.beneficiary : {};
  return [
    ...['created_at', 'last_updated_at', 'payment_date', 'short_reference_id'].map((name) => ({
      clause: `2.13/${name}/calendar`,
      path: name,
      value: answer[name],
    })),
    {
      clause: '2.13/date_of_birth/calendar',
      path: 'beneficiary.date_of_birth',
      value: beneficiary.date_of_birth,
    },
  ];
}
