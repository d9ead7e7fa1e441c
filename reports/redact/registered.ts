import { maskCardDigits, passesLuhn } from './card-numbers.ts';
import { occurrencesOf } from './occurrences.ts';
import { tagOf } from './run-key.ts';
import type { Span } from './spans.ts';

let secrets = new Map<string, string>();
let origins = new Map<string, string>();
let mayHold: RegExp | undefined;

// Shorter values (a security code) would be found in amounts and dates; they are masked by field name only.
const shortest = 6;

/** Forgets every registered value. */
export function forgetRegistered(): void {
  secrets = new Map();
  origins = new Map();
  mayHold = undefined;
}

function maskSecret(value: string): string {
  return /^\d{13,19}$/.test(value) && passesLuhn(value)
    ? maskCardDigits(value)
    : `secret-${tagOf(value).slice(0, 6)}`;
}

// Inside JSON, XML, a form or a Basic header the same value is written differently.
function writtenForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const xml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
  return [value, json, xml, form, encodeURIComponent(Buffer.from(value).toString()), base64];
}

/** Masks a value of at least six characters, in every written form, wherever it occurs from now on. */
export function addSecret(value: string): void {
  if (value.length < shortest) return;
  const mask = maskSecret(value);
  for (const form of writtenForms(value)) secrets.set(form, mask);
  mayHold = undefined;
}

/** Names an origin whose port changes from run to run, so that equal seeds give equal evidence. */
export function addOrigin(origin: string, name: string): void {
  const stable = `http://${name}.invalid`;
  origins.set(origin, stable);
  origins.set(encodeURIComponent(origin), encodeURIComponent(stable));
  mayHold = undefined;
}

// One search for all of them at once; a search for each is only quicker in long texts.
const quicklySearched = 500;

function pattern(): RegExp {
  const words = [...secrets.keys(), ...origins.keys()];
  const written = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(written.join('|') || '(?!)');
}

/** Every registered value in a text, with its mask. */
export function registeredIn(text: string): Span[] {
  if (text.length < shortest) return [];
  if (text.length <= quicklySearched) {
    mayHold ??= pattern();
    if (!mayHold.test(text)) return [];
  }
  return [...occurrencesOf(secrets, text), ...occurrencesOf(origins, text)];
}

/** Tells whether a text holds a registered value. */
export function holdsRegistered(text: string): boolean {
  return registeredIn(text).length > 0;
}
