import { element } from './element.mjs';

/** Maximum of highlighted pieces; the rest is plain, since browsers are slow with many elements. */
const mostPieces = 20_000;

/** Makes a piece of text with its kind; plain text has none. */
const piece = (text, kind) => ({ text, kind });

// An unclosed string extends to the end, so each character is read once.
const jsonPieces = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/gs;

function* inJson(text) {
  let at = 0;
  for (const { 0: whole, 1: quoted, 2: colon, index } of text.matchAll(jsonPieces)) {
    if (index > at) yield piece(text.slice(at, index));
    if (quoted === undefined) yield piece(whole, /^[-\d]/.test(whole) ? 'number' : 'word');
    else {
      yield piece(quoted, colon === undefined ? 'string' : 'name');
      if (colon !== undefined) yield piece(colon);
    }
    at = index + whole.length;
  }
  yield piece(text.slice(at));
}

// Each character belongs to exactly one alternative, so a tag of any length is read once.
const tagPieces = /"[^"]*"?|'[^']*'?|[^\s"'=]+|\s+|=/g;

function* inTag(tag) {
  const words = tag.match(tagPieces) ?? [];
  for (const [at, word] of words.entries()) {
    if (/^["']/.test(word)) yield piece(word, 'string');
    else yield piece(word, /^\s|^=$/.test(word) ? undefined : words[at + 1] === '=' ? 'name' : 'tag');
  }
}

const stretches = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'string'],
  ['<?', '?>', 'comment'],
];

function* inMarkup(text) {
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1) break;
    if (open > at) yield piece(text.slice(at, open));
    const [, close = '>', kind] = stretches.find(([begins]) => text.startsWith(begins, open)) ?? [];
    const found = text.indexOf(close, open);
    const end = found === -1 ? text.length : found + close.length;
    if (kind === undefined) yield* inTag(text.slice(open, end));
    else yield piece(text.slice(open, end), kind);
    at = end;
  }
  if (at < text.length) yield piece(text.slice(at));
}

/** Returns the pieces of a JSON, XML or HTML text; other texts are one plain piece. */
export function piecesOf(text) {
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') return inJson(text);
  return start === '<' ? inMarkup(text) : [piece(text)];
}

/** Returns elements that show a text in colours; every piece is element text and never markup. */
export function highlighted(text) {
  const shown = [];
  let length = 0;
  for (const { text: words, kind } of piecesOf(text)) {
    if (shown.length === mostPieces) return [...shown, element('span', {}, text.slice(length))];
    shown.push(element('span', kind === undefined ? {} : { className: `is-${kind}` }, words));
    length += words.length;
  }
  return shown;
}
