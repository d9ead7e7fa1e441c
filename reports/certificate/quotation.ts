import { missingWords } from '../document/passage.ts';
import type { Quotes } from '../document/quotes.ts';
import { type Html, html } from './html.ts';

const quoted = /<blockquote class="passage">[^<]*<\/blockquote>\n/g;

/** What the caller's own copy of the document says about a clause, on a line of its own; nothing without a copy. */
export function quotation(clause: string, quotes: Quotes | undefined): Html {
  const passage = quotes?.(clause);
  if (passage === undefined) return html``;
  const words =
    passage.kind === 'found'
      ? `Document, ${passage.section}: ${passage.text}`
      : `Document: ${missingWords(passage)}`;
  return html`<blockquote class="passage">${words.replaceAll(/\s+/g, ' ')}</blockquote>
`;
}

/** A certificate without what the caller's copy of the document says, which no evidence holds. */
export function withoutQuotations(certificate: string): string {
  return certificate.replaceAll(quoted, '');
}
