import type { SecretClass } from '../../schemas/contract.ts';
import { maskBodyText } from './body-text.ts';
import { classOf, isIdentifier } from './classes.ts';
import { maskFreeText, maskShortText } from './free-text.ts';
import { maskOf } from './masks.ts';
import { mark, memberOf, type Place } from './scope.ts';

/** What is known about a leaf before its value is looked at. */
export interface Leaf {
  readonly name: string;
  /** Path with indices left out, as in `orders_list[].amount`. */
  readonly path: string;
  /** Class of an enclosing member; everything inside a secret is secret. */
  readonly inherited: SecretClass | undefined;
}

const deepestText = 4;
const nested = /^\s*(?:[[{<]|[\w.%[\]-]+=[^&\s]*&)/;

/** Masks one string of a message. */
export function maskLeaf(value: string, leaf: Leaf, place: Place): string {
  if (value === '') return value;
  const secret = leaf.inherited ?? classOf(leaf.name);
  if (place.depth < deepestText && nested.test(value)) {
    const inside = {
      ...place,
      part: place.part + (leaf.path === '' ? '' : `.${leaf.path}`),
      depth: place.depth + 1,
    };
    const masked = maskBodyText(value, inside, secret);
    if (masked !== undefined) return masked;
  }
  if (secret !== undefined) return maskSecret(value, secret, leaf, place);
  if (!place.sweeps) return value;
  const swept = maskShortText(value, place.scope, isIdentifier(leaf.name));
  if (swept !== value) mark(place, leaf.path);
  return swept;
}

function maskSecret(value: string, secret: SecretClass, leaf: Leaf, place: Place): string {
  const mask = place.replace?.(secret, value, leaf.name) ?? maskOf(secret, value);
  if (mask === value) return value;
  place.scope.secrets.set(value, mask);
  mark(place, leaf.path);
  return mask;
}

/** Masks one number of a message: a secret becomes 0, since a mask would no longer be a number. */
export function maskNumber(value: number, leaf: Leaf, place: Place): number {
  if (place.replace !== undefined) return value;
  const secret = leaf.inherited ?? classOf(leaf.name);
  const text = String(value);
  const hidden =
    secret !== undefined ? value !== 0 : place.sweeps && maskFreeText(text, place.scope) !== text;
  if (!hidden) return value;
  place.scope.secrets.set(text, '0');
  mark(place, leaf.path);
  return 0;
}

/** The leaf for a member of an object. */
export function leafOf(path: string, name: string, inherited: SecretClass | undefined): Leaf {
  return { name, path: memberOf(path, name), inherited };
}
