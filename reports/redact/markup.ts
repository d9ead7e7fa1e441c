import { table } from '../../schemas/table.ts';

const named: Readonly<Record<string, string>> = table({
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  // HTML has named entities for the punctuation of addresses, keys and e-mail addresses.
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  lowbar: '_',
  lpar: '(',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  rpar: ')',
  semi: ';',
  sol: '/',
});

/** Pattern source of an entity after `&`. In HTML, a number may lack its semicolon and have leading zeros. */
export const entitySource = `(?:#0*\\d{1,7};?|#[xX]0*[0-9a-fA-F]{1,6};?|(?:${Object.keys(named).join('|')});)`;
const entity = new RegExp(`&${entitySource}`, 'g');

/** Decodes one entity, such as `&#52;`; an unknown one stays as it is. */
function readEntity(written: string): string {
  const name = written.slice(1).replace(';', '');
  if (!name.startsWith('#')) return named[name] ?? written;
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Decodes the entities of XML and HTML that could hide a value. */
export function readEntities(text: string): string {
  return text.includes('&') ? text.replaceAll(entity, readEntity) : text;
}

/** Encodes a value for an element or a quoted attribute. */
export function writeEntities(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A piece of markup: a tag, an opaque section, or text between them. Offsets count in the whole text. */
export interface Piece {
  readonly kind: 'open' | 'close' | 'text' | 'cdata' | 'other';
  /** Name of an element, as written. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** True for an opening tag that closes itself. */
  readonly empty: boolean;
}

// An unclosed tag is one piece too, so that a hostile text is not rescanned from every start.
const tag =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!DOCTYPE[^<>[]*(?:\[[^\]]{0,2000}\]\s*)?>|<![^<>]*>|<(\/?)([A-Za-z_:][^\s/>"'<]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)(>?)/g;

/** Splits markup, valid or not, into pieces; every character belongs to exactly one piece. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const between = (end: number) => {
    if (end > at) pieces.push({ kind: 'text', name: '', start: at, end, empty: false });
  };
  for (const found of text.matchAll(tag)) {
    const [whole, slash, name = '', rest = '', closed] = found;
    if (closed === '') continue;
    const start = found.index;
    between(start);
    at = start + whole.length;
    const kind = name !== '' ? (slash ? 'close' : 'open') : whole.startsWith('<![CDATA[') ? 'cdata' : 'other';
    pieces.push({ kind, name, start, end: at, empty: rest.endsWith('/') });
  }
  between(text.length);
  return pieces;
}

/** An attribute of an opening tag; `start` and `end` are those of its value without quotes. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))/dg;

/** The attributes of an opening tag that have a value. */
export function attributesOf(text: string, piece: Piece): Attribute[] {
  const from = piece.start + 1 + piece.name.length;
  return [...text.slice(from, piece.end).matchAll(attribute)].map((found) => {
    const [start, end] = found.indices?.slice(2).find((range) => range !== undefined) ?? [0, 0];
    return {
      name: found[1] ?? '',
      value: readEntities(text.slice(from + start, from + end)),
      start: from + start,
      end: from + end,
    };
  });
}
