import { byteOrderMark, charsetOf, isKnownCharset, isUtf8, startAsLatin1, textIn } from './charset.ts';
import type { NotePad } from './decoded.ts';

/** Decodes a page as a browser does: by its mark, its Content-Type or its meta element, else as UTF-8; bytes that do not fit are replaced and noted. */
export function htmlText(bytes: Uint8Array, contentType: string | undefined, pad: NotePad): string {
  const mark = byteOrderMark(bytes)?.label;
  if (mark !== undefined) pad.add('byte-order-mark', `the body starts with a ${mark} byte order mark`);
  const label =
    [mark, charsetOf(contentType), metaLabel(bytes)].find(
      (name) => name !== undefined && isKnownCharset(name),
    ) ?? 'utf-8';
  if (!isUtf8(label)) pad.add('charset', `read as ${label}`);
  const text = textIn(bytes, label, true);
  if (text !== undefined) return text;
  pad.add('charset', `bytes that are not ${label} were replaced`);
  return textIn(bytes, label, false) ?? '';
}

// HTML looks for the meta element in the first 1024 bytes, and a page that says UTF-16 there cannot mean it.
function metaLabel(bytes: Uint8Array): string | undefined {
  const found = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z][\w.:-]{0,39})/i.exec(
    startAsLatin1(bytes, 1024),
  );
  const label = found?.[1]?.toLowerCase();
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}
