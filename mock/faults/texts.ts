import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { escapeMarkup } from '../write/xml.ts';
import { onAnswer, onEntry } from './alter.ts';
import { type Fault, plant } from './fault.ts';

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

/** Fields that repeat a text of the caller, by where they stand and the clause on that echo. */
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
const listedFaults: readonly Fault[] = [
  plant({
    id: 'query-website-listed-cut',
    clause: '2.10/order/as-paid',
    description: 'website is listed with its first hundred characters',
    rare: true,
    change: onEntry('query', (entry) => changed(entry, 'website', (text) => text.slice(0, 100))),
  }),
  plant({
    id: 'refund-search-reason-listed-trimmed',
    clause: '2.11/refund/as-refunded',
    description: 'refund_reason is listed without the blanks around it',
    rare: true,
    change: onEntry('refund-search', (entry) => changed(entry, 'refund_reason', (text) => text.trim())),
  }),
];

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
