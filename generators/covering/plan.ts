import { amountParts } from '../../schemas/amount-parts.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Encoding, JsonObject } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { type Field, fieldsOf } from '../fields.ts';
import { deriveSeed } from '../seed.ts';
import { type Contradiction, contradictions } from '../valid/apart.ts';
import { classesOf, type FieldClasses } from '../values/classes/classes-of.ts';
import type { ValueClass } from '../values/classes/value-class.ts';
import type { Carried, Pair } from './carried.ts';
import { isCore, whyFixed } from './held-fields.ts';
import { moneyClasses, moneyRounds, whyBounded } from './money-parts.ts';
import { emptyStructures, type Structure, sizes } from './structures.ts';

/** A pair that no request of a plan carries, and the reason. */
export interface NotSent extends Pair {
  readonly why: string;
}

/** One request of a covering plan: which fields have a value of which class. */
export interface CoveringRequest {
  readonly name: string;
  /** Index of the request in the plan. */
  readonly at: number;
  readonly carries: readonly Carried[];
}

/** Requests that together carry every class of every field, and the pairs that cannot be sent. */
export interface CoveringPlan {
  readonly operation: DocumentedOperationId;
  readonly requests: readonly CoveringRequest[];
  readonly notSent: readonly NotSent[];
}

/** The class of a value that the run or the target file fixes in every request. */
export const fixedClass = {
  id: 'as-named',
  sentence: 'The value that the run or the target file gives.',
} as const;

interface Planned {
  readonly field: Field;
  readonly classes: FieldClasses;
  /** Texts outside the meaning of the field, without those that are among its own classes. */
  readonly further: readonly ValueClass[];
  readonly offset: number;
}

interface Terms {
  readonly held: (field: string) => string | undefined;
  readonly bounded: (field: Pick<Field, 'schema' | 'label'>, one: ValueClass) => string | undefined;
}

const isMoney = (name: string): boolean => amountParts.some((part) => part === name);

function carriedOf({ label, steps }: Field, one: ValueClass): Carried {
  // Parts of an amount that must be equal are drawn from the same words.
  const drawnFrom = isMoney(label) ? one.id : `${label} ${one.id}`;
  return { field: label, class: one.id, steps, change: (_plain, draw) => one.make(draw), drawnFrom };
}

function furtherOf({ own, beyond }: FieldClasses): readonly ValueClass[] {
  const names = new Set(own.map(({ id }) => id));
  return beyond.filter(({ id }) => !names.has(id));
}

function leavesIn(at: number, leaves: readonly Planned[], ownRounds: number, terms: Terms): Carried[] {
  const carried = leaves.flatMap(({ field, classes, further, offset }): Carried[] => {
    const isBeyond = at >= ownRounds && further.length > 0;
    const list = isBeyond ? further : classes.own;
    const one = list[(at + offset) % list.length];
    if (one === undefined || terms.bounded(field, one) !== undefined) return [];
    return [{ ...carriedOf(field, one), ...(isBeyond ? { isBeyond } : {}) }];
  });
  // In this order, the first bisection separates sensible values from texts outside the meaning of a field.
  return [...carried.filter((one) => !one.isBeyond), ...carried.filter((one) => one.isBeyond)];
}

/** Returns the number of rounds of a plan, and in how many of them all fields have their own classes. */
function roundsFor(leaves: readonly Planned[], least: number) {
  const most = (lengths: readonly number[]) => Math.max(0, ...lengths);
  const own = most(leaves.map(({ classes }) => classes.own.length));
  const further = most(leaves.map((one) => one.further.length));
  // Free-text fields keep their own classes while other fields get texts outside their meaning.
  const shaped = leaves.filter((one) => one.further.length > 0);
  const before = most(shaped.map(({ classes }) => classes.own.length));
  const rounds = Math.max(own, before + further, least);
  return { rounds, ownRounds: rounds - further };
}

/** Removes one of two contradicting fields, unless the target file fixes the value of one. */
function withoutContradicting(
  carried: readonly Carried[],
  { held }: Terms,
  hasFew: (one: Contradiction) => boolean = () => false,
): Carried[] {
  const out = contradictions.flatMap((one) => {
    const [many, few] = [one.many.join('.'), one.few.join('.')];
    if (held(many) !== undefined || held(few) !== undefined) return [];
    return hasFew(one) ? many : few;
  });
  return carried.filter(({ field }) => !out.some((name) => `${field}.`.startsWith(`${name}.`)));
}

function structureOf({ label, steps }: Field, { id, change }: Structure): Carried {
  return { field: label, class: id, steps, change, drawnFrom: '' };
}

interface Round {
  readonly structure: Structure['id'];
  readonly fields: readonly Field[];
}

/** Rounds in which objects and arrays are absent, empty or of a certain size, for one depth at a time. */
function roundsOf(containers: readonly Field[]): readonly Round[] {
  const depths = [...new Set(containers.map(({ steps }) => steps.length))].sort((one, other) => one - other);
  const arrays = containers.filter(({ kind }) => kind === 'array');
  return [
    ...depths.flatMap((depth) =>
      ['absent', 'empty'].map((structure) => ({
        structure,
        fields: containers.filter(({ steps }) => steps.length === depth),
      })),
    ),
    ...(arrays.length === 0 ? [] : sizes.map(({ id }) => ({ structure: id, fields: arrays }))),
  ];
}

function isInside({ steps }: Pick<Carried, 'steps'>, outer: Field): boolean {
  return steps.length > outer.steps.length && outer.steps.every((step, at) => steps[at] === step);
}

function containersOf(operation: DocumentedOperationId, fields: readonly Field[], encoding: Encoding) {
  // Entries of an array are always present.
  const all = fields.filter(({ kind, steps }) => kind !== 'leaf' && steps.at(-1) !== '[]');
  const optional = all.filter(({ label }) => !isCore(operation, label));
  const core = all.filter(({ label }) => isCore(operation, label));
  const structures = (field: Field) =>
    [...emptyStructures, ...sizes].filter(
      ({ of, id }) => of === field.kind && !(id === 'empty' && encoding !== 'json'),
    );
  const notSent = [
    ...core.flatMap(({ label }) =>
      ['absent', 'empty'].map((id) => ({
        field: label,
        class: id,
        why: 'a request without it is not complete',
      })),
    ),
    ...(encoding === 'json'
      ? []
      : optional.map(({ label }) => ({
          field: label,
          class: 'empty',
          why: `${encoding} cannot distinguish it from an empty text`,
        }))),
  ];
  return { optional, structures, notSent };
}

/**
 * Plans requests of a payment or payout that together carry every class of every field: first sensible values, then
 * also texts outside the meaning of a field, then objects and arrays that are absent, empty or of several sizes.
 * Another seed combines the same classes differently.
 */
export function coveringPlan(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  encoding: Encoding = operationOf(operation).encoding,
): CoveringPlan {
  const terms: Terms = { held: whyFixed(operation, context), bounded: whyBounded(operation, context) };
  const fields = fieldsOf(requestSchema(operation));
  const planned = fields
    .filter(({ kind }) => kind === 'leaf')
    .map((field): Planned => {
      const offset = deriveSeed(seed, 'covering', operation, field.label) % 1009;
      const classes = classesOf(field, context);
      return { field, classes, further: furtherOf(classes), offset };
    });
  const held = planned.filter(({ field }) => terms.held(field.label) !== undefined);
  const free = planned.filter((one) => !held.includes(one));
  const isPayment = operationOf(operation).family === 'payment';
  const isFree = held.every(({ field }) => !isMoney(field.label));
  const money = isPayment && isFree ? free.filter(({ field }) => isMoney(field.label)) : [];
  const leaves = free.filter((one) => !money.includes(one));
  const { rounds, ownRounds } = roundsFor(leaves, money.length > 0 ? moneyRounds : 0);
  const offset = deriveSeed(seed, 'covering', operation, 'amount') % 1009;
  const carriedAt = (at: number): Carried[] => [
    ...held.map(({ field }) => ({
      ...carriedOf(field, { ...fixedClass, make: () => null }),
      change: (value: JsonObject[string]) => value,
    })),
    ...leavesIn(at, leaves, ownRounds, terms),
    ...money.flatMap(({ field }) => {
      const one = moneyClasses(at, offset).get(field.label as 'amount');
      return one === undefined || terms.bounded(field, one) !== undefined ? [] : [carriedOf(field, one)];
    }),
  ];
  const { optional, structures, notSent } = containersOf(operation, fields, encoding);
  const requests = Array.from(
    { length: rounds },
    (_none, at): CoveringRequest => ({
      name: `classes/${at + 1}`,
      at,
      carries: withoutContradicting(carriedAt(at), terms),
    }),
  );
  const shaped = roundsOf(optional).map(({ structure, fields: some }, turn): CoveringRequest => {
    const at = rounds + turn;
    const changed = some.flatMap((field) => {
      const found = structures(field).find(({ id }) => id === structure);
      return found === undefined || terms.held(field.label) !== undefined ? [] : [{ field, found }];
    });
    const hollowed = structure === 'absent' || structure === 'empty' ? changed : [];
    const beside = carriedAt(at % rounds).filter(
      (one) => !hollowed.some(({ field }) => isInside(one, field)),
    );
    // The field with few classes is sent if the other is removed with its object, and in requests about sizes.
    const hasFew = ({ many }: Contradiction) =>
      many.length > 1 ? hollowed.length === 0 : hollowed.some(({ field }) => field.label === many[0]);
    // Values go into an array before it is enlarged.
    return {
      name: `classes/${structure}-${turn + 1}`,
      at,
      carries: [
        ...withoutContradicting(beside, terms, hasFew),
        ...changed.map(({ field, found }) => structureOf(field, found)),
      ],
    };
  });
  const all = [...requests, ...shaped];
  return {
    operation,
    requests: all.filter(({ carries }) => carries.length > 0),
    notSent: [...notSent, ...notSentOf(planned, terms), ...heldContainers(optional, structures, terms)],
  };
}

function heldContainers(
  containers: readonly Field[],
  structures: (field: Field) => readonly Structure[],
  { held }: Terms,
): NotSent[] {
  return containers.flatMap((field) => {
    const why = held(field.label);
    return why === undefined
      ? []
      : structures(field).map(({ id }) => ({ field: field.label, class: id, why }));
  });
}

function notSentOf(planned: readonly Planned[], { held, bounded }: Terms): NotSent[] {
  return planned.flatMap(({ field, classes, further }) => {
    const { label } = field;
    const all = [...classes.own, ...further];
    const always = held(label);
    return all.flatMap((one) => {
      const why = always ?? bounded(field, one);
      return why === undefined ? [] : [{ field: label, class: one.id, why }];
    });
  });
}
