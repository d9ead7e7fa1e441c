import { charsetOf } from '../media/charset.ts';
import { documentedOperations } from '../operations.ts';
import { formOf } from './form-of.ts';
import { mediaTypeOf } from './requests.ts';
import type { Rule } from './rule.ts';

/** How answers are dressed where the document is silent: Content-Type and the style of XML. */
export const answerStyle: Rule = {
  name: 'answer-style',
  clauses: ['1.4/content-type', '1.4/xml/style'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check({ received, operation, decoded }, notebook) {
    if (received === undefined) return;
    const header = received.headers['content-type'];
    const charset = charsetOf(header);
    const type =
      `${mediaTypeOf(header)}${charset === undefined ? '' : `; charset=${charset.slice(0, 20)}`}`.slice(
        0,
        80,
      );
    notebook.observes(
      '1.4/content-type',
      `${formOf(received.body)} as ${type}`,
      `${operation.title}: ${formOf(received.body)} as ${type}`,
    );
    if (operation.answers !== 'xml') return;
    const kinds = new Set(decoded?.notes.map(({ kind }) => kind));
    for (const kind of [
      'attribute',
      'mixed-content',
      'byte-order-mark',
      'charset',
      'repeated-element',
    ] as const) {
      if (kinds.has(kind))
        notebook.observes('1.4/xml/style', kind, `${operation.title}: XML with ${kind.replaceAll('-', ' ')}`);
    }
  },
};
