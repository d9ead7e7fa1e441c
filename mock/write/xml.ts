import { xmlContent } from '../../schemas/media/xml.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** The style choices of XML. */
export interface XmlStyle {
  readonly declaration?: string;
  /** Line breaks and this indent between elements. */
  readonly indent?: string;
  readonly cdata?: boolean;
  readonly selfClose?: boolean;
  readonly comment?: string;
  readonly reversed?: boolean;
}

// Characters that XML 1.0 cannot contain, not even as references: most control characters, unpaired surrogates.
const forbidden = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns whether XML 1.0 can contain a text. */
export function fitsXml(text: string): boolean {
  return !forbidden.test(text);
}

/** Escapes a text for an element or attribute, including carriage returns, which would be read back as line feeds. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function element(name: string, value: JsonValue, style: XmlStyle, level: number): string {
  const gap = style.indent === undefined ? '' : `\n${style.indent.repeat(level)}`;
  if (Array.isArray(value)) return value.map((entry) => element(name, entry, style, level)).join('');
  if (value !== null && typeof value === 'object') {
    const close = style.indent === undefined ? '' : `\n${style.indent.repeat(level)}`;
    return `${gap}<${name}>${members(value, style, level + 1)}${close}</${name}>`;
  }
  if (style.selfClose && (value === '' || value === null)) return `${gap}<${name}/>`;
  return `${gap}<${name}>${xmlContent(String(value ?? ''), style.cdata)}</${name}>`;
}

function members(value: JsonObject, style: XmlStyle, level: number): string {
  const entries = Object.entries(value);
  if (style.reversed) entries.reverse();
  return entries.map(([name, member]) => element(name, member, style, level)).join('');
}

/** Writes an object as an XML document with one root; arrays become repeated elements. */
export function writeXml(root: string, value: JsonObject, style: XmlStyle = {}): string {
  const comment = style.comment === undefined ? '' : `<!--${style.comment}-->`;
  const body = `<${root}>${comment}${members(value, style, 1)}${style.indent === undefined ? '' : '\n'}</${root}>`;
  return `${style.declaration ?? ''}${body}${comment}`;
}
