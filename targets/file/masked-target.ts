import { createHash } from 'node:crypto';
import { secretClassOf } from '../../schemas/contract.ts';
import { passesLuhn } from '../../schemas/luhn.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { readJsonFile } from './read-json-file.ts';
import { keyContentAt } from './target-breach.ts';

/** Text that replaces a secret. */
const mask = '(masked)';

// 13 to 19 digits, also in groups.
const digitRuns = /(?<!\d)\d(?:[ .,/_-]?\d){12,18}(?!\d)/g;

function maskedCard(run: string): string {
  const digits = run.replaceAll(/\D/g, '');
  return passesLuhn(digits)
    ? `${digits.slice(0, 6)}${'x'.repeat(digits.length - 10)}${digits.slice(-4)}`
    : run;
}

/** A text with masked card numbers, and masked credentials and query values of addresses. */
export function maskedText(text: string): string {
  return text
    .replaceAll(digitRuns, maskedCard)
    .replaceAll(/\/\/[^/@\s]*@/g, `//${mask}@`)
    .replaceAll(/(?<=[?&][^=&\s]*=)[^&#\s]+/g, mask);
}

function maskedValue(name: string, value: JsonValue): JsonValue {
  if (secretClassOf(name) === undefined) return masked(value, true);
  if (typeof value === 'string') {
    const shown = secretClassOf(name) === 'card' ? maskedCard(value) : value;
    return shown === value ? mask : shown;
  }
  return mask;
}

/** A value without secrets; under keys that hold request values, request names decide. */
export function masked(value: JsonValue, isRequest: boolean, steps?: readonly string[]): JsonValue {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => masked(member, isRequest));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, JsonValue] => {
      const own = steps === undefined ? undefined : [...steps, name];
      const held = own === undefined ? undefined : keyContentAt(own);
      if (held === 'secret' && typeof member === 'string') return [name, mask];
      if (own?.length === 1) return [name, masked(member, held === 'requests', own)];
      // Dots separate the names of nested members of a request.
      return [
        name,
        isRequest ? maskedValue(name.split('.').at(-1) ?? name, member) : masked(member, false, own),
      ];
    }),
  );
}

/** The text of a target file without secrets, and its SHA-256, which does not depend on the secrets. */
export function maskedTargetFile(file: string): { readonly sha256: string; readonly text: string } {
  const content = masked(readJsonFile(file, 'target file'), false, []);
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}
