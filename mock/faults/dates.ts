import { type Fault, faultsAt } from './fault.ts';

/** Replaces year, month and day of a date in any documented format. */
function onDay(date: string): (text: string) => string {
  const [year, month, day] = date.split('-');
  return (text) => text.replace(/^[0-9]{4}(-?)[0-9]{2}-?[0-9]{2}/, `${year}$1${month}$1${day}`);
}

const dated = [
  ['direct-payment', 'recurring_deduction_time'],
  ['query', 'transaction_date'],
  ['query', 'subscription_result.recurring_deduction_time'],
  ['refund-search', 'refund_date'],
  ['payout', 'created_at'],
  ['payout', 'last_updated_at'],
  ['payout', 'payment_date'],
  ['payout', 'short_reference_id'],
  ['payout', 'beneficiary.date_of_birth'],
] as const;

/** Wrong dates: days that do not exist, and near misses of each format. */
export const dateFaults: readonly Fault[] = [
  ...dated.flatMap(([operation, path]) =>
    faultsAt(operation, path, {
      '29-february': ['calendar', 'is 29 February of a year without one', onDay('2025-02-29')],
      'month-13': ['shape', 'has a month 13', onDay('2025-13-01')],
    }),
  ),
  ...faultsAt('payout', 'created_at', {
    zulu: ['shape', 'ends in Z instead of an offset', (text) => text.replace(/[+-][0-9]{4}$/, 'Z')],
    fraction: ['shape', 'has milliseconds', (text) => text.replace(/([+-][0-9]{4})$/, '.000$1')],
  }),
  ...faultsAt('payout', 'last_updated_at', {
    colon: [
      'shape',
      'has a colon in its offset',
      (text) => text.replace(/([+-][0-9]{2})([0-9]{2})$/, '$1:$2'),
    ],
    'payout-updated-before-created': [
      'not-before-created',
      'lies a year before created_at',
      (text) => text.replace(/^[0-9]{4}/, '2020'),
    ],
  }),
  ...faultsAt('query', 'transaction_date', {
    '13-digits': ['shape', 'has 13 digits', (text) => text.slice(0, 13)],
    separated: [
      'shape',
      'is written with separators',
      (text) => text.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6'),
    ],
  }),
  ...faultsAt('query', 'subscription_result.recurring_deduction_time', {
    'with-hours': ['shape', 'of the query has a time of day', (text) => `${text} 00:00:00`],
    'as-number': ['shape', 'of the query is a number', (text) => Number(text.replaceAll('-', ''))],
  }),
  ...faultsAt('direct-payment', 'recurring_deduction_time', {
    'day-only': ['shape', 'of the payment has no time of day', (text) => text.slice(0, 10)],
  }),
  ...faultsAt('payout', 'short_reference_id', {
    'payout-short-reference-five-characters': [
      'shape',
      'ends in five characters',
      (text) => text.slice(0, -1),
    ],
  }),
];
