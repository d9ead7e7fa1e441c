import { bodyClasses } from '../../generators/value-classes.ts';
import { clausesOf } from '../../schemas/clauses.ts';
import { encodingOfType, type Operation } from '../../schemas/operations.ts';
import { bodyField } from '../../schemas/sent.ts';
import { table } from '../../schemas/table.ts';
import type { ClauseId } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { About } from '../reply.ts';
import { onAnswer, without } from './alter.ts';
import { status200 } from './crashes.ts';
import { sitesOf } from './sites.ts';
import {
  crashingOn,
  type Effect,
  effects,
  malformedOn,
  type ValueFault,
  valueFaultOf,
} from './value-fault.ts';

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
