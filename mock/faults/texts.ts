import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, onAnswer, onEntry, onField, onPage, without } from '../behaviour.ts';
import type { Input } from '../reply.ts';
import { escapeMarkup } from '../write/xml.ts';
import { echoOf, type Fault, faultFrom, faultsAt } from './fault.ts';

type Spot = readonly [operation: DocumentedOperationId, field: string];

/** Every order amount in an answer that repeats a sent or earlier value. */
const spots: readonly Spot[] = [
  ['direct-payment', 'amount'],
  ['apm-payment', 'amount'],
  ['redirect-payment', 'amount'],
  ['capture', 'amount'],
  ['review', 'amount'],
  ['cancel', 'amount'],
  ['refund', 'amount'],
  ['refund', 'refund_amount'],
  ['query', 'amount'],
  ['refund-search', 'amount'],
  ['refund-search', 'refund_amount'],
];

interface Loss {
  readonly id: string;
  readonly does: string;
  readonly change: (amount: string) => string;
}

/** An amount with at least four digits before the point. */
const large = /^([1-9][0-9]{3,})\.([0-9]{2})$/;

const losses: readonly Loss[] = [
  {
    id: 'loses-precision',
    does: 'keeps five digits of a larger number',
    change: (amount) => {
      const digits = amount.replace('.', '');
      const rounded = digits.slice(0, 5).padEnd(digits.length, '0');
      return `${rounded.slice(0, -2)}.${rounded.slice(-2)}`;
    },
  },
  {
    id: 'gains-a-fraction',
    does: 'gains fraction digits when it is large',
    change: (amount) => `${amount}0000001`,
  },
];

function changing([operation, field]: Spot, change: Loss['change']): Change {
  const changed = (text: string) => (large.test(text) ? change(text) : text);
  if (operationOf(operation).answers !== 'html') return onField(operation, field, changed);
  return onPage((page) => ({
    ...page,
    added: page.added.map(([name, value]): Input => [name, name === field ? changed(value) : value]),
  }));
}

/** Large amounts lose digits or gain a fraction, as in a conversion through a binary number. */
export const largeAmountFaults: readonly Fault[] = spots.flatMap((spot) =>
  losses.map(({ id, does, change }) => {
    const [operation, field] = spot;
    const { answers, lists } = operationOf(operation);
    return faultFrom({
      id: `${operation}-large-${field.replaceAll('_', '-')}-${id}`,
      clause: echoOf(operation, field),
      description: `${field} ${does}`,
      ...(answers === 'html' ? { needs: 'browser' } : {}),
      ...(lists === undefined ? {} : { rare: true }),
      change: changing(spot, change),
    });
  }),
);

const renamed: readonly (readonly [DocumentedOperationId, string, string])[] = [
  ['direct-payment', 'connector', 'conector'],
  ['query', 'transaction_date', 'transactionDate'],
  ['capture', 'currency', 'curency'],
  ['review', 'amount', 'amounts'],
  ['cancel', 'currency', 'Currency'],
  ['refund', 'refund_reference', 'refund_refrence'],
  ['refund-search', 'refund_processing_date', 'refund_procesing_date'],
  ['payout', 'last_updated_at', 'last_update_at'],
];

/** Documented names are misspelt (2.14); only fields whose presence the document does not state. */
export const spellingFaults: readonly Fault[] = renamed.map(([operation, from, to]) => {
  const { batch, lists } = operationOf(operation);
  const rename = (value: JsonObject) =>
    from in value ? { ...without(value, from), [to]: value[from] ?? '' } : value;
  return faultFrom({
    id: `${operation}-misspells-${from}`.replaceAll('_', '-'),
    clause: '2.14/near-spelling',
    description: `${from} is called ${to}`,
    change: (batch ?? lists) === undefined ? onAnswer(operation, rename) : onEntry(operation, rename),
  });
});

const damages = {
  // Also writes the first letter as a reference, so that the fault shows in any text.
  'escaped-twice': [
    'is escaped once too often',
    (text: string) => escapeMarkup(text).replace(/^\p{L}/u, (first) => `&#${first.codePointAt(0)};`),
  ],
  'read-as-latin-1': [
    'was kept in UTF-8 with a byte order mark and read as ISO-8859-1',
    (text: string) => (text === '' ? '' : Buffer.from(`\ufeff${text}`, 'utf8').toString('latin1')),
  ],
} as const satisfies Record<string, readonly [what: string, (text: string) => string]>;

/** Changes every text in a value, also inside objects and arrays. */
function damaged(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => damaged(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, damaged(one, change)]));
}

/** Fields that repeat a text of the caller. */
const repeated: readonly Spot[] = [
  ['direct-payment', 'note'],
  ['direct-payment', 'contract_name'],
  ['cancel-subscription', 'contract_name'],
  ['refund', 'refund_reason'],
  ['query', 'website'],
  ['query', 'delivery_information'],
  ['payout', 'beneficiary'],
  ['payout', 'reason'],
];

const rare = { rare: true } as const;

/** Texts of the caller come back damaged: escaped twice, in the wrong encoding, or cut or trimmed in a listing. */
export const textFaults: readonly Fault[] = [
  ...repeated.flatMap(([operation, name]) =>
    Object.entries(damages).map(([id, [what, change]]) =>
      faultFrom({
        id: `${operation}-${name}-${id}`.replaceAll('_', '-'),
        clause: echoOf(operation, name),
        ...(operationOf(operation).lists === undefined ? {} : rare),
        description: `${name} ${what}`,
        change: onField(operation, name, (_text, value) => damaged(value, change)),
      }),
    ),
  ),
  ...faultsAt('query', 'website', {
    'listed-cut': [
      echoOf('query', 'website'),
      'is listed with its first hundred characters',
      (text) => text.slice(0, 100),
      rare,
    ],
  }),
  ...faultsAt('refund-search', 'refund_reason', {
    'refund-search-reason-listed-trimmed': [
      echoOf('refund-search', 'refund_reason'),
      'is listed without the blanks around it',
      (text) => text.trim(),
      rare,
    ],
  }),
];
