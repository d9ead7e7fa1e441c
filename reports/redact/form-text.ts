import type { SecretClass } from '../../schemas/contract.ts';
import { classOf } from './classes.ts';
import { maskLeaf, maskName } from './leaves.ts';
import { mark, type Place } from './scope.ts';

function decode(text: string): string {
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

/** Masks a form or query text; the encoding of what is not masked stays as it is. */
export function maskFormText(text: string, place: Place, inherited?: SecretClass): string {
  return text
    .split('&')
    .map((pair) => {
      const cut = pair.indexOf('=');
      if (cut < 0) return maskUnnamed(pair, place, inherited);
      const key = decode(pair.slice(0, cut));
      const shown = maskName(key, place);
      if (shown !== key) mark(place, '');
      const { path, names } = pathOf(shown);
      if (path !== '') place.fields?.add(path);
      const raw = pair.slice(cut + 1);
      const value = decode(raw);
      const outer = names
        .slice(0, -1)
        .map(classOf)
        .find((found) => found !== undefined);
      const masked = maskLeaf(
        value,
        { name: names.at(-1) ?? '', path, inherited: inherited ?? outer },
        place,
      );
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
