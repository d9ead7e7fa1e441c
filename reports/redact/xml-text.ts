import type { SecretClass } from '../../schemas/contract.ts';
import { classOf } from './classes.ts';
import { maskElementName } from './element-name.ts';
import { sweep } from './free-text.ts';
import { type Leaf, leafOf, maskLeaf } from './leaves.ts';
import { attributesOf, type Piece, piecesOf, readEntities, writeEntities } from './markup.ts';
import type { Place } from './scope.ts';
import { addSpans, replaceSpans, type Span } from './spans.ts';

interface Open {
  readonly leaf: Leaf;
  readonly texts: Piece[];
}

// Prefixes are no part of a documented name.
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function readText(text: string, piece: Piece): string {
  const raw = text.slice(piece.start, piece.end);
  return piece.kind === 'cdata' ? raw.slice(9).replace(/\]\]>$/, '') : readEntities(raw);
}

/** Masks an XML text; everything that is not masked stays as it is. */
export function maskXmlText(text: string, place: Place, inherited?: SecretClass): string {
  const spans: Span[] = [];
  const stack: Open[] = [{ leaf: { name: '', path: '', inherited }, texts: [] }];
  const finish = (open: Open) => {
    addSpans(spans, maskElement(text, open, place));
  };
  for (const piece of piecesOf(text)) {
    const top = stack.at(-1);
    if (top === undefined) break;
    addSpans(spans, maskElementName(piece, place));
    if (piece.kind === 'text' || piece.kind === 'cdata') top.texts.push(piece);
    else if (piece.kind === 'other') addSpans(spans, maskOther(text, piece, place));
    else if (piece.kind === 'open') {
      const leaf = childOf(top.leaf, localName(piece.name));
      addSpans(spans, maskAttributes(text, piece, leaf, place));
      if (!piece.empty) stack.push({ leaf, texts: [] });
      else if (leaf.path !== '') place.fields?.add(leaf.path);
    } else if (stack.length > 1) {
      stack.pop();
      finish(top);
    }
  }
  for (const open of stack) finish(open);
  return replaceSpans(text, spans);
}

function childOf(parent: Leaf, name: string): Leaf {
  return leafOf(parent.path, name, parent.inherited ?? classOf(parent.name));
}

// A value may be cut by comments or CDATA sections: it is masked whole, into its first piece.
function maskElement(text: string, { leaf, texts }: Open, place: Place): Span[] {
  const parts = texts.filter((piece) => text.slice(piece.start, piece.end).trim() !== '');
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) {
    if (texts.length > 0 && leaf.path !== '') place.fields?.add(leaf.path);
    return [];
  }
  if (leaf.path !== '') place.fields?.add(leaf.path);
  const value = parts.map((piece) => readText(text, piece)).join('');
  const masked = maskLeaf(value, leaf, place);
  return masked === value ? [] : [{ start: first.start, end: last.end, text: writeEntities(masked) }];
}

function maskAttributes(text: string, piece: Piece, owner: Leaf, place: Place): Span[] {
  return attributesOf(text, piece).flatMap(({ name, value, start, end }) => {
    const leaf = leafOf(owner.path, `@${localName(name)}`, owner.inherited);
    const masked = maskLeaf(value, { ...leaf, name: localName(name) }, place);
    return masked === value ? [] : [{ start, end, text: writeEntities(masked) }];
  });
}

function maskOther(text: string, piece: Piece, place: Place): Span[] {
  const raw = text.slice(piece.start, piece.end);
  const masked = sweep(raw, place);
  return masked === raw ? [] : [{ start: piece.start, end: piece.end, text: masked }];
}
