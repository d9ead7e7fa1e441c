import { defaultContext } from '../../generators/context.ts';
import { type Field, fieldsOf } from '../../generators/fields.ts';
import { classesOf } from '../../generators/value-classes.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { changeAt, isObject } from '../../schemas/json.ts';
import { documentedOperations, type Operation } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import { onAnswer, onWire } from './alter.ts';
import { status200 } from './crashes.ts';
import { type Fault, plant } from './fault.ts';
import { sitesOf } from './sites.ts';
import { valueSigns } from './value-signs.ts';

/** A fault that shows when a field holds a value of one class. */
export interface ValueFault extends Fault {
  readonly field: string;
  /** Name of the class of values. */
  readonly class: string;
}

type Effect = 'crashes' | 'malformed' | 'altered' | 'dropped';

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

const broken = {
  json: (text: string) => text.slice(0, -1),
  xml: (text: string) => text.replace('</respon>', '<open></respon>'),
  html: undefined,
} as const;

/** Clauses on values that come back, by operation and the first name of a field. */
function echoOf({ operation: { id }, field }: Spot): ClauseId | undefined {
  const [first = '', second] = field.steps;
  if (id === 'refund' && field.label === 'refund_reason') return '2.9/refund_reason/echo';
  if (id === 'cancel-subscription' && first === 'contract_name') return '2.12/contract_name/echo';
  if (id !== 'payout' || field.label.endsWith('bank_code')) return undefined;
  if (first === 'beneficiary_id') return '2.13/beneficiary_id/echo';
  if (first === 'beneficiary') return second === undefined ? undefined : '2.13/beneficiary/echo';
  return first === 'client_data' || first === 'reason' || first === 'reference'
    ? '2.13/request-fields/echo'
    : undefined;
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
    const crash = { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>500</h1>' };
    return [status200(id), onWire(id, (wire, { request }) => (when(request) ? crash : wire))];
  }
  if (effect === 'malformed') {
    const breaks = broken[answers];
    if (breaks === undefined) return undefined;
    return [
      `1.4/${answers}/well-formed`,
      onWire(id, (wire, { request }) =>
        when(request) && typeof wire.body === 'string' ? { ...wire, body: breaks(wire.body) } : wire,
      ),
    ];
  }
  const echo = echoOf(spot);
  const clause = effect === 'altered' ? echo : echo && absenceOf(spot);
  if (clause === undefined) return undefined;
  return [clause, changing(spot, effect === 'altered' ? spoilt : () => undefined)];
}

const told: Record<Effect, string> = {
  crashes: 'ends in a 500',
  malformed: 'is answered with a body that is not well formed',
  altered: 'comes back altered',
  dropped: 'does not come back',
};
const effects = Object.keys(told) as readonly Effect[];

function faultsAt(spot: Spot): ValueFault[] {
  const { operation, field, class: kind } = spot;
  return effects.flatMap((effect) => {
    const made = changeOf(effect, spot);
    if (made === undefined) return [];
    const [clause, change] = made;
    const words = ['value', operation.id, ...field.label.split('.'), kind, effect];
    return [
      {
        ...plant({
          id: words.join('-').replaceAll('_', '-').toLowerCase(),
          clause,
          operation: operation.id,
          description: `${kind} in ${field.label} ${told[effect]}`,
          change,
        }),
        field: field.label,
        class: kind,
      },
    ];
  });
}

// Names of orders and transactions are of the run, and those of nobody are refused before their text counts.
const named: ReadonlySet<string> = new Set(['merchant_id', 'account_id', 'order_no', 'transaction_id']);

function spotsOf(operation: Operation): Spot[] {
  return fieldsOf(requestSchema(operation.id), operation.batch?.field)
    .filter(({ kind, label }) => kind === 'leaf' && !named.has(label))
    .flatMap((field) => {
      const { own, beyond } = classesOf(field, defaultContext);
      const sent = operation.family === 'subscription' ? own : [...own, ...beyond];
      return sent
        .filter(({ id }) => valueSigns[id] !== undefined)
        .map(({ id }) => ({ operation, field, class: id }));
    });
}

let made: ReadonlyMap<string, ValueFault> | undefined;

function derive(): ReadonlyMap<string, ValueFault> {
  const apart = new Set<DocumentedOperationId>(['query', 'refund-search']);
  const rows = documentedOperations.filter(({ id }) => !apart.has(id));
  // A class that a field has twice, as its own and as any text, is one.
  const derived = rows.flatMap((row) => spotsOf(row).flatMap(faultsAt));
  return new Map(derived.map((fault) => [fault.id, fault]));
}

/** Every fault that a class of values in a field can bring about, derived from the request schemas. */
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
