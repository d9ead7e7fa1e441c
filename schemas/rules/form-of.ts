import { onceFor } from '../once-for.ts';

/** Apparent format of a body, regardless of its Content-Type. */
export type BodyForm = 'empty' | 'json' | 'xml' | 'html' | 'text';

const sniffedCharacters = 4096;
const prologue = /^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->)*/;
const htmlTags =
  '(?:!doctype\\s+html|html|head|body|form|script|input|meta|title|p|h1|div|table|style|link|base|' +
  'main|section|article|nav|svg|iframe|noscript)[\\s/>]';
// Tags at the start of fragments that some programs send to people without a complete page.
const fragmentTags = '(?:br|b|center|font|h[2-6]|hr|pre|strong)\\s*/?>';
const htmlStart = new RegExp(`^<(?:${htmlTags}|${fragmentTags})`, 'i');
const htmlAnywhere = new RegExp(`<${htmlTags}`, 'i');

const decoder = new TextDecoder('utf-8');

/** The apparent format of a body from its first characters; cached, as several rules need it. */
export const formOf = onceFor((body: Uint8Array): BodyForm => sniff(body));

function sniff(body: Uint8Array): BodyForm {
  const start = decoder
    .decode(body.subarray(0, sniffedCharacters))
    // UTF-16 appears as Latin letters between NULs.
    .replaceAll('\0', '')
    .replace(/^[\uFEFF\uFFFD\s]+/, '');
  if (start === '') return 'empty';
  if (/^[[{]/.test(start)) return 'json';
  const content = start.replace(prologue, '');
  if (htmlStart.test(content) || /<html[\s>]/i.test(content)) return 'html';
  if (start.startsWith('<')) return 'xml';
  return htmlAnywhere.test(content) ? 'html' : 'text';
}
