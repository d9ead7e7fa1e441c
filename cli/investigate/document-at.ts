import { type DocumentCopy, DocumentFileError, readDocument } from '../../reports/document.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** The copy of the document that an option names; throws `ConfigurationError` when it cannot be used. */
export function documentAt(file: string): DocumentCopy {
  try {
    return readDocument(file);
  } catch (error) {
    if (error instanceof DocumentFileError) throw new ConfigurationError(error.message);
    throw error;
  }
}
