import { given } from '../../schemas/given.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { Input } from '../reply.ts';
import { escapeMarkup } from '../write/xml.ts';
import { onAnswer, onEntry, onPage, without } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

interface Spot {
  readonly operation: DocumentedOperationId;
  readonly field: string;
  readonly clause: ClauseId;
  readonly needs?: Fault['needs'];
}

/** Every amount of an order that comes back although its value was sent or seen before. */
const spots: readonly Spot[] = [
  { operation: 'direct-payment', field: 'amount', clause: '2.6/amount/echo' },
  { operation: 'apm-payment', field: 'amount', clause: '2.7/amount/echo' },
  { operation: 'redirect-payment', field: 'amount', clause: '2.8/amount/echo', needs: 'browser' },
  ...(['capture', 'review', 'cancel', 'refund'] as const).map(
    (operation): Spot => ({ operation, field: 'amount', clause: '2.9/amount/echo' }),
  ),
  { operation: 'refund', field: 'refund_amount', clause: '2.9/refund_amount/echo' },
  { operation: 'query', field: 'amount', clause: '2.10/amount/as-paid' },
  { operation: 'refund-search', field: 'amount', clause: '2.11/refund/as-refunded' },
  { operation: 'refund-search', field: 'refund_amount', clause: '2.11/refund/as-refunded' },
];

interface Loss {
  readonly id: string;
  readonly does: string;
  readonly change: (amount: string) => string;
}

/** An amount of four digits and more before its dot. */
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

function changing({ operation, field }: Spot, change: Loss['change']): Change {
  const changed = (value: JsonValue | undefined): JsonValue =>
    typeof value === 'string' && large.test(value) ? change(value) : (value ?? null);
  const inObject = (value: JsonObject): JsonObject =>
    field in value ? { ...value, [field]: changed(value[field]) } : value;
  if (operation === 'redirect-payment')
    return onPage((page) => ({
      ...page,
      added: page.added.map(
        ([name, value]): Input => [name, name === field && large.test(value) ? change(value) : value],
      ),
    }));
  const { batch, lists } = operationOf(operation);
  return batch === undefined && lists === undefined
    ? onAnswer(operation, inObject)
    : onEntry(operation, inObject);
}

/** Amounts that lose digits or gain a fraction once they are large, as they do on their way through a binary number. */
export const largeAmountFaults: readonly Fault[] = spots.flatMap((spot) =>
  losses.map(({ id, does, change }) => {
    const { operation, field, clause, needs } = spot;
    return plant({
      id: `${operation}-large-${field.replaceAll('_', '-')}-${id}`,
      clause,
      description: `${field} ${does}`,
      ...given({ needs, rare: operationOf(operation).lists && (true as const) }),
      change: changing(spot, change),
    });
  }),
);

const renamed: readonly (readonly [DocumentedOperationId, 'answer' | 'entry', string, string])[] = [
  ['direct-payment', 'answer', 'connector', 'conector'],
  ['query', 'entry', 'transaction_date', 'transactionDate'],
  ['capture', 'entry', 'currency', 'curency'],
  ['review', 'entry', 'amount', 'amounts'],
  ['cancel', 'entry', 'currency', 'Currency'],
  ['refund', 'entry', 'refund_reference', 'refund_refrence'],
  ['refund-search', 'entry', 'refund_processing_date', 'refund_procesing_date'],
  ['payout', 'answer', 'last_updated_at', 'last_update_at'],
];

function renaming(
  operation: DocumentedOperationId,
  where: 'answer' | 'entry',
  from: string,
  to: string,
): Change {
  return (where === 'answer' ? onAnswer : onEntry)(operation, (value) =>
    from in value ? { ...without(value, from), [to]: value[from] ?? '' } : value,
  );
}

/** Documented names that are misspelt (2.14), of fields whose presence is stated nowhere. */
export const spellingFaults: readonly Fault[] = renamed.map(([operation, where, from, to]) =>
  plant({
    id: `${operation}-misspells-${from}`.replaceAll('_', '-'),
    clause: '2.14/near-spelling',
    description: `${from} is called ${to}`,
    change: renaming(operation, where, from, to),
  }),
);

const damages = {
  // Whatever a text holds: letters may be written as references, too.
  'escaped-twice': [
    'is escaped once too often',
    (text: string) => escapeMarkup(text).replace(/^\p{L}/u, (first) => `&#${first.codePointAt(0)};`),
  ],
  'read-as-latin-1': [
    'was kept in UTF-8 with a byte order mark and read as ISO-8859-1',
    (text: string) => (text === '' ? '' : Buffer.from(`\ufeff${text}`, 'utf8').toString('latin1')),
  ],
} as const satisfies Record<string, readonly [what: string, (text: string) => string]>;

/** Changes every text of a value, inside objects as well. */
function damaged(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => damaged(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, damaged(one, change)]));
}

/** Fields that repeat a text of the caller, by where they are and the clause on that echo. */
const repeated: readonly (readonly [DocumentedOperationId, string, ClauseId])[] = [
  ['direct-payment', 'note', '2.6/note/echo'],
  ['direct-payment', 'contract_name', '2.6/contract_name/echo'],
  ['cancel-subscription', 'contract_name', '2.12/contract_name/echo'],
  ['refund', 'refund_reason', '2.9/refund_reason/echo'],
  ['query', 'website', '2.10/order/as-paid'],
  ['query', 'delivery_information', '2.10/order/as-paid'],
  ['payout', 'beneficiary', '2.13/beneficiary/echo'],
  ['payout', 'reason', '2.13/request-fields/echo'],
];

const inEntries = new Set<DocumentedOperationId>(['refund', 'query']);

function changed(entry: JsonObject, name: string, change: (text: string) => string): JsonObject {
  return name in entry ? { ...entry, [name]: damaged(entry[name] ?? '', change) } : entry;
}

/** Texts that are right in the answer to their own request, and not where a search lists them. */
const listedFaults: readonly Fault[] = planted({
  'query-website-listed-cut': {
    clause: '2.10/order/as-paid',
    description: 'website is listed with its first hundred characters',
    rare: true,
    change: onEntry('query', (entry) => changed(entry, 'website', (text) => text.slice(0, 100))),
  },
  'refund-search-reason-listed-trimmed': {
    clause: '2.11/refund/as-refunded',
    description: 'refund_reason is listed without the blanks around it',
    rare: true,
    change: onEntry('refund-search', (entry) => changed(entry, 'refund_reason', (text) => text.trim())),
  },
});

const damagedFaults: readonly Fault[] = repeated.flatMap(([operation, name, clause]) =>
  Object.entries(damages).map(([id, [what, change]]) => {
    const apply = (value: JsonObject): JsonObject =>
      name in value ? { ...value, [name]: damaged(value[name] ?? '', change) } : value;
    return plant({
      id: `${operation}-${name}-${id}`.replaceAll('_', '-'),
      clause,
      ...(operation === 'query' ? { rare: true } : {}),
      description: `${name} ${what}`,
      change: inEntries.has(operation) ? onEntry(operation, apply) : onAnswer(operation, apply),
    });
  }),
);

/** Texts of the caller that come back damaged: escaped twice, in the wrong encoding, or other than they were where they are listed. */
export const textFaults: readonly Fault[] = [...damagedFaults, ...listedFaults];
