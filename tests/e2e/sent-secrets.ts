import { classOf } from '../../reports/redact/classes.ts';
import type { SecretClass } from '../../schemas/contract.ts';
import { decodeForm } from '../../schemas/media/form.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import { decodeXml } from '../../schemas/media/xml.ts';
import type { JsonValue } from '../../schemas/types.ts';
import type { Recorded } from './recording-service.ts';

// Shorter values would be found by chance in words, numbers and hashes.
const shortest = 7;

function readBody(body: string): JsonValue {
  const bytes = Buffer.from(body);
  for (const decoded of [decodeJson(bytes), decodeXml(bytes), decodeForm(body)])
    if (decoded.ok) return decoded.value;
  return null;
}

function collect(value: JsonValue, name: string, into: Map<SecretClass, Set<string>>, open: string[]): void {
  if (value !== null && typeof value === 'object') {
    for (const [key, part] of Object.entries(value))
      collect(part, Array.isArray(value) ? name : key, into, open);
    return;
  }
  const secret = classOf(name);
  if (secret === undefined) open.push(String(value));
  if (secret === undefined || typeof value !== 'string' || value.trim().length < shortest) return;
  // A stand-in of one sign repeated says nothing, wherever it is found.
  if (new Set(value).size < 4) return;
  into.set(secret, (into.get(secret) ?? new Set()).add(value.trim()));
}

/** The secret values that really went over the wire, by their class. */
export function sentSecrets(requests: readonly Recorded[]): ReadonlyMap<SecretClass, ReadonlySet<string>> {
  const found = new Map<SecretClass, Set<string>>();
  const open: string[] = [];
  for (const { body } of requests) collect(readBody(body), '', found, open);
  // A sample text that also stands in a field without secrets is none.
  const shown = [...new Set(open)].join('\n');
  return new Map(
    [...found].map(([kind, values]) => [
      kind,
      new Set([...values].filter((value) => kind !== 'personal' || !shown.includes(value))),
    ]),
  );
}

/** The ways in which a value may be written in a file. */
export function writings(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  return [...new Set([value, json, html, form, encodeURIComponent(value)])];
}
