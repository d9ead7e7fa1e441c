import { isObject } from '../json.ts';
import type { Decoded } from '../media/decoded.ts';
import type { JsonValue } from '../types.ts';

/** Writes a path into a decoded page with form and input names, as in `theForm.gbc_id.type` for `forms[0].inputs[3].type`. */
export function pagePath(path: string, decoded: Decoded | undefined): string {
  const found = /^forms\[([0-9]+)\](?:\.inputs\[([0-9]+)\])?/.exec(path);
  if (found === null || !decoded?.ok || !isObject(decoded.value)) return path;
  const form = entryOf(decoded.value.forms, found[1]);
  const name = nameOf(form) ?? `forms[${found[1]}]`;
  if (found[2] === undefined) return name + path.slice(found[0].length);
  const input = isObject(form) ? nameOf(entryOf(form.inputs, found[2])) : undefined;
  return `${name}.${input ?? `inputs[${found[2]}]`}${path.slice(found[0].length)}`;
}

function entryOf(list: JsonValue | undefined, index: string | undefined): JsonValue | undefined {
  return Array.isArray(list) ? list[Number(index)] : undefined;
}

function nameOf(value: JsonValue | undefined): string | undefined {
  const name = isObject(value) ? value.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
