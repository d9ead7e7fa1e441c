import type { DocumentedOperationId } from '../../schemas/types.ts';
import { amountCaps, type MakeContext } from '../context.ts';
import type { Field } from '../fields.ts';
import type { ValueClass } from '../values/classes/value-class.ts';
import { drawOf } from '../values/classes/value-class.ts';
import { parseCents } from '../values/money.ts';
import { mostCycles } from '../values/name-leaves.ts';
import { shapeNameOf } from '../values/shape-name.ts';

function centsOf(text: string): bigint {
  return parseCents(text) ?? parseCents(`${text}.00`) ?? BigInt(Math.ceil((Number(text) || 0) * 100));
}

// A target counts as money what is called so, whatever its type.
const moneyName = /amount/i;

const aboveLimit = 'above limits.amountPerRequest of the target';

/** Why the target does not let a value of a class be sent, above all an amount; undefined where it does. */
export function whyBounded(
  operation: DocumentedOperationId,
  context: MakeContext,
): (field: Pick<Field, 'schema' | 'label'>, one: ValueClass) => string | undefined {
  const cap = amountCaps(context)?.request;
  const ranges = Object.values(context.ranges ?? {});
  return ({ schema, label }, { make, forbidden }) => {
    if (forbidden !== undefined) return forbidden;
    if (label === 'token_id') return 'a token is sent where the service gave it';
    const shape = shapeNameOf(schema);
    // A subscription deducts its amount as often as its cycles say.
    if (label.endsWith('billing_cycle'))
      return cap !== undefined && Number(make(drawOf(0, '', operation, label))) > 1 ? aboveLimit : undefined;
    const times = label.endsWith('contract_amount') ? BigInt(mostCycles) : 2n;
    if (shape !== 'amount' && shape !== 'integerDigits' && !moneyName.test(label)) return undefined;
    // The largest of a class has nines where a value has any digits.
    const cents = centsOf(String(make(drawOf(0, '', operation, label))).replace(/[1-9]/g, '9'));
    // Half of it, so that what is added to an amount still keeps the limit.
    if (cap !== undefined && cents * times > cap) return aboveLimit;
    const isOrder = shape === 'amount' && label === 'amount';
    const outside = ranges.some(
      ({ smallest = '0.00', largest }) =>
        cents < centsOf(smallest) || (largest !== undefined && cents > centsOf(largest)),
    );
    return isOrder && outside ? 'outside the amounts that the currencies of the target allow' : undefined;
  };
}
