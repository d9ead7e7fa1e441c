const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Reads the entities of XML and HTML that a value can hide behind. */
export function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Writes a value so that it may stand in an element or a quoted attribute. */
export function writeEntities(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A piece of markup: a tag, an opaque section, or what stands between. Offsets count in the whole text. */
export interface Piece {
  readonly kind: 'open' | 'close' | 'text' | 'cdata' | 'other';
  /** Name of an element, as written. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** An opening tag that closes itself. */
  readonly empty: boolean;
}

// No part may run on over the next tag: a hostile text must not make every start scan the whole rest.
const tag =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!DOCTYPE[^<>[]*(?:\[[^\]]{0,2000}\]\s*)?>|<![^<>]*>|<(\/?)([A-Za-z_:][^\s/>"'<]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g;

/** Cuts markup into pieces, whatever it is worth; every character belongs to exactly one piece. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const between = (end: number) => {
    if (end > at) pieces.push({ kind: 'text', name: '', start: at, end, empty: false });
  };
  for (const found of text.matchAll(tag)) {
    const [whole, slash, name = '', rest = ''] = found;
    const start = found.index;
    between(start);
    at = start + whole.length;
    const kind = name !== '' ? (slash ? 'close' : 'open') : whole.startsWith('<![CDATA[') ? 'cdata' : 'other';
    pieces.push({ kind, name, start, end: at, empty: rest.endsWith('/') });
  }
  between(text.length);
  return pieces;
}

/** An attribute of an opening tag; `start` and `end` are those of its value, quotes left out. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))/dg;

/** The attributes with a value of an opening tag. */
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
