import { bodyClasses } from '../../generators/value-classes.ts';
import { clausesOf } from '../../schemas/clauses.ts';
import { encodingOfType, type Operation, operationOf } from '../../schemas/operations.ts';
import { bodyField } from '../../schemas/sent.ts';
import { table } from '../../schemas/table.ts';
import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { About } from '../reply.ts';
import { onAnswer, onWire, without } from './alter.ts';
import { status200 } from './crashes.ts';
import { type Fault, plant } from './fault.ts';
import { sitesOf } from './from-schemas.ts';

/** How a body shows that it is written in one of the ways that its type allows: by one sign that no other way has. */
export const writingSigns: Readonly<Record<string, RegExp>> = table({
  'json-escaped-texts': /:"\\u00[2-7]/,
  'json-escaped-names': /"(?:\\u[0-9a-f]{4})+":/,
  'json-escaped-pairs': /^(?!.*:"\\u00[2-7]).*\\ud8/s,
  'json-escaped-slashes': /\\\//,
  'json-blanks': /^\{\n/,
  'no-xml-declaration': /^<(?!\?xml)/,
  'xml-cdata': /<!\[CDATA\[/,
  'xml-decimal-references': /&#\d/,
  'xml-hexadecimal-references': /&#x/,
  'xml-named-references': /&apos;/,
  'form-escaped-names': /^%/,
  'form-escaped-values': /^\w+=%[3-7]/,
});

// The answer repeats who asks, wherever it repeats anything.
const echoed = 'merchant_id';

function changeOf(
  effect: Effect,
  { id, answers }: Operation,
  when: (about: About) => boolean,
): readonly [ClauseId, Change] | undefined {
  if (effect === 'crashes') return [status200(id), crashingOn(id, when)];
  if (answers === 'html') return undefined;
  if (effect === 'malformed') return [`1.4/${answers}/well-formed`, malformedOn(id, when)];
  const isEcho = /\/merchant_id\/(?:identity|echo)$/;
  const echo = clausesOf(id).find((one) => isEcho.test(one.id))?.id;
  const absence = sitesOf(id).find(({ kind, path }) => kind === 'absent' && path.join() === echoed)?.clause;
  const clause = effect === 'altered' ? echo : absence;
  if (clause === undefined) return undefined;
  const changed = onAnswer(id, (answer, about) => {
    if (!when(about)) return answer;
    return effect === 'altered'
      ? { ...answer, [echoed]: `${String(answer[echoed])}0` }
      : without(answer, echoed);
  });
  return [clause, changed];
}

/** Faults that one way to write a body of an operation can bring about. */
export function writingFaultsOf(operation: Operation): readonly ValueFault[] {
  const { declares, encoding } = operation;
  const types = new Set([encoding, ...(declares === undefined ? [] : [encodingOfType[declares]])]);
  const ways = [...types].flatMap((type) => bodyClasses[type]);
  return ways.flatMap(({ id: kind }) => {
    const sign = writingSigns[kind];
    if (sign === undefined) return [];
    return effects.flatMap((effect) => {
      const made = changeOf(effect, operation, ({ body }) => sign.test(body));
      if (made === undefined) return [];
      const [clause, change] = made;
      return [
        valueFaultOf({ operation: operation.id, field: bodyField, class: kind, effect, clause, change }),
      ];
    });
  });
}

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
