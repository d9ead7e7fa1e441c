import { isObject } from '../../schemas/json.ts';
import type { JsonValue } from '../../schemas/types.ts';

/** A text or members that a service reads; list entries have no name. */
export type Reading = string | Members;
/** Names and values in the order of writing. */
export type Members = readonly (readonly [name: string, value: Reading])[];

// Written as JSON writes it, so that no member is there twice.
function objectIn(text: string): JsonValue | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function readingOf(value: JsonValue): Reading {
  const inText = typeof value === 'string' ? objectIn(value) : undefined;
  if (inText !== undefined) return readingOf(inText);
  if (Array.isArray(value)) return value.map((entry) => ['', readingOf(entry)] as const);
  if (isObject(value)) return Object.entries(value).map(([name, part]) => [name, readingOf(part)] as const);
  return value === null || typeof value === 'boolean' ? '' : String(value);
}

/** The members of a value. */
export function membersIn(value: JsonValue): Members {
  return membersOf(readingOf(value));
}

/** The members of a reading; a text is a list of one entry. */
export function membersOf(reading: Reading): Members {
  return typeof reading === 'string' ? [['', reading]] : reading;
}

function unescaped(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
  } catch {
    return text;
  }
}

const encoded = /\\u([0-9a-f]{4})|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});/gi;

/** A text without escapes of JSON, addresses and markup, also several times over. */
export function withoutEscapes(text: string): string {
  let plain = text.normalize('NFKC');
  for (let round = 0; round < 3; round += 1)
    plain = plain.replaceAll(encoded, (_, unit, byte, hexadecimal, decimal) => {
      const code = decimal === undefined ? Number.parseInt(unit ?? byte ?? hexadecimal, 16) : Number(decimal);
      return String.fromCodePoint(Math.min(code, 0x10ffff));
    });
  return plain;
}

/** Every path that a server may use: unescaped up to three times, dots resolved or not, parameters and endings cut. */
export function pathsOf(url: string): readonly string[] {
  const found = new Set<string>();
  let path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  for (let round = 0; round < 4; round += 1) {
    const steps = path
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[?#].*$/s, '')
      .split(/[\\/]+/)
      .map((step) => step.replace(/;.*$/s, '').replaceAll(/[\s\p{C}]/gu, ''))
      .filter((step) => step !== '' && step !== '.');
    const followed: string[] = [];
    for (const step of steps) {
      if (step === '..') followed.pop();
      else followed.push(step);
    }
    for (const way of [steps, followed])
      found.add(`/${way.map((step) => step.replace(/(?<=.)\.\w+$/, '')).join('/')}/`);
    path = unescaped(path.replaceAll('+', '%2B'));
  }
  return [...found];
}
