import { onceFor } from '../once-for.ts';

/** What a body looks like, whatever its Content-Type says. */
export type BodyForm = 'empty' | 'json' | 'xml' | 'html' | 'text';

const enough = 4096;
const prologue = /^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->)*/;
const htmlTags =
  '(?:!doctype\\s+html|html|head|body|form|script|input|meta|title|p|h1|div|table|style|link|base|' +
  'main|section|article|nav|svg|iframe|noscript)[\\s/>]';
// What pages that some programs write for people begin with, where they leave out their own frame.
const fragmentTags = '(?:br|b|center|font|h[2-6]|hr|pre|strong)\\s*/?>';
const htmlStart = new RegExp(`^<(?:${htmlTags}|${fragmentTags})`, 'i');
const htmlAnywhere = new RegExp(`<${htmlTags}`, 'i');

const decoder = new TextDecoder('utf-8');

/** Tells from its first characters what a body looks like; several rules ask, so each body is looked at once. */
export const formOf = onceFor((body: Uint8Array): BodyForm => look(body));

function look(body: Uint8Array): BodyForm {
  const start = decoder
    .decode(body.subarray(0, enough))
    // UTF-16 shows as Latin letters between NULs.
    .replaceAll('\0', '')
    .replace(/^[\uFEFF\uFFFD\s]+/, '');
  if (start === '') return 'empty';
  if (/^[[{]/.test(start)) return 'json';
  const content = start.replace(prologue, '');
  if (htmlStart.test(content) || /<html[\s>]/i.test(content)) return 'html';
  if (start.startsWith('<')) return 'xml';
  return htmlAnywhere.test(content) ? 'html' : 'text';
}
