import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { About } from '../reply.ts';
import { onWire } from './alter.ts';
import { type Fault, plant } from './fault.ts';

/** A fault that shows when a field holds a value of one class, or a body is written in one way. */
export interface ValueFault extends Fault {
  readonly field: string;
  /** Name of the class. */
  readonly class: string;
}

const told = {
  crashes: 'ends in a 500',
  malformed: 'is answered with a body that is not well formed',
  altered: 'comes back altered',
  dropped: 'does not come back',
} as const;

/** What becomes of the answer to such a value. */
export type Effect = keyof typeof told;

/** All effects. */
export const effects = Object.keys(told) as readonly Effect[];

/** Makes the fault of one effect of a class in a field. */
export function valueFaultOf({
  operation,
  field,
  class: kind,
  effect,
  clause,
  change,
}: {
  readonly operation: DocumentedOperationId;
  readonly field: string;
  readonly class: string;
  readonly effect: Effect;
  readonly clause: ClauseId;
  readonly change: Change;
}): ValueFault {
  const words = ['value', operation, ...field.split('.'), kind, effect];
  const id = words.join('-').replaceAll('_', '-').toLowerCase();
  const description = `${kind} in ${field} ${told[effect]}`;
  return { ...plant({ id, clause, operation, description, change }), field, class: kind };
}

const crash = { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>500</h1>' };

/** Ends the requests of an operation that have something about them in a server error. */
export function crashingOn(operation: DocumentedOperationId, when: (about: About) => boolean): Change {
  return onWire(operation, (wire, about) => (when(about) ? crash : wire));
}

const broken = {
  json: (text: string) => text.slice(0, -1),
  xml: (text: string) => text.replace('</respon>', '<open></respon>'),
  html: (text: string) => text,
} as const;

/** Answers the requests of an operation that have something about them with a body that is not well formed. */
export function malformedOn(operation: DocumentedOperationId, when: (about: About) => boolean): Change {
  const breaks = broken[operationOf(operation).answers];
  return onWire(operation, (wire, about) =>
    when(about) && typeof wire.body === 'string' ? { ...wire, body: breaks(wire.body) } : wire,
  );
}
