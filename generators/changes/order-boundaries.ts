import { given } from '../../schemas/given.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Changed } from '../appraise.ts';
import { digitsOf } from '../values/identity.ts';
import { formatCents, parseCents } from '../values/money.ts';
import { unknownMember } from './other-changes.ts';

interface BodyChange {
  readonly name: string;
  readonly at: string;
  readonly change: (body: JsonObject) => JsonObject | undefined;
  readonly known?: Changed['known'];
}

/** Moves `item_total` so that the parts of the order miss its amount by some cents. */
function offBy(cents: bigint): BodyChange['change'] {
  return (body) => {
    const items = parseCents(String(body.item_total));
    return items === undefined || items + cents < 0n
      ? undefined
      : { ...body, item_total: formatCents(items + cents) };
  };
}

const totals: readonly BodyChange[] = [
  { name: 'totals/one-cent-over', at: 'item_total', change: offBy(1n) },
  { name: 'totals/one-cent-under', at: 'item_total', change: offBy(-1n) },
  {
    name: 'totals/discount-above-amount',
    at: 'discount',
    change: (body) => {
      const amount = parseCents(String(body.amount));
      return body.discount === undefined || amount === undefined
        ? undefined
        : { ...body, discount: formatCents(amount * 2n) };
    },
  },
];

// The name says that nobody has it, so that no merchant of the service can be meant.
const strangers: readonly BodyChange[] = [
  {
    name: 'merchant_id/unknown',
    at: 'merchant_id',
    change: (body) => ({ ...body, merchant_id: `unknown-${digitsOf('merchant').slice(0, 12)}` }),
    known: { expectation: 'refused', clause: '5.3/unknown-merchant' },
  },
  {
    name: 'account_id/unknown',
    at: 'account_id',
    change: (body) => ({ ...body, account_id: `unknown-${digitsOf('account').slice(0, 12)}` }),
    known: { expectation: 'refused', clause: '5.3/unknown-account' },
  },
];

const layers: readonly BodyChange[] = [
  { name: 'body/unknown-member', at: unknownMember, change: (body) => ({ ...body, [unknownMember]: 'x' }) },
  {
    name: 'body/nested-deeper',
    at: 'request',
    change: ({ merchant_id = '', account_id = '', ...rest }) => ({ merchant_id, account_id, request: rest }),
  },
];

/** Changes to the body as a whole: totals that miss the amount, strangers' identifiers, another layer. */
export function orderBoundaries(
  operation: DocumentedOperationId,
  bodyFor: (name: string) => JsonObject,
): Changed[] {
  const changes =
    operationOf(operation).family === 'payment'
      ? [...totals, ...strangers, ...layers]
      : [...strangers, ...layers];
  return changes.flatMap(({ name, at, change, known }) => {
    const body = change(bodyFor(name));
    const changed = { operation, name, kind: 'boundary', at, gap: 'formats' } as const;
    return body === undefined ? [] : [{ ...changed, body, ...given({ known }) }];
  });
}
