import { createRequire } from 'node:module';
import type { JsonValue } from '../types.ts';
import { createNotePad, type Decoded, readable, unreadable } from './decoded.ts';
import { withoutComments } from './html-comments.ts';
import { readPage } from './html-page.ts';
import { scanHtml } from './html-scan.ts';
import { htmlText } from './html-text.ts';
import { limits } from './limits.ts';

/** Reads an HTML page as its forms, controls, base address and way of posting itself; nothing in it runs. */
export function decodeHtml(bytes: Uint8Array, contentType?: string): Decoded {
  const pad = createNotePad();
  if (bytes.byteLength > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${bytes.byteLength} bytes, more than ${limits.bytes}` });
  }
  const text = htmlText(bytes, contentType, pad);
  if (text.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' }, pad.notes);
  // What is said in comments is no part of the page, however much it is. What is read is what was scanned.
  const isMuch = scanHtml(text) !== undefined;
  const html = isMuch ? withoutComments(text) : text;
  const problem = isMuch ? scanHtml(html) : undefined;
  if (problem !== undefined) return unreadable(problem, pad.notes);
  try {
    const document = parser().parseFromString(html, 'text/html');
    const page = readPage(document, () => pad.add('nested-form', 'a form stands inside another form'));
    return readable(page as unknown as JsonValue, pad.notes);
  } catch {
    return unreadable({ kind: 'malformed', detail: 'the page could not be read' }, pad.notes);
  }
}

type Parser = { parseFromString(html: string, type: 'text/html'): Document };

let loaded: Parser | undefined;

// Loading it takes longer than judging a hundred answers, so only the first page pays.
function parser(): Parser {
  // In two steps: compiled, a call in the place of the class would lose its parentheses.
  const load = createRequire(import.meta.url);
  const { DOMParser } = load('linkedom') as { DOMParser: new () => Parser };
  loaded ??= new DOMParser();
  return loaded;
}
