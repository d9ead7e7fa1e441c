import { given } from '../given.ts';
import { objectOf } from '../json.ts';
import type { JsonObject } from '../types.ts';

const clause = { type: '2.8/inputs/repeated-value' };

/** The schema of the posted form with every request field that its file does not name: the page repeats it as text (2.8). */
export function withRepeatedFields(posted: JsonObject, request: JsonObject): JsonObject {
  const named = objectOf(posted.properties);
  const repeated = Object.entries(objectOf(request.properties))
    .filter(([name]) => !Object.hasOwn(named, name))
    .map(([name, field]) => [name, { type: 'string', ...given({ secret: objectOf(field).secret }), clause }]);
  return { ...posted, properties: { ...named, ...Object.fromEntries(repeated) } };
}
