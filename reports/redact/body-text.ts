import type { SecretClass } from '../../schemas/contract.ts';
import { maskFormText } from './form-text.ts';
import { sweep } from './free-text.ts';
import { maskHtmlText } from './html-text.ts';
import { maskJsonText } from './json-text.ts';
import { registeredIn } from './registered.ts';
import { createScope, type Masker, type Place, type Scope, sweepsOf } from './scope.ts';
import { replaceSpans } from './spans.ts';
import { maskXmlText } from './xml-text.ts';

const htmlElements =
  /^(?:html|head|body|form|input|script|style|div|p|h[1-6]|title|meta|link|base|table|br|a|span|center|noscript)$/i;

function isHtml(text: string): boolean {
  if (/^[\uFEFF\s]*<!doctype\s+html/i.test(text)) return true;
  const prolog = /^(?:[\uFEFF\s]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^<>]*>)*/.exec(text)?.[0].length ?? 0;
  return htmlElements.test(/^<([A-Za-z][^\s/>]*)/.exec(text.slice(prolog, prolog + 100))?.[1] ?? '');
}

// By what a text looks like, never by what its header says: a wrong header must not open a hole.
function maskerOf(text: string): Masker | undefined {
  const start = text.replace(/^[\uFEFF\s]+/, '').slice(0, 1);
  if (start === '{' || start === '[') return maskJsonText;
  if (start === '<') return isHtml(text) ? maskHtmlText : maskXmlText;
  return /^[^\s=&<>{}"]+=[^\n]*$/.test(text.slice(0, 2000).trimEnd()) ? maskFormText : undefined;
}

/** What a reader of a text with structure makes of it; undefined where it is deeper than the stack, and so has none that can be read. */
export function unlessTooDeep<Made>(read: () => Made): Made | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** Masks a text that has structure (JSON, form, XML, HTML); undefined when it has none that is known. */
function maskBodyText(text: string, place: Place, inherited?: SecretClass): string | undefined {
  const masker = maskerOf(text);
  if (masker === undefined) return undefined;
  const sweeps = place.replace === undefined && (place.sweeps === true || sweepsOf(place.scope, text));
  const masked = unlessTooDeep(() => masker(text, { ...place, sweeps }, inherited));
  // In the name of an attribute, too, a registered value is masked.
  const names = sweeps !== false && masked?.startsWith('<') === true;
  return names ? replaceSpans(masked, registeredIn(masked)) : masked;
}

/** A place to mask at, without fields. */
export function placeIn(scope: Scope, part: string, sweeps: Place['sweeps'] = false): Place {
  return { scope, part, sweeps, depth: 0, inside: maskBodyText };
}

/** Masks a body of any kind. */
export function maskBody(text: string, place: Place): string {
  if (text === '') return text;
  return maskBodyText(text, place) ?? sweep(text, place);
}

/** Writes something else for every secret of a body, by the same rules as masking; a text without structure stays. */
export function replaceSecrets(
  text: string,
  replace: NonNullable<Place['replace']>,
  replaceOpen?: Place['replaceOpen'],
): string {
  const place = { ...placeIn(createScope(), ''), replace, ...(replaceOpen && { replaceOpen }) };
  return maskBodyText(text, place) ?? text;
}
