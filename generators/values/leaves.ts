import { hash, sample, stringMatching } from 'fast-check';
import { table } from '../../schemas/table.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Shape } from '../request.ts';
import { listAt, subschema, textAt } from '../schema-view.ts';
import { type Leaf, oneOf, varyingLeaf } from './leaf.ts';
import { nameLeaves } from './name-leaves.ts';
import { shapeLeaves } from './shape-leaves.ts';
import { shapeNameOf } from './shape-name.ts';
import { longLengths, scripts, textOf } from './text.ts';

/** The leaf of the longest suffix of a dotted path that the table has. */
function namedLeaf(path: string): Leaf | undefined {
  const names = path.split('.');
  for (let from = 0; from < names.length; from += 1) {
    const leaf = nameLeaves[names.slice(from).join('.')];
    if (leaf !== undefined) return leaf;
  }
  return undefined;
}

const plainValues: Readonly<Record<string, JsonValue>> = table({
  boolean: true,
  integer: 1,
  number: 1.5,
  object: {},
  array: [],
});

/** A leaf for a field that no table has: from the schema's enum, examples, pattern or type. */
function schemaLeaf(schema: JsonObject): Leaf {
  const values = listAt(schema, 'enum');
  if (values.length > 0) return oneOf(values);
  const sampled = subschema(schema, 'sampled');
  const pattern = textAt(sampled ?? {}, 'pattern') ?? textAt(schema, 'pattern');
  const fitting = listAt(schema, 'examples').filter(
    (example) => pattern === undefined || (typeof example === 'string' && new RegExp(pattern).test(example)),
  );
  if (fitting.length > 0) return oneOf(fitting);
  if (pattern !== undefined) {
    const matching = stringMatching(new RegExp(pattern));
    return varyingLeaf((_scene, _place, draw) => sample(matching, { seed: draw, numRuns: 1 })[0] ?? '');
  }
  return oneOf([plainValues[textAt(schema, 'type') ?? ''] ?? 'text']);
}

/** Replaces prose in the shapes `unicode` and `long`. */
function inShape(leaf: Leaf, shape: Shape): Leaf {
  if (!leaf.prose) return leaf;
  if (shape === 'unicode') {
    return varyingLeaf((_scene, { path }, draw) => scripts[(draw + hash(path)) % scripts.length] ?? '');
  }
  if (shape === 'long') {
    return varyingLeaf((_scene, { path }, draw) =>
      textOf(longLengths[(draw + hash(path)) % longLengths.length] ?? 255),
    );
  }
  return leaf;
}

/** Chooses the leaf of a field: by its name, else by its shape, else by its schema. */
export function leafOf(schema: JsonObject, path: string, shape: Shape): Leaf {
  const shapeName = shapeNameOf(schema);
  return inShape(namedLeaf(path) ?? shapeLeaves[shapeName] ?? schemaLeaf(schema), shape);
}
