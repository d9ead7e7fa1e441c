import { allOf, rewiring, styling } from '../manner.ts';
import { writeXml } from '../write/xml.ts';
import type { Dialect } from './dialect.ts';

/** XML in UTF-16 with a byte order mark. */
export const xmlUtf16: Dialect = {
  name: 'xml-utf-16',
  reason:
    'XML 1.0 makes every reader understand UTF-16 with a byte order mark; the document names no encoding (1.4).',
  declares: { warns: [] },
  touches: ['direct-payment', 'apm-payment'],
  change: allOf(
    styling({
      xml: (root, value) =>
        writeXml(root, value, { declaration: '<?xml version="1.0" encoding="UTF-16"?>\n' }),
    }),
    rewiring((wire, _about, reply) => {
      if (reply.form !== 'xml' || typeof wire.body !== 'string') return wire;
      return {
        ...wire,
        headers: { 'content-type': 'text/xml' },
        body: Buffer.from(`\ufeff${wire.body}`, 'utf16le'),
      };
    }),
  ),
};
