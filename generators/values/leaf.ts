import type { JsonValue } from '../../schemas/types.ts';
import type { Scene } from './scene.ts';

/** The place of a leaf: its dotted path without indexes, and its index in the nearest array. */
export interface Place {
  readonly path: string;
  readonly entry: number;
}

/** How the value of a field is made. */
export interface Leaf {
  /** Returns the value in a scene; `draw` is a number from 0 that shrinks towards 0. */
  readonly value: (scene: Scene, place: Place, draw: number) => JsonValue;
  /** True if the value depends on `draw`. */
  readonly varies: boolean;
  /** True for text that people write, which the shapes `unicode` and `long` may replace. */
  readonly prose: boolean;
}

/** A leaf that depends on the scene and is not prose: codes, numbers, identifiers. */
export function sceneLeaf(value: (scene: Scene, place: Place) => JsonValue): Leaf {
  return { value, varies: false, prose: false };
}

/** A leaf that depends on the scene and is prose: names, places, addresses. */
export function proseLeaf(value: (scene: Scene) => JsonValue): Leaf {
  return { value, varies: false, prose: true };
}

/** A leaf that varies with the draw within a scene. */
export function varyingLeaf(value: (scene: Scene, place: Place, draw: number) => JsonValue): Leaf {
  return { value, varies: true, prose: false };
}

/** A leaf with one of a few values; the first is the simplest. */
export function oneOf(values: readonly JsonValue[], prose = false): Leaf {
  return {
    value: (_scene, _place, draw) => values[draw % values.length] ?? null,
    varies: values.length > 1,
    prose,
  };
}
