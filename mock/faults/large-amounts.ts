import { given } from '../../schemas/given.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { Input } from '../reply.ts';
import { onAnswer, onEntry, onPage } from './alter.ts';
import { type Fault, plant } from './fault.ts';

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
