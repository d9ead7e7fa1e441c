import type { SecretClass } from '../../schemas/contract.ts';
import { maskCardDigits, mayBeCard } from './card-numbers.ts';
import { classOf, isFreeText, isIdentifier, isShownPerson } from './classes.ts';
import { isDocumentedName } from './documented.ts';
import { isSuspicious, maskFreeText } from './free-text.ts';
import { maskOf } from './masks.ts';
import { mark, mayHold, memberOf, noteSecret, type Place } from './scope.ts';

/** What is known about a leaf before its value is looked at. */
export interface Leaf {
  readonly name: string;
  /** Path with indices left out, as in `orders_list[].amount`. */
  readonly path: string;
  /** Class of an enclosing member; everything inside a secret is secret. */
  readonly inherited: SecretClass | undefined;
}

const deepestText = 4;
const longestPath = 1000;
const nested = /^\s*(?:[[{<]|[\w.%[\]-]+=[^&\s]*&)/;

/** Tells whether a string of a message may hold a text with a structure of its own. */
export function isNested(value: string): boolean {
  return nested.test(value);
}

/** Masks one string of a message. */
export function maskLeaf(value: string, leaf: Leaf, place: Place): string {
  if (value === '') return value;
  const secret = leaf.inherited ?? classOf(leaf.name);
  if (place.depth < deepestText && isNested(value)) {
    const inside = {
      ...place,
      part: place.part + (leaf.path === '' ? '' : `.${leaf.path}`),
      depth: place.depth + 1,
    };
    const masked = place.inside(value, inside, secret);
    if (masked !== undefined) return masked;
  }
  if (secret !== undefined) return maskSecret(value, secret, leaf, place);
  if (place.replace !== undefined) return place.replaceOpen?.(value) ?? value;
  const swept = sweepLeaf(value, leaf.name, place);
  if (swept !== value) mark(place, leaf.path);
  return swept;
}

function sweepLeaf(value: string, name: string, { scope, sweeps }: Place): string {
  const open = !isDocumentedName(name) || isFreeText(name) || isShownPerson(name);
  // A security code or a short name is known only as a whole value, and only where the document states nothing else.
  const short = open && scope.short.size > 0 ? scope.short.get(value.trim()) : undefined;
  if (short !== undefined) return short;
  const names = open && scope.shortNames.length > 0;
  const words = mayHold(sweeps, value);
  if (!words && !names && !isSuspicious(value)) return value;
  const identifier = isIdentifier(name);
  if (!words && /^\d+$/.test(value)) return mayBeCard(value, identifier) ? maskCardDigits(value) : value;
  return maskFreeText(value, scope, identifier ? 'identifier' : open ? 'prose' : 'field', words);
}

/** Masks the name of a member, an element or a header that the document does not know. */
export function maskName(name: string, { scope, sweeps, replace }: Place): string {
  if (replace !== undefined || isDocumentedName(name)) return name;
  const words = mayHold(sweeps, name);
  return words || isSuspicious(name) ? maskFreeText(name, scope, 'field', words) : name;
}

function maskSecret(value: string, secret: SecretClass, leaf: Leaf, place: Place): string {
  const mask = place.replace?.(secret, value, leaf.name) ?? maskOf(secret, value);
  if (mask === value) return value;
  noteSecret(place.scope, secret, value, mask);
  mark(place, leaf.path);
  return mask;
}

/** Masks one number of a message: a secret becomes 0, since a mask would no longer be a number. */
export function maskNumber(value: number, leaf: Leaf, place: Place): number {
  if (place.replace !== undefined) return value;
  const secret = leaf.inherited ?? classOf(leaf.name);
  const text = String(value);
  const hidden =
    secret !== undefined
      ? value !== 0
      : (text.length > 12 || mayHold(place.sweeps, text)) &&
        maskFreeText(text, place.scope, 'field') !== text;
  if (!hidden) return value;
  place.scope.secrets.set(text, '0');
  mark(place, leaf.path);
  return 0;
}

/** The leaf for a member of an object; a path that nests beyond all reason is not told further. */
export function leafOf(path: string, name: string, inherited: SecretClass | undefined): Leaf {
  return { name, path: path.length > longestPath ? path : memberOf(path, name), inherited };
}

/** The path of the entries of a list. */
export function entriesOf(path: string): string {
  return path.length > longestPath ? path : `${path}[]`;
}
