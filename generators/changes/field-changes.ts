import { hash } from 'fast-check';
import { isObject } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { JsonValue } from '../../schemas/types.ts';
import type { Field } from '../fields.ts';
import { codeShapes } from '../values/sampled-shapes.ts';
import { shapeNameOf } from '../values/shape-name.ts';
import { arrayChanges, numberChanges, objectChanges, sizeChanges } from './other-changes.ts';
import {
  amountChanges,
  digitChanges,
  injectionChanges,
  shapedChanges,
  textChanges,
  type ValueChange,
} from './text-changes.ts';

/** Codes of the right shape that ISO 3166 gives to nobody; of currencies a target may allow its own alone. */
const unassigned: Readonly<Record<string, string>> = table({
  country: 'OO',
  countryCodeText: 'OO',
});

function changesOfText(field: Field, text: string): ValueChange[] {
  const shape = shapeNameOf(field.schema);
  const shaped = field.schema.pattern !== undefined || field.schema.sampled !== undefined;
  return [
    ...textChanges(text),
    // Free text gets every kind; elsewhere the fields take turns, for a request has a hundred of them.
    ...injectionChanges(shape === 'freeText' ? undefined : hash(field.label)),
    ...(shaped ? shapedChanges(text) : []),
    ...(shape === 'amount' ? amountChanges() : []),
    ...(shape === 'integerDigits' ? digitChanges() : []),
    ...(unassigned[shape] === undefined
      ? []
      : [{ kind: 'unassigned-code', gap: 'values', value: unassigned[shape] } satisfies ValueChange]),
    ...(codeShapes.has(shape)
      ? [{ kind: 'other-value', gap: 'values', value: 'zz' } satisfies ValueChange]
      : []),
  ];
}

/** Every way to change one documented part of a request, each with a kind that is stable whatever the value. */
export function changesOf(field: Field, value: JsonValue, batch: string | undefined): ValueChange[] {
  const name = field.steps.findLast((step) => step !== '[]') ?? '';
  if (Array.isArray(value)) {
    const isBatch = field.steps.length === 1 && name === batch;
    return [...arrayChanges(value), ...(isBatch ? [] : sizeChanges(value))];
  }
  if (isObject(value)) return objectChanges(name, value);
  return typeof value === 'number' ? numberChanges(value) : changesOfText(field, String(value));
}
