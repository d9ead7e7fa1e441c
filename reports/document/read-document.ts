import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Sections, sectionsOf } from './sections.ts';

/** A reader's own copy of the interface document. */
export interface DocumentCopy {
  /** Of the bytes of the file, in lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly sections: Sections;
}

/** A copy of the document that cannot be used: the message is one line with file and rule. */
export class DocumentFileError extends Error {
  override readonly name = 'DocumentFileError';
}

const mostBytes = 20 * 1024 * 1024;

/** Reads a copy of the document, text or Markdown in UTF-8; throws `DocumentFileError`. Nothing of it is kept anywhere. */
export function readDocument(file: string): DocumentCopy {
  const bytes = bytesIn(file);
  if (bytes.length > mostBytes) throw new DocumentFileError(`${file}: a document has at most 20 MB`);
  const sections = sectionsOf(textIn(bytes, file));
  if (sections.size === 0)
    throw new DocumentFileError(
      `${file}: no numbered section is found in it, such as "## 2.9" or "2.9 Orders"`,
    );
  return { sha256: createHash('sha256').update(bytes).digest('hex'), sections };
}

function bytesIn(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new DocumentFileError(`${file}: cannot be read (${code})`, { cause: error });
  }
}

function textIn(bytes: Buffer, file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8, such as a PDF.
  }
  throw new DocumentFileError(`${file}: is not a text in UTF-8; save the document as text or Markdown`);
}
