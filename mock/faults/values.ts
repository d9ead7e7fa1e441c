import { defaultContext } from '../../generators/context.ts';
import { whyHeld } from '../../generators/covering.ts';
import { type Field, fieldsOf } from '../../generators/fields.ts';
import { classesOf } from '../../generators/value-classes.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { changeAt, isObject } from '../../schemas/json.ts';
import { documentedOperations, type Operation, operationOf } from '../../schemas/operations.ts';
import type { ClauseId, JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import { onAnswer } from './alter.ts';
import { status200 } from './crashes.ts';
import { sitesOf } from './from-schemas.ts';
import {
  crashingOn,
  type Effect,
  effects,
  malformedOn,
  type ValueFault,
  valueFaultOf,
  writingFaultsOf,
} from './value-fault.ts';
import { valueDamages, valueSigns } from './value-signs.ts';

interface Spot {
  readonly operation: Operation;
  readonly field: Field;
  readonly class: string;
}

/** The texts that stand at a place of a request, in every entry of an array. */
function textsAt(value: JsonValue | undefined, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((entry) => textsAt(entry, rest)) : [];
  return isObject(value) ? textsAt(value[step], rest) : [];
}

function holds({ field, class: kind }: Spot): (request: JsonObject) => boolean {
  const sign = valueSigns[kind] ?? /^$/;
  return (request) => textsAt(request, field.steps).some((text) => sign.test(text));
}

const others: ReadonlySet<string> = new Set(['client_data', 'reason', 'reference', 'payment_date']);

/** Clauses on values that come back, by operation and the first name of a field. */
function echoOf({ operation: { id }, field }: Spot): ClauseId | undefined {
  const [first = '', second] = field.steps;
  if (id === 'refund' && field.label === 'refund_reason') return '2.9/refund_reason/echo';
  if (id === 'cancel-subscription' && first === 'contract_name') return '2.12/contract_name/echo';
  if (id === 'direct-payment' && first === 'amount') return '2.6/amount/echo';
  if (id === 'apm-payment' && first === 'amount') return '2.7/amount/echo';
  if (id !== 'payout' || field.label.endsWith('bank_code')) return undefined;
  if (first === 'beneficiary_id') return '2.13/beneficiary_id/echo';
  if (first === 'beneficiary') return second === undefined ? undefined : '2.13/beneficiary/echo';
  return others.has(first) ? '2.13/request-fields/echo' : undefined;
}

function absenceOf({ operation: { id }, field }: Spot): ClauseId | undefined {
  const path = field.steps.join('.');
  return sitesOf(id).find((site) => site.kind === 'absent' && site.path.join('.') === path)?.clause;
}

const spoilt = (text: string) => (text.length > 1 ? text.slice(0, -1) : `${text}?`);

function changing(spot: Spot, change: (text: string) => string | undefined): Change {
  const sign = valueSigns[spot.class] ?? /^$/;
  return onAnswer(
    spot.operation.id,
    (answer) =>
      changeAt(answer, spot.field.steps, (value) =>
        typeof value === 'string' && sign.test(value) ? change(value) : value,
      ) as JsonObject,
  );
}

function changeOf(effect: Effect, spot: Spot): readonly [ClauseId, Change] | undefined {
  const { id, answers } = spot.operation;
  const when = holds(spot);
  if (effect === 'crashes') {
    return [status200(id), crashingOn(id, ({ request }) => when(request))];
  }
  if (effect === 'malformed') {
    return answers === 'html'
      ? undefined
      : [`1.4/${answers}/well-formed`, malformedOn(id, ({ request }) => when(request))];
  }
  const echo = echoOf(spot);
  const clause = effect === 'altered' ? echo : echo && absenceOf(spot);
  if (clause === undefined) return undefined;
  const alter = valueDamages[spot.class] ?? spoilt;
  return [clause, changing(spot, effect === 'altered' ? alter : () => undefined)];
}

function faultsAt(spot: Spot): ValueFault[] {
  const { operation, field, class: kind } = spot;
  return effects.flatMap((effect) => {
    const made = changeOf(effect, spot);
    if (made === undefined) return [];
    const [clause, change] = made;
    return [
      valueFaultOf({ operation: operation.id, field: field.label, class: kind, effect, clause, change }),
    ];
  });
}

// Names of orders and transactions are of the run, and those of nobody are refused before their text counts.
const named: ReadonlySet<string> = new Set(['merchant_id', 'account_id', 'order_no', 'transaction_id']);

function spotsOf(operation: Operation): Spot[] {
  const held = whyHeld(operation.id, defaultContext);
  return fieldsOf(requestSchema(operation.id), operation.batch?.field)
    .filter(({ kind, label }) => kind === 'leaf' && !named.has(label) && held(label) === undefined)
    .flatMap((field) => {
      const { own, beyond } = classesOf(field, defaultContext);
      const sent = operation.family === 'subscription' ? own : [...own, ...beyond];
      return sent
        .filter(({ id }) => valueSigns[id] !== undefined)
        .map(({ id }) => ({ operation, field, class: id }));
    });
}

/** Faults that a class of values in a field of an operation can bring about, derived from the request schema. */
function fieldFaultsOf(operation: Operation): readonly ValueFault[] {
  return spotsOf(operation).flatMap(faultsAt);
}

let made: ReadonlyMap<string, ValueFault> | undefined;

function derive(): ReadonlyMap<string, ValueFault> {
  const derived = documentedOperations.flatMap(({ id }) => {
    const operation = operationOf(id);
    // What a search names is of the run.
    const ofFields = operation.family === 'search' ? [] : fieldFaultsOf(operation);
    return [...ofFields, ...writingFaultsOf(operation)];
  });
  // A class that a field has twice, as its own and as any text, is one.
  return new Map(derived.map((fault) => [fault.id, fault]));
}

/** Every fault that a class of values in a field, or a way to write a body, can bring about. */
export function valueFaults(): readonly ValueFault[] {
  made ??= derive();
  return [...made.values()];
}

/** The fault of an id among those of values. */
export function findValueFault(id: string): ValueFault | undefined {
  if (!id.startsWith('value-')) return undefined;
  made ??= derive();
  return made.get(id);
}
