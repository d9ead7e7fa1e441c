import { isObject } from '../json.ts';
import { decodeForm } from '../media/form.ts';
import { decodeJson } from '../media/json.ts';
import { decodeXml } from '../media/xml.ts';
import type { JsonValue, SentRequest } from '../types.ts';

/**
 * Tells whether the text on the wire says what the logical body says, so that an answer can be compared with it.
 * Odd requests may carry another text on purpose. Texts of forms and XML are strings, so scalars are compared as text.
 */
export function saysWhatWasSent({ body, value, encoding }: SentRequest): boolean {
  if (!isObject(value)) return false;
  if (encoding === 'form') {
    const decoded = decodeForm(body);
    return decoded.ok && sameTexts(decoded.value, value);
  }
  const decoded = encoding === 'json' ? decodeJson(Buffer.from(body)) : decodeXml(Buffer.from(body));
  if (!decoded.ok || decoded.notes.some(({ kind }) => kind === 'duplicate-member')) return false;
  if (encoding === 'json') return sameTexts(decoded.value, value);
  const root = isObject(decoded.value) ? Object.values(decoded.value)[0] : undefined;
  // The layout of an XML request is the target's choice, so only the texts at the top are looked at.
  return (
    isObject(root) &&
    Object.entries(value).every(([name, part]) => typeof part === 'object' || sameTexts(root[name], part))
  );
}

function sameTexts(one: JsonValue | undefined, other: JsonValue): boolean {
  if (one === undefined) return false;
  if (typeof other !== 'object' || other === null) return textOf(one) === textOf(other);
  if (typeof one !== 'object' || one === null) return false;
  const entries = Object.entries(other);
  if (entries.length !== Object.keys(one).length) return false;
  return entries.every(([name, part]) => sameTexts((one as { [name: string]: JsonValue })[name], part));
}

function textOf(value: JsonValue): string {
  return value === null ? '' : String(value);
}
