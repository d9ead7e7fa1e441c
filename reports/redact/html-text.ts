import type { SecretClass } from '../../schemas/contract.ts';
import { maskElementName } from './element-name.ts';
import { maskLeaf } from './leaves.ts';
import { attributesOf, type Piece, piecesOf, writeEntities } from './markup.ts';
import { sweepRepeated } from './repeated-text.ts';
import type { Place } from './scope.ts';
import { addSpans, replaceSpans, type Span } from './spans.ts';

/** Masks an HTML text: values of named inputs by name, addresses, scripts and all other text as free text. */
export function maskHtmlText(text: string, place: Place, inherited?: SecretClass): string {
  const spans: Span[] = [];
  // The name that the text of the current element belongs to: a textarea or option holds a value of its own.
  let owner = '';
  for (const piece of piecesOf(text)) {
    addSpans(spans, maskElementName(piece, place));
    if (piece.kind === 'open') {
      owner = /^textarea$/i.test(piece.name) ? (named(text, piece) ?? '') : '';
      addSpans(spans, maskTag(text, piece, place, inherited));
    } else if (piece.kind === 'close') owner = '';
    else addSpans(spans, maskText(text, piece, owner, place, inherited));
  }
  return replaceSpans(text, spans);
}

function named(text: string, piece: Piece): string | undefined {
  return attributesOf(text, piece).find(({ name }) => /^name$/i.test(name))?.value;
}

function maskTag(text: string, piece: Piece, place: Place, inherited: SecretClass | undefined): Span[] {
  const input = named(text, piece);
  if (input !== undefined && input !== '' && /^(?:input|button|textarea|select)$/i.test(piece.name))
    place.fields?.add(input);
  return attributesOf(text, piece).flatMap(({ name, value, start, end }) => {
    const isValue = /^(?:value|content|data-value)$/i.test(name);
    const field = isValue && input !== undefined ? input : '';
    const path = field === '' ? '' : field;
    const masked = maskLeaf(value, { name: field, path, inherited: isValue ? inherited : undefined }, place);
    return masked === value ? [] : [{ start, end, text: writeEntities(masked) }];
  });
}

function maskText(
  text: string,
  piece: Piece,
  owner: string,
  place: Place,
  inherited: SecretClass | undefined,
): Span[] {
  const raw = text.slice(piece.start, piece.end);
  if (raw.trim() === '') return [];
  const masked =
    owner === '' ? sweepRepeated(raw, place) : maskLeaf(raw, { name: owner, path: owner, inherited }, place);
  if (masked === raw) return [];
  return [{ start: piece.start, end: piece.end, text: masked }];
}
