import type { JsonValue } from '../../schemas/types.ts';
import type { Scene } from './scene.ts';

/** Where a leaf is: its dotted path without indexes, and the number of its entry in the nearest array. */
export interface Place {
  readonly path: string;
  readonly entry: number;
}

/** How one field gets its value. */
export interface Leaf {
  /** The value in a scene; `draw` is a number from 0 that shrinks towards 0. */
  readonly value: (scene: Scene, place: Place, draw: number) => JsonValue;
  /** True when the value depends on `draw`. */
  readonly varies: boolean;
  /** True when people write it, so that the unicode and long shapes may replace it. */
  readonly prose: boolean;
}

/** A leaf that follows from the scene and is no prose: codes, numbers, identifiers. */
export function follows(value: (scene: Scene, place: Place) => JsonValue): Leaf {
  return { value, varies: false, prose: false };
}

/** A leaf that follows from the scene and is written by people: names, places, addresses. */
export function writes(value: (scene: Scene) => JsonValue): Leaf {
  return { value, varies: false, prose: true };
}

/** A leaf that differs from draw to draw within one scene. */
export function varies(value: (scene: Scene, place: Place, draw: number) => JsonValue): Leaf {
  return { value, varies: true, prose: false };
}

/** A leaf that is one of a few values, the first one the plainest. */
export function oneOf(values: readonly JsonValue[], prose = false): Leaf {
  return {
    value: (_scene, _place, draw) => values[draw % values.length] ?? null,
    varies: values.length > 1,
    prose,
  };
}
