import { styling } from '../manner.ts';
import { writeXml } from '../write/xml.ts';
import type { Dialect } from './dialect.ts';

/** XML written another way: no declaration, elements backwards and indented, CDATA, comments, self-closed elements. */
export const xmlStyle: Dialect = {
  name: 'xml-style',
  reason:
    'XML leaves declaration, order, white space between elements, CDATA, comments and self-closing to its writer (1.4, 2.6).',
  declares: { warns: [] },
  touches: ['direct-payment', 'apm-payment'],
  change: styling({
    xml: (root, value) =>
      `${writeXml(root, value, { indent: '\t', cdata: true, selfClose: true, comment: ' node 7 ', reversed: true })}\n`,
  }),
};
