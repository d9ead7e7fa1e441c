import { createHash } from 'node:crypto';
import { secretClassOf } from '../schemas/contract.ts';
import { passesLuhn } from '../schemas/luhn.ts';
import type { JsonObject, JsonValue } from '../schemas/types.ts';
import { readJsonFile } from './read-json-file.ts';

/** What stands in the place of a secret. */
const mask = '(masked)';

// Thirteen to nineteen digits, also in groups.
const digitRuns = /(?<!\d)\d(?:[ .,/_-]?\d){12,18}(?!\d)/g;

function maskedCard(run: string): string {
  const digits = run.replaceAll(/\D/g, '');
  return passesLuhn(digits)
    ? `${digits.slice(0, 6)}${'x'.repeat(digits.length - 10)}${digits.slice(-4)}`
    : run;
}

/** A text with card numbers, and the credentials and query values of addresses, masked. */
export function maskedText(text: string): string {
  return text
    .replaceAll(digitRuns, maskedCard)
    .replaceAll(/\/\/[^/@\s]*@/g, `//${mask}@`)
    .replaceAll(/(?<=[?&][^=&\s]*=)[^&#\s]+/g, mask);
}

// Below these stand values of requests, under the names that the document gives them.
const requestValues = ['cards', 'fixed', 'apmMethods', 'payouts', 'subscription', 'optimise'];

function maskedValue(name: string, value: JsonValue): JsonValue {
  if (secretClassOf(name) === undefined) return masked(value, true);
  if (typeof value === 'string') {
    const shown = secretClassOf(name) === 'card' ? maskedCard(value) : value;
    return shown === value ? mask : shown;
  }
  return mask;
}

function masked(value: JsonValue, isRequest: boolean): JsonValue {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => masked(member, isRequest));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      // Dots reach nested members of a request.
      isRequest ? maskedValue(name.split('.').at(-1) ?? name, member) : masked(member, false),
    ]),
  );
}

/** A target file without secrets: cards, fixed signatures, credentials and personal data of requests are masked, each always in the same way. */
function maskedTarget(content: JsonObject): JsonObject {
  const rows = Object.entries(content).map(([name, value]): [string, JsonValue] => [
    name,
    masked(value, requestValues.includes(name)),
  ]);
  const whole = Object.fromEntries(rows);
  const { signing, proxy } = whole as { signing?: JsonObject; proxy?: JsonObject };
  return {
    ...whole,
    ...(typeof signing?.value === 'string' && { signing: { ...signing, value: mask } }),
    ...(proxy?.username !== undefined && { proxy: { ...proxy, username: mask } }),
  };
}

/** The text of a target file without secrets, and its SHA-256: equal files have equal digests, whatever their secrets are. */
export function maskedTargetFile(file: string): { readonly sha256: string; readonly text: string } {
  const content = maskedTarget(readJsonFile(file, 'target file') as JsonObject);
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}
