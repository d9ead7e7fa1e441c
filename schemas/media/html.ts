import { createRequire } from 'node:module';
import type { JsonValue } from '../types.ts';
import { createNotePad, type Decoded, readable, unreadable } from './decoded.ts';
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
  const problem = scanHtml(text);
  if (problem !== undefined) return unreadable(problem, pad.notes);
  try {
    const { document } = linkedom().parseHTML(text);
    const page = readPage(document, () => pad.add('nested-form', 'a form stands inside another form'));
    return readable(page as unknown as JsonValue, pad.notes);
  } catch {
    return unreadable({ kind: 'malformed', detail: 'the page could not be read' }, pad.notes);
  }
}

type Linkedom = { parseHTML(html: string): { document: Document } };

let loaded: Linkedom | undefined;

// Loading it takes longer than judging a hundred answers, so only the first page pays.
function linkedom(): Linkedom {
  loaded ??= createRequire(import.meta.url)('linkedom') as Linkedom;
  return loaded;
}
