import { amountParts } from '../schemas/amount-parts.ts';
import { requestSchema } from '../schemas/contract.ts';
import { isObject, listOf } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import { amountCaps, type MakeContext } from './context.ts';
import { type Carried, carry, carryAll } from './covering/carried.ts';
import { whyFixed } from './covering/held-fields.ts';
import { plainMoney, settle, whyBounded } from './covering/money-parts.ts';
import { type CoveringPlan, type CoveringRequest, fixedClass, type NotSent } from './covering/plan.ts';
import { drawRequest } from './drawn.ts';
import { type Field, fieldsOf } from './fields.ts';
import { batchOf, type PaidOrder, unknownOrders } from './orders.ts';
import { withOwnNumbers } from './own-numbers.ts';
import { deriveSeed } from './seed.ts';
import { removeContradictions } from './valid/apart.ts';
import { classesOf } from './values/classes/classes-of.ts';
import { textClasses } from './values/classes/text-classes.ts';
import type { ValueClass } from './values/classes/value-class.ts';
import { hexOf } from './values/identity.ts';
import { shapeNameOf } from './values/shape-name.ts';

export type { Carried, Pair } from './covering/carried.ts';
export { whyFixed } from './covering/held-fields.ts';
export {
  type CoveringPlan,
  type CoveringRequest,
  coveringPlan,
  fixedClass,
  type NotSent,
} from './covering/plan.ts';

/** A plan whose requests are all changes of the same batch. */
export interface BatchPlan extends CoveringPlan {
  readonly base: JsonObject;
}

// A single letter or plain digits could be a real order number; the classes here accept a suffix that rules that out.
const extensible: ReadonlySet<string> = new Set(
  textClasses
    .map(({ id }) => id)
    .filter(
      (id) => !['one-character', '255-characters', 'leading-zeros'].includes(id) && !id.startsWith('like-'),
    ),
);

const unknownOrderNote = 'an order that is nobody’s has a name that says so';

/** Text classes of an identifier, with a suffix that makes it unknown to every service. */
function unknownOrderClasses(label: string): ValueClass[] {
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
  if (label === 'order_no' || label === 'transaction_id') return paid ? [] : unknownOrderClasses(label);
  const isOfOrder = label === 'currency' || label === 'amount' || label === 'refund_amount';
  return paid && isOfOrder ? [] : classesOf(field, context).own;
}

function planOver(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  orders: readonly PaidOrder[],
  rounds?: number,
): BatchPlan {
  const paid = rounds !== undefined;
  const batch = operationOf(operation).batch?.field ?? '';
  const held = whyFixed(operation, context);
  const entry = amountCaps(context)?.entry;
  const bounded = whyBounded(
    operation,
    // `whyBounded` halves the limit to leave room for charges; here none are added, so the limit is doubled.
    entry === undefined ? context : { ...context, amountLimit: (Number(entry * 2n) / 100).toFixed(2) },
  );
  const offset = deriveSeed(seed, 'covering', operation) % 1009;
  const notSent: NotSent[] = [];
  const carriesIn = (round: number) =>
    fieldsIn(operation).flatMap((field): Carried[] => {
      const { label } = field;
      const always = held(label);
      const name = label.split('.').at(-1) ?? label;
      // `refund_amount` is drawn like `amount`, so that a full refund has the same class.
      const words = label === 'refund_amount' ? 'amount' : label;
      const classes = classesIn(field, context, paid);
      return orders.flatMap((_order, at) => {
        const place = round * orders.length + at;
        const one =
          classes[(place + (label === 'refund_amount' || label === 'amount' ? 0 : offset)) % classes.length];
        if (one === undefined) return [];
        const why = always ?? bounded({ schema: field.schema, label: 'entry' }, one);
        if (why !== undefined) {
          notSent.push({ field: label, class: one.id, why });
          return [];
        }
        const turn = (seed % 1009) + place;
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
    class: fixedClass.id,
    steps: [field],
    change: (value: JsonObject[string]) => value,
    drawnFrom: '',
  }));
  const left = paid
    ? []
    : ['order_no', 'transaction_id'].flatMap((field) =>
        textClasses
          .filter(({ id }) => !extensible.has(id))
          .map(({ id }) => ({ field, class: id, why: unknownOrderNote })),
      );
  return {
    operation,
    requests: Array.from({ length: rounds ?? 1 }, (_none, at) => ({
      name: paid ? `classes/paid-${at + 1}` : 'classes/unknown',
      at,
      carries: [...party, ...carriesIn(at)],
    })),
    notSent: [...notSent, ...left],
    base: batchOf(operation, orders, context, seed, { part: paid ? 0.02 : 1 }).body,
  };
}

/** Plans one batch over unknown orders, whose entries together carry every class of every field of an entry. */
export function unknownBatchPlan(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
): BatchPlan {
  const most = Math.max(...fieldsIn(operation).map((field) => classesIn(field, context, false).length));
  return planOver(operation, context, seed, unknownOrders(most, seed, context));
}

/** Plans batches over the same paid orders, whose entries together carry every class that the orders do not fix. */
export function paidBatchPlan(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  orders: readonly PaidOrder[],
): BatchPlan {
  return planOver(operation, context, seed, orders, Math.ceil(textClasses.length / orders.length));
}

/** The context and the seed that the requests of a plan are made from. */
export interface SeededContext {
  readonly context: MakeContext;
  readonly seed: number;
}

// Only the carried values should be unusual, and such payments need not be large.
function plainContext(context: MakeContext): MakeContext {
  const cap = amountCaps(context)?.entry;
  const plain: MakeContext = { ...context, letters: 'plain', contradictions: 'kept' };
  return cap === undefined ? plain : { ...plain, amountLimit: (Number(cap) / 100).toFixed(2) };
}

/**
 * The body of one request of a plan with the given carried values; all other values are plain. Each send needs its own
 * `attempt`, because an order number may be used once.
 */
export function coveringBody(
  { operation }: Pick<CoveringPlan, 'operation'>,
  { at }: Pick<CoveringRequest, 'at'>,
  carried: readonly Carried[],
  { context, seed }: SeededContext,
  attempt: string,
): JsonObject {
  const own = deriveSeed(seed, 'covering', operation, String(at));
  const drawn = drawRequest(operation, plainContext(context), 'full', own).body;
  const held = whyFixed(operation, context);
  // Amounts that the target file fixes stay as they are.
  const counts =
    operationOf(operation).family === 'payment' && amountParts.every((name) => held(name) === undefined);
  const number = `${context.prefix}-${deriveSeed(seed, operation, String(at), attempt).toString(36)}`;
  const base = withOwnNumbers(counts ? plainMoney(drawn) : drawn, context, () => number);
  // The seed makes other values of the same classes.
  const body = carryAll(base, carried, at, number, seed);
  const settled = counts ? settle(body, new Set(carried.map(({ field }) => field))) : body;
  const isCarried = (steps: readonly string[]) => carried.some(({ field }) => field === steps.join('.'));
  return removeContradictions(
    settled,
    ({ many, few }) => {
      if (held(many.join('.')) !== undefined || held(few.join('.')) !== undefined) return undefined;
      return isCarried(few) ? many : few;
    },
    (steps) => isCarried(steps) || held(steps.join('.')) !== undefined,
  );
}

/** The batch of a plan with the given carried values; all other values are plain. */
export function coveringBatch(
  { base }: BatchPlan,
  { at }: Pick<CoveringRequest, 'at'>,
  carried: readonly Carried[],
  { context, seed }: SeededContext,
): JsonObject {
  return carryAll(base, carried, at, context.prefix, seed);
}

/** The result of a search: the culprits, and the members that could not be decided. */
interface Culprits<Member> {
  readonly culprits: readonly Member[];
  readonly unclear: readonly Member[];
}

/** Sends the members. Returns whether they cause the problem, or undefined if nothing more may be sent. */
type Shows<Member> = (members: readonly Member[]) => Promise<boolean | undefined>;

/**
 * Bisects a group that causes a problem until every member that causes it alone is found. Likely members are tried
 * first. Members that cause it only together, or that may no longer be sent, stay unclear.
 */
export async function findCulprits<Member>(
  group: readonly Member[],
  shows: Shows<Member>,
  likely: readonly Member[] = [],
): Promise<Culprits<Member>> {
  const culprits: Member[] = [];
  for (const one of likely) if ((await shows([one])) === true) culprits.push(one);
  if (culprits.length === 0) return halve(group, shows);
  const rest = group.filter((one) => !culprits.includes(one));
  const more = rest.length > 0 ? await shows(rest) : false;
  if (more !== true) return { culprits, unclear: more === undefined ? rest : [] };
  const further = await halve(rest, shows);
  return { culprits: [...culprits, ...further.culprits], unclear: further.unclear };
}

/** Bisects a group that is known to cause the problem. */
async function halve<Member>(group: readonly Member[], shows: Shows<Member>): Promise<Culprits<Member>> {
  if (group.length <= 1) return { culprits: group, unclear: [] };
  const middle = Math.ceil(group.length / 2);
  const found: Culprits<Member>[] = [];
  for (const half of [group.slice(0, middle), group.slice(middle)]) {
    const shown = await shows(half);
    if (shown === undefined) found.push({ culprits: [], unclear: half });
    else if (shown) found.push(await halve(half, shows));
  }
  // Neither half causes it alone: the cause needs members of both.
  if (found.length === 0) return { culprits: [], unclear: group };
  return {
    culprits: found.flatMap(({ culprits }) => culprits),
    unclear: found.flatMap(({ unclear }) => unclear),
  };
}

/** The entry with an unknown order whose number contains a text. */
function withUnknownOrder(entry: JsonObject, text: string, context: MakeContext): JsonObject {
  const [nobody] = unknownOrders(1, 0, context);
  return nobody === undefined ? entry : { ...entry, ...nobody, order_no: `${text} ${nobody.order_no}` };
}

/** Puts a text into the first free-text field or into an extra, unknown order number; undefined if there is neither. */
export function withText(
  operation: DocumentedOperationId,
  context: MakeContext,
  body: JsonObject,
  text: string,
): JsonObject | undefined {
  const { batch } = operationOf(operation);
  const held = whyFixed(operation, context);
  const free = fieldsOf(requestSchema(operation), batch?.field).find(
    ({ schema, label }) => shapeNameOf(schema) === 'freeText' && held(label) === undefined,
  );
  if (free !== undefined) {
    const { steps } = free;
    const changed = carry(
      body,
      { field: free.label, class: 'text', steps, change: () => text, drawnFrom: '' },
      0,
      '',
      0,
    );
    return changed === body ? undefined : changed;
  }
  const [entry] = listOf(body[batch?.field ?? '']);
  if (batch === undefined || !isObject(entry)) return undefined;
  return { ...body, [batch.field]: [entry, withUnknownOrder(entry, text, context)] };
}
