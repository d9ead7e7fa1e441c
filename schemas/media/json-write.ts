import type { JsonValue } from '../types.ts';
import { reversed } from './reversed.ts';

/** How a JSON text is written when it matters; every style reads back as the same value. */
export interface JsonStyle {
  /** Spaces per level; one line without it. */
  readonly indent?: number;
  /** Writes every character beyond ASCII as an escape. */
  readonly ascii?: boolean;
  /** Writes every character of all texts, or of all member names, as an escape. */
  readonly escaped?: 'texts' | 'names';
  /** Writes the slash as `\/`, as some services do. */
  readonly slashes?: boolean;
  /** Order of member names: as given, or backwards. */
  readonly order?: 'as-given' | 'reversed';
}

const texts = new WeakMap<object, string>();

/** The JSON text of a value in the shortest way, which is not written anew where it was just written as a body. */
export function plainJson(value: JsonValue): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return known ?? JSON.stringify(value);
}

/** Writes a value as JSON text. */
export function encodeJson(value: JsonValue, style?: JsonStyle): string {
  if (style === undefined) {
    const text = JSON.stringify(value);
    if (typeof value === 'object' && value !== null) texts.set(value, text);
    return text;
  }
  const ordered = style.order === 'reversed' ? reversed(value) : value;
  let text =
    style.escaped === undefined
      ? JSON.stringify(ordered, undefined, style.indent)
      : escapedText(ordered, style.escaped);
  if (style.slashes) text = text.replaceAll('/', '\\/');
  if (style.ascii) text = text.replace(/[\u007f-\uffff]/g, escapeUnit);
  return text;
}

function escapedText(value: JsonValue, where: 'texts' | 'names'): string {
  if (typeof value === 'string') return where === 'texts' ? escapedString(value) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry) => escapedText(entry, where)).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${where === 'names' ? escapedString(name) : JSON.stringify(name)}:${escapedText(member, where)}`,
  );
  return `{${members.join(',')}}`;
}

function escapedString(text: string): string {
  return `"${text.replace(/[\s\S]/g, escapeUnit)}"`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
