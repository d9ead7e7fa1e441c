import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import { writingFaultsOf } from './body-writings.ts';
import { fieldFaultsOf } from './field-values.ts';
import type { ValueFault } from './value-fault.ts';

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
