import fc from 'fast-check';
import { allOf, rewiring, styling } from '../../mock/behaviour.ts';
import { withoutTypes, writingJson, writingUtf16 } from '../../mock/changes.ts';
import { digestOf, numberFrom } from '../../mock/derive.ts';
import { writeXml } from '../../mock/write/xml.ts';
import { reversed } from '../../schemas/media/json.ts';
import { table } from '../../schemas/table.ts';
import { type FreedomTable, freedom, inJson, inXml } from './freedom.ts';

const xmlText =
  'XML leaves declaration, order, white space between elements, CDATA, comments, references and self-closing to its writer (1.4, 2.6).';

const declarations = [
  '',
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n",
  '<?xml version="1.0" encoding="UTF-8"?>\r\n',
];

const outsideTags = /(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<[^>]*>)/;

/** Changes the text between the tags of a document, and nothing in tags, comments and CDATA sections. */
function inText(document: string, change: (text: string) => string): string {
  return document
    .split(outsideTags)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

const referenced: Readonly<Record<string, (text: string) => string>> = table({
  decimal: (text) => text.replace(/[^\t\n\r\x20-\x7e]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  hexadecimal: (text) =>
    text.replace(/[^\t\n\r\x20-\x7e]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
  'quotes as well': (text) => text.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  'every other letter': (text) =>
    text.replace(
      /(?<![&#\w])[a-z](?=[a-z ])/g,
      (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`,
    ),
});

/** How answers in JSON and XML are written. */
export const writing: FreedomTable = {
  json: freedom({
    sections: ['1.4'],
    reason: 'JSON leaves order of members, white space and escapes to its writer (1.4).',
    parameters: fc.record({
      style: fc.record({
        indent: fc.constantFrom(0, 1, 2, 8),
        ascii: fc.boolean(),
        slashes: fc.boolean(),
        order: fc.constantFrom('as-given' as const, 'reversed' as const),
      }),
      around: fc.constantFrom('', '\n', '\r\n\r\n', ' \t'),
    }),
    touches: inJson,
    change: ({ style, around }) => writingJson(style, around, around),
  }),
  'json-escapes': freedom({
    sections: ['1.4'],
    reason: 'JSON lets a writer escape every character of a text or of a name (RFC 8259, 7).',
    parameters: fc.record({ escaped: fc.constantFrom('texts' as const, 'names' as const) }),
    touches: inJson,
    change: (style) => writingJson(style),
  }),
  xml: freedom({
    sections: ['1.4', '2.6', '2.7'],
    reason: xmlText,
    parameters: fc.record({
      declaration: fc.constantFrom(...declarations),
      indent: fc.constantFrom('none', '', '  ', '\t'),
      cdata: fc.boolean(),
      selfClose: fc.boolean(),
      comment: fc.constantFrom('none', ' node 7 ', ' <respon> '),
      reversed: fc.boolean(),
      end: fc.constantFrom('', '\n', '\r\n<!-- end -->\r\n', '<?cache no?>'),
    }),
    touches: inXml,
    change: ({ declaration, indent, cdata, selfClose, comment, reversed: isReversed, end }) =>
      styling({
        xml: (root, value) =>
          writeXml(root, isReversed ? reversed(value) : value, {
            declaration,
            cdata,
            empty: selfClose ? 'short' : 'pair',
            ...(indent === 'none' ? {} : { indent }),
            ...(comment === 'none' ? {} : { comment }),
          }) + end,
      }),
  }),
  'xml-references': freedom({
    sections: ['1.4', '2.6'],
    reason: xmlText,
    parameters: fc.record({ write: fc.constantFrom(...Object.keys(referenced)) }),
    touches: inXml,
    change: ({ write }) =>
      rewiring((wire, _about, reply) =>
        reply.form !== 'xml' || typeof wire.body !== 'string'
          ? wire
          : { ...wire, body: inText(wire.body, referenced[write] ?? ((text) => text)) },
      ),
  }),
  'xml-pretty-values': freedom({
    sections: ['1.4', '2.6'],
    reason:
      "Line breaks with blanks around a value, a pretty printer's, are free: 1.4 says no more than that it is XML.",
    parameters: fc.record({ gap: fc.constantFrom('\n    ', '\n\t', '\r\n  ') }),
    touches: inXml,
    change: ({ gap }) =>
      rewiring((wire, _about, reply) =>
        reply.form !== 'xml' || typeof wire.body !== 'string'
          ? wire
          : {
              ...wire,
              body: wire.body.replace(
                />([^<>\s][^<>]*)<\//g,
                (_all, text: string) => `>${gap}${text}${gap}</`,
              ),
            },
      ),
  }),
  'xml-encodings': freedom({
    sections: ['1.4'],
    reason:
      'The document names no encoding (1.4): XML 1.0 makes every reader understand UTF-16 with a byte order mark, and a declaration may name another one (4.3.3).',
    parameters: fc.record({
      encoding: fc.constantFrom('UTF-16LE', 'UTF-16BE', 'US-ASCII', 'ISO-8859-1', 'UTF-8 with a mark'),
      type: fc.constantFrom('text/xml', 'application/xml'),
    }),
    touches: inXml,
    change: ({ encoding, type }) => {
      if (encoding === 'UTF-16LE') return writingUtf16('little', type);
      if (encoding === 'UTF-16BE') return writingUtf16('big', type);
      const isMarked = encoding === 'UTF-8 with a mark';
      return allOf(
        styling({
          xml: (root, value) =>
            writeXml(root, value, {
              declaration: isMarked ? '' : `<?xml version="1.0" encoding="${encoding}"?>`,
            }),
        }),
        rewiring((wire, _about, reply) => {
          if (reply.form !== 'xml' || typeof wire.body !== 'string') return wire;
          const body = isMarked
            ? `\ufeff${wire.body}`
            : inText(wire.body, referenced.decimal ?? ((text) => text));
          return { ...wire, headers: { 'content-type': type }, body };
        }),
      );
    },
  }),
  types: freedom({
    sections: ['1.4', '4'],
    reason: 'The Content-Type of an answer is stated nowhere; only the medium of the body is (1.4).',
    parameters: fc.record({
      json: fc.constantFrom('text/html;charset=UTF-8', 'text/plain', 'application/vnd.api+json', 'text/json'),
      xml: fc.constantFrom('text/plain', 'text/xml', 'text/html', 'application/octet-stream'),
      html: fc.constantFrom('text/html', 'TEXT/HTML;Charset="utf-8"', 'application/xhtml+xml'),
    }),
    change: (types) => styling({ types }),
  }),
  'no-types': freedom({
    sections: ['1.4', '4'],
    reason: 'The Content-Type of an answer is stated nowhere; HTTP lets a sender leave it out.',
    parameters: fc.record({ as: fc.constantFrom('absent') }),
    change: () => withoutTypes,
  }),
  headers: freedom({
    sections: ['4', '5.6'],
    reason: '4 and 5.6: which headers an answer has is not shown; HTTP lets a server add what it likes.',
    parameters: fc.record({
      names: fc.subarray(
        [
          'set-cookie',
          'x-request-id',
          'server',
          'x-powered-by',
          'strict-transport-security',
          'cache-control',
          'etag',
          'location',
          'retry-after',
          'x-ratelimit-remaining',
          'server-timing',
          'link',
          'vary',
        ],
        { minLength: 1 },
      ),
    }),
    change: ({ names }) => {
      const all: Readonly<Record<string, string>> = table({
        'set-cookie': 'lb=7; Path=/; HttpOnly',
        'x-request-id': '5f9c',
        server: 'nginx',
        'x-powered-by': 'PHP/5.6',
        'strict-transport-security': 'max-age=600',
        'cache-control': 'no-store, private',
        etag: 'W/"7"',
        location: '/v1/status/7',
        'retry-after': '5',
        'x-ratelimit-remaining': '0',
        'server-timing': 'db;dur=53',
        link: '</terms>; rel="terms-of-service"',
        vary: 'accept, origin',
      });
      const more = Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
      return rewiring((wire) => ({ ...wire, headers: { ...more, ...wire.headers } }));
    },
  }),
  slow: freedom({
    sections: ['8'],
    reason:
      'Section 8: time-outs are not shown, so an answer that takes some hundred milliseconds is not late.',
    parameters: fc.record({ every: fc.integer({ min: 30, max: 60 }), delayMs: fc.constantFrom(100, 400) }),
    change: ({ every, delayMs }) =>
      rewiring((wire, { request }) =>
        numberFrom(digestOf(JSON.stringify(request)), 8, every) === 0 ? { ...wire, delayMs } : wire,
      ),
  }),
  connections: freedom({
    sections: ['8'],
    reason:
      'HTTP lets a server end a connection, pack a body and send it in chunks; the document says nothing about connections.',
    parameters: fc.record({
      how: fc.constantFrom('closes', 'hangs up', 'packs', 'chunks', 'packs in chunks'),
    }),
    onWire: true,
    change: ({ how }) =>
      rewiring((wire) => ({
        ...wire,
        ...(how === 'closes' ? { headers: { ...wire.headers, connection: 'close' } } : {}),
        ...(how === 'hangs up' ? { hangsUp: true as const } : {}),
        ...(how.includes('packs') ? { gzip: true as const } : {}),
        ...(how.includes('chunks') ? { chunked: true as const } : {}),
      })),
  }),
  'interim-answers': freedom({
    sections: ['8'],
    reason:
      'RFC 9110, 15.2: a server may send any number of interim answers before the answer; the document says nothing of it.',
    parameters: fc.record({
      interim: fc.array(fc.constantFrom(100, 102, 103), { minLength: 1, maxLength: 3 }),
    }),
    onWire: true,
    change: ({ interim }) => rewiring((wire) => ({ ...wire, interim })),
  }),
};
