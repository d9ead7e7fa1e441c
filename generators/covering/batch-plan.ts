import { requestSchema } from '../../schemas/contract.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { amountCaps, type MakeContext } from '../context.ts';
import { type Field, fieldsOf } from '../fields.ts';
import { batchOf, type PaidOrder, unknownOrders } from '../orders.ts';
import { deriveSeed } from '../seed.ts';
import { classesOf } from '../values/classes/classes-of.ts';
import { textClasses } from '../values/classes/text-classes.ts';
import type { ValueClass } from '../values/classes/value-class.ts';
import { hexOf } from '../values/identity.ts';
import { whyBounded } from './amount-bounds.ts';
import type { Carried } from './carried.ts';
import { whyHeld } from './held-fields.ts';
import { asNamed, type CoveringPlan, type NotSent } from './plan.ts';

/** A plan whose requests change one and the same batch. */
export interface BatchPlan extends CoveringPlan {
  readonly base: JsonObject;
}

// A text of one letter or of digits could be somebody's order or transaction; these stay nobody's with more before them.
const extensible: ReadonlySet<string> = new Set(
  textClasses
    .map(({ id }) => id)
    .filter(
      (id) => !['one-character', '255-characters', 'leading-zeros'].includes(id) && !id.startsWith('like-'),
    ),
);

const nobodys = 'an order that is nobody’s has a name that says so';

/** Text classes of an identifier that names nothing. */
function namingNothing(label: string): ValueClass[] {
  return textClasses
    .filter(({ id }) => extensible.has(id))
    .map((one) => ({
      ...one,
      make: (draw) => `${one.make(draw)} unknown-${hexOf(12, label, draw.own, draw.at)}`,
    }));
}

function fieldsIn(operation: DocumentedOperationId): readonly Field[] {
  const { batch } = operationOf(operation);
  return fieldsOf(requestSchema(operation), batch?.field).filter(
    ({ kind, steps }) => kind === 'leaf' && steps[0] === batch?.field,
  );
}

function classesIn(field: Field, context: MakeContext, paid: boolean): readonly ValueClass[] {
  const { label } = field;
  if (label === 'order_no' || label === 'transaction_id') return paid ? [] : namingNothing(label);
  const isOfOrder = label === 'currency' || label === 'amount' || label === 'refund_amount';
  return paid && isOfOrder ? [] : classesOf(field, context).own;
}

function planOver(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  orders: readonly PaidOrder[],
  paid: boolean,
): BatchPlan {
  const batch = operationOf(operation).batch?.field ?? '';
  const held = whyHeld(operation, context);
  const entry = amountCaps(context)?.entry;
  const bounded = whyBounded(
    operation,
    // Bounds are halved for what is added to amounts; here nothing is.
    entry === undefined ? context : { ...context, amountLimit: (Number(entry * 2n) / 100).toFixed(2) },
  );
  const offset = deriveSeed(seed, 'covering', operation) % 1009;
  const notSent: NotSent[] = [];
  const carries = fieldsIn(operation).flatMap((field): Carried[] => {
    const { label } = field;
    const always = held(label);
    const name = label.split('.').at(-1) ?? label;
    // A refund of the whole amount is of its class.
    const words = label === 'refund_amount' ? 'amount' : label;
    const classes = classesIn(field, context, paid);
    return orders.flatMap((_order, at) => {
      const one =
        classes[(at + (label === 'refund_amount' || label === 'amount' ? 0 : offset)) % classes.length];
      if (one === undefined) return [];
      const why = always ?? bounded({ schema: field.schema, label: 'entry' }, one);
      if (why !== undefined) {
        notSent.push({ field: label, class: one.id, why });
        return [];
      }
      const turn = (seed % 1009) + at;
      return [
        {
          field: label,
          class: one.id,
          steps: [batch, at, name],
          turn,
          change: (_plain, draw) => one.make(draw),
          drawnFrom: `${words} ${one.id}`,
        },
      ];
    });
  });
  const party = ['merchant_id', 'account_id'].map((field) => ({
    field,
    class: asNamed.id,
    steps: [field],
    change: (value: JsonObject[string]) => value,
    drawnFrom: '',
  }));
  const left = paid
    ? []
    : ['order_no', 'transaction_id'].flatMap((field) =>
        textClasses
          .filter(({ id }) => !extensible.has(id))
          .map(({ id }) => ({ field, class: id, why: nobodys })),
      );
  const all = fieldsIn(operation).flatMap((field) => classesIn(field, context, paid));
  return {
    operation,
    sentences: Object.fromEntries([asNamed, ...all].map(({ id, sentence }) => [id, sentence])),
    requests: [{ name: paid ? 'classes/paid' : 'classes/unknown', at: 0, carries: [...party, ...carries] }],
    notSent: [...notSent, ...left],
    base: batchOf(operation, orders, context, seed, { part: paid ? 0.02 : 1 }).body,
  };
}

/** Plans one batch over orders that nobody has, whose entries together carry every class of every field of an entry. */
export function unknownBatchPlan(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
): BatchPlan {
  const most = Math.max(...fieldsIn(operation).map((field) => classesIn(field, context, false).length));
  return planOver(operation, context, seed, unknownOrders(most, seed, context), false);
}

/** Plans one batch over paid orders, whose entries carry the classes of what is not the order's own: as many as there are orders. */
export function paidBatchPlan(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  orders: readonly PaidOrder[],
): BatchPlan {
  return planOver(operation, context, seed, orders, true);
}
