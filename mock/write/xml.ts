import { encodeXml, type XmlLayout } from '../../schemas/media/xml-write.ts';
import type { JsonObject } from '../../schemas/types.ts';

/** The style choices of XML. */
export interface XmlStyle extends Omit<XmlLayout, 'root' | 'entries' | 'declaration' | 'references'> {
  readonly declaration?: string;
  readonly comment?: string;
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

/** Writes an object as an XML document with one root; arrays become repeated elements. */
export function writeXml(root: string, value: JsonObject, style: XmlStyle = {}): string {
  const { declaration = '', comment, ...layout } = style;
  const note = comment === undefined ? '' : `<!--${comment}-->`;
  const body = encodeXml(value, { ...layout, root, declaration: false });
  return declaration + body.replace(`<${root}>`, (tag) => tag + note) + note;
}
