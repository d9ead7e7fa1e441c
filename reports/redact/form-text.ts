import type { SecretClass } from '../../schemas/contract.ts';
import { classOf } from './classes.ts';
import { maskLeaf, maskName } from './leaves.ts';
import { mark, type Place } from './scope.ts';

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function encode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

// `a[0][b]` and `a.0.b` are a[].b.
function pathOf(key: string): { path: string; names: string[] } {
  const steps = key.split(/[.[\]]+/).filter((step) => step !== '');
  const names = steps.filter((step) => !/^\d+$/.test(step));
  const path = steps.reduce(
    (before, step) => (/^\d+$/.test(step) ? `${before}[]` : before ? `${before}.${step}` : step),
    '',
  );
  return { path, names };
}

/** What the name of a field says, wherever it stands. */
interface KnownKey {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** Class of what the value is a part of. */
  readonly outer: SecretClass | undefined;
}

function readKey(key: string): KnownKey {
  const { path, names } = pathOf(key);
  const outer = names
    .slice(0, -1)
    .map(classOf)
    .find((found) => found !== undefined);
  return { key, path, name: names.at(-1) ?? '', outer };
}

/** Masks a form or query text; the encoding of what is not masked stays as it is. */
export function maskFormText(text: string, place: Place, inherited?: SecretClass): string {
  return text
    .split('&')
    .map((pair) => {
      const cut = pair.indexOf('=');
      if (cut < 0) return maskUnnamed(pair, place, inherited);
      const known = readKey(decode(pair.slice(0, cut)));
      const { key } = known;
      const shown = maskName(key, place);
      if (shown !== key) mark(place, '');
      const { path, name: last, outer } = shown === key ? known : readKey(shown);
      if (path !== '') place.fields?.add(path);
      const raw = pair.slice(cut + 1);
      const value = decode(raw);
      const masked = maskLeaf(value, { name: last, path, inherited: inherited ?? outer }, place);
      const name = shown === key ? pair.slice(0, cut) : encode(shown);
      if (masked === value) return `${name}=${raw}`;
      return `${name}=${raw === value ? masked : encode(masked)}`;
    })
    .join('&');
}

function maskUnnamed(pair: string, place: Place, inherited: SecretClass | undefined): string {
  const value = decode(pair);
  const masked = maskLeaf(
    value,
    { name: '', path: '', inherited },
    { ...place, depth: Number.POSITIVE_INFINITY },
  );
  return masked === value ? pair : encode(masked);
}
