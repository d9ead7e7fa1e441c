import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { onAnswer, onEntry } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

/** Replaces year, month and day of a date in any of the shapes that the document uses. */
function onDay(date: string): (value: JsonValue | undefined) => JsonValue {
  const [year, month, day] = date.split('-');
  return (value) =>
    typeof value === 'string'
      ? value.replace(/^[0-9]{4}(-?)[0-9]{2}-?[0-9]{2}/, `${year}$1${month}$1${day}`)
      : (value ?? '');
}

const changed = (
  value: JsonObject,
  name: string,
  change: (value: JsonValue | undefined) => JsonValue,
): JsonObject => (name in value && value[name] !== '' ? { ...value, [name]: change(value[name]) } : value);

const inside = (
  value: JsonObject,
  outer: string,
  name: string,
  change: (value: JsonValue | undefined) => JsonValue,
): JsonObject => {
  const inner = value[outer];
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return value;
  return { ...value, [outer]: changed(inner, name, change) };
};

type Place = (
  operation: DocumentedOperationId,
  change: (value: JsonValue | undefined) => JsonValue,
) => Fault['change'];
const inAnswer =
  (name: string): Place =>
  (operation, change) =>
    onAnswer(operation, (value) => changed(value, name, change));
const inEntries =
  (name: string): Place =>
  (operation, change) =>
    onEntry(operation, (entry) => changed(entry, name, change));

const dated: readonly (readonly [DocumentedOperationId, string, ClauseId, Place])[] = [
  [
    'direct-payment',
    'recurring_deduction_time',
    '2.6/recurring_deduction_time',
    inAnswer('recurring_deduction_time'),
  ],
  ['query', 'transaction_date', '2.10/transaction_date', inEntries('transaction_date')],
  [
    'query',
    'recurring_deduction_time',
    '2.10/recurring_deduction_time',
    (operation, change) =>
      onEntry(operation, (entry) => inside(entry, 'subscription_result', 'recurring_deduction_time', change)),
  ],
  ['refund-search', 'refund_date', '2.11/refund_date', inEntries('refund_date')],
  ['payout', 'created_at', '2.13/created_at', inAnswer('created_at')],
  ['payout', 'last_updated_at', '2.13/last_updated_at', inAnswer('last_updated_at')],
  ['payout', 'payment_date', '2.13/payment_date', inAnswer('payment_date')],
  ['payout', 'short_reference_id', '2.13/short_reference_id', inAnswer('short_reference_id')],
  [
    'payout',
    'date_of_birth',
    '2.13/date_of_birth',
    (operation, change) =>
      onAnswer(operation, (value) => inside(value, 'beneficiary', 'date_of_birth', change)),
  ],
];

const calendarFaults = dated.flatMap(([operation, name, subject, place]) => [
  plant({
    id: `${operation}-${name}-29-february`.replaceAll('_', '-'),
    clause: `${subject}/calendar`,
    description: `${name} is 29 February of a year without one`,
    change: place(operation, onDay('2025-02-29')),
  }),
  plant({
    id: `${operation}-${name}-month-13`.replaceAll('_', '-'),
    clause: `${subject}/shape`,
    description: `${name} has a month 13`,
    change: place(operation, onDay('2025-13-01')),
  }),
]);

const replaced = (pattern: RegExp, text: string) => (value: JsonValue | undefined) =>
  String(value).replace(pattern, text);

/** The ways in which services get dates wrong: days that no calendar has, and near misses of each shape. */
export const dateFaults: readonly Fault[] = [
  ...calendarFaults,
  ...planted({
    'payout-created-at-zulu': {
      clause: '2.13/created_at/shape',
      description: 'created_at ends in Z instead of an offset',
      change: inAnswer('created_at')('payout', replaced(/[+-][0-9]{4}$/, 'Z')),
    },
    'payout-created-at-fraction': {
      clause: '2.13/created_at/shape',
      description: 'created_at has milliseconds',
      change: inAnswer('created_at')('payout', replaced(/([+-][0-9]{4})$/, '.000$1')),
    },
    'payout-last-updated-at-colon': {
      clause: '2.13/last_updated_at/shape',
      description: 'last_updated_at has a colon in its offset',
      change: inAnswer('last_updated_at')('payout', replaced(/([+-][0-9]{2})([0-9]{2})$/, '$1:$2')),
    },
    'payout-updated-before-created': {
      clause: '2.13/last_updated_at/not-before-created',
      description: 'last_updated_at lies a year before created_at',
      change: inAnswer('last_updated_at')('payout', (value) => String(value).replace(/^[0-9]{4}/, '2020')),
    },
    'query-transaction-date-13-digits': {
      clause: '2.10/transaction_date/shape',
      description: 'transaction_date has 13 digits',
      change: inEntries('transaction_date')('query', (value) => String(value).slice(0, 13)),
    },
    'query-transaction-date-separated': {
      clause: '2.10/transaction_date/shape',
      description: 'transaction_date is written with separators',
      change: inEntries('transaction_date')(
        'query',
        replaced(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6'),
      ),
    },
    'query-recurring-deduction-time-with-hours': {
      clause: '2.10/recurring_deduction_time/shape',
      description: 'recurring_deduction_time of the query has a time of day',
      change: onEntry('query', (entry) =>
        inside(
          entry,
          'subscription_result',
          'recurring_deduction_time',
          (value) => `${String(value)} 00:00:00`,
        ),
      ),
    },
    'query-recurring-deduction-time-as-number': {
      clause: '2.10/recurring_deduction_time/shape',
      description: 'recurring_deduction_time of the query is a number',
      change: onEntry('query', (entry) =>
        inside(entry, 'subscription_result', 'recurring_deduction_time', (value) =>
          Number(String(value).replaceAll('-', '')),
        ),
      ),
    },
    'direct-payment-recurring-deduction-time-day-only': {
      clause: '2.6/recurring_deduction_time/shape',
      description: 'recurring_deduction_time of the payment has no time of day',
      change: inAnswer('recurring_deduction_time')('direct-payment', (value) => String(value).slice(0, 10)),
    },
    'payout-short-reference-five-characters': {
      clause: '2.13/short_reference_id/shape',
      description: 'short_reference_id ends in five characters',
      change: inAnswer('short_reference_id')('payout', (value) => String(value).slice(0, -1)),
    },
  }),
];
