import { readFileSync } from 'node:fs';
import { objectOf } from '../schemas/json.ts';
import type { JsonObject } from '../schemas/types.ts';

/** The schema of target files. */
export const targetSchema = JSON.parse(
  readFileSync(new URL('./target.schema.json', import.meta.url), 'utf8'),
) as JsonObject;

/**
 * What a key of a target file holds, as its schema says under `holds`: `words` of this suite, which errors may repeat;
 * `settings`, which errors do not repeat; a `secret`, which no report shows. A key without the word holds values of requests, which
 * are masked by their names: what nobody thought of is hidden.
 */
export type Held = 'words' | 'settings' | 'secret' | 'requests';

/** What the key at some steps of a target file holds; a key below another holds what that does, unless it says otherwise. */
export function heldAt(steps: readonly string[]): Held {
  let place = targetSchema;
  let held: Held = 'requests';
  for (const step of steps) {
    place = objectOf(objectOf(place.properties)[step]);
    held = (place.holds as Held | undefined) ?? held;
  }
  return held;
}
