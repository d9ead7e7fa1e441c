import { limits } from '../../../schemas/media/limits.ts';
import type { DocumentedOperationId } from '../../../schemas/types.ts';
import { type Change, onWire, rewiring } from '../../behaviour.ts';
import type { Wire } from '../../reply.ts';
import { type Hostile, hostilesFrom } from './hostile.ts';

/** Answers with a body of this content type, built once per start. */
const answeringWith =
  (contentType: string, write: () => Wire['body']) =>
  (operation: DocumentedOperationId): Change => {
    const body = write();
    return onWire(operation, (wire) => ({ ...wire, headers: { 'content-type': contentType }, body }));
  };
/** Services whose answers are too expensive for a reader without limits. */
export const bombs: readonly Hostile[] = hostilesFrom({
  // A body that cannot be read to its end is inconclusive; a body that can be read lacks every stated member.
  'deep-json': [
    'nests a hundred thousand objects',
    'refund',
    'never-green',
    answeringWith('application/json', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ],
  'foreign-entity': [
    'refers to a file of the reader',
    'direct-payment',
    'never-green',
    answeringWith(
      'application/xml',
      () =>
        '<!DOCTYPE respon [<!ENTITY f SYSTEM "file:///etc/hostname">]><respon><order_no>&f;</order_no></respon>',
    ),
  ],
  'many-inputs': [
    'shows fifty thousand inputs',
    'redirect-payment',
    'never-green',
    answeringWith(
      'text/html',
      () => `<form name="theForm" method="post">${'<input name="a" value="b">'.repeat(50_000)}</form>`,
    ),
  ],
});

// In bytes; leaves room for the answer itself below the size limit.
const room = limits.bytes - 64 * 1024;
const words = 'abcdefgh '.repeat(Math.floor(room / 9));

/** Adds the text as a member of a JSON object, a child of an XML element, or a comment of a page. */
function withWords(wire: Wire): Wire {
  const body = String(wire.body);
  if (/^\s*\{\s*"/.test(body)) return { ...wire, body: body.replace('{', () => `{"remarks":"${words}",`) };
  // The reader limits the blanks inside one tag, so the comment has none.
  if (/<html|<form/i.test(body))
    return { ...wire, body: body.replace(/(?=<form)/i, () => `<!--${words.replaceAll(' ', '.')}-->`) };
  return { ...wire, body: body.replace(/(?=<\/[\w:]+>\s*$)/, () => `<remarks>${words}</remarks>`) };
}

/** A service that conforms to the document, but fills every answer up to the limits of a reader. */
export const enlargers: readonly Hostile[] = hostilesFrom({
  // Undocumented string members and comments are allowed.
  'enlarges-by-a-text': [
    'fills every answer of every operation with one text up to the size that is judged',
    'query',
    'clean',
    () => rewiring(withWords),
  ],
});
