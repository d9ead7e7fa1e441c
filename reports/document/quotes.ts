import { clauses as register } from '../../schemas/clauses.ts';
import type { ClauseId } from '../../schemas/types.ts';
import { redactText } from '../redact.ts';
import { type Passage, passageOf } from './passage.ts';
import { type DocumentCopy, DocumentFileError, readDocument } from './read-document.ts';

/** The passage of a clause in the reader's copy of the document. */
export type Quotes = (clause: ClauseId) => Passage | undefined;

/** A copy of the document by its place and its digest. */
export interface DocumentFile {
  /** Absolute path. */
  readonly file: string;
  readonly sha256: string;
}

/** The passages of a copy, masked as any text: samples may hold card numbers. */
export function quotesFrom({ sections }: DocumentCopy): Quotes {
  return (clause) => {
    const row = register.find(({ id }) => id === clause);
    if (row === undefined) return undefined;
    const passage = passageOf(sections, row);
    return passage.kind === 'found' ? { ...passage, text: redactText(passage.text) } : passage;
  };
}

/** The passages of the copy that a run was given; none when the file is gone or another one by now. */
export function quotesOf(document: DocumentFile | undefined): Quotes | undefined {
  if (document === undefined) return undefined;
  try {
    const copy = readDocument(document.file);
    return copy.sha256 === document.sha256 ? quotesFrom(copy) : undefined;
  } catch (error) {
    if (error instanceof DocumentFileError) return undefined;
    throw error;
  }
}
