import { requestSchema } from '../../schemas/contract.ts';
import { isObject } from '../../schemas/json.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';
import type { BodyEdit } from './edits.ts';

/** The documented members of every place, by its path with `[]` for entries. */
function documentedPlaces(operation: DocumentedOperationId): ReadonlyMap<string, JsonObject> {
  return new Map(placesOf(requestSchema(operation)).map(({ steps, schema }) => [steps.join('\n'), schema]));
}

function at(body: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === 'number') return Array.isArray(body) ? body[step] : undefined;
  return isObject(body) && Object.hasOwn(body, step) ? body[step] : undefined;
}

function namesIn(schema: JsonObject | undefined): readonly string[] {
  return isObject(schema?.properties) ? Object.keys(schema.properties) : [];
}

function demandKnown(
  { text, steps, value }: BodyEdit,
  places: ReadonlyMap<string, JsonObject>,
  body: JsonObject,
): void {
  let here: JsonValue | undefined = body;
  const path: string[] = [];
  for (const step of steps) {
    const documented = namesIn(places.get(path.join('\n')));
    const known = [...documented, ...(isObject(here) ? Object.keys(here) : [])];
    // A place whose members no schema lists may have any.
    if (typeof step === 'string' && value !== undefined && documented.length > 0 && !known.includes(step))
      throw new ConfigurationError(
        `--edit ${JSON.stringify(text)}: the request has no "${step}" here.${didYouMean(step, known)} To send it all the same, write := instead of =.`,
      );
    path.push(typeof step === 'number' ? '[]' : step);
    here = at(here, step);
  }
}

/**
 * An edit as the document means it: what is written for a field that is text is text, digits and `true` included, and a
 * name that is neither documented nor in the body is refused with the nearest one. `:=` leaves both alone.
 */
export function documentedEdit(edit: BodyEdit, operation: DocumentedOperationId, body: JsonObject): BodyEdit {
  if (edit.exact === true) return edit;
  const places = documentedPlaces(operation);
  demandKnown(edit, places, body);
  const { value, steps, text } = edit;
  const place = places.get(steps.map((step) => (typeof step === 'number' ? '[]' : step)).join('\n'));
  if (place?.type !== 'string' || (typeof value !== 'number' && typeof value !== 'boolean')) return edit;
  return { ...edit, value: text.slice(text.indexOf('=') + 1) };
}
