import { describe, expect, test } from 'vitest';
import { decodeXml } from '../../../schemas/media/xml.ts';
import { bytesOf, notesOf, valueIn } from './read-text.ts';

const read = (text: string) => decodeXml(bytesOf(text));

const malformed: readonly (readonly [kind: string, reason: string, documents: readonly string[]])[] = [
  [
    'several-roots',
    'more than one root element',
    ['<r></r><s></s>', '<r/><r/>', '<!DOCTYPE r [<!ELEMENT r ANY>]><r/><r/>'],
  ],
  [
    'undefined-entity',
    'an entity that nothing defines',
    [
      '<!DOCTYPE r [<!ENTITY x "y">]><r>&z;</r>',
      '<!DOCTYPE r [<!ENTITY % x "y">]><r>&x;</r>',
      '<!DOCTYPE r [<!-- <!ENTITY x "y"> -->]><r>&x;</r>',
      '<r>&nbsp;</r>',
      '<r a="&foo;"/>',
    ],
  ],
  [
    'malformed',
    '"&" that does not start a reference',
    ['<!DOCTYPE r [<!ENTITY x "y">]><r>&x; & z</r>', '<r>a & b</r>'],
  ],
  [
    'malformed',
    'unexpected close tag',
    ['<!DOCTYPE r [<!ENTITY x "y">]><r><a>1</r>', '<r></s>', '<r><a></r></a>', '<html><br></html>'],
  ],
  [
    'malformed',
    'document must contain a root element',
    [
      '<!DOCTYPE r [<!ELEMENT r ANY>',
      '<!DOCTYPE r [<!ENTITY x "y]><r/>',
      '<!DOCTYPE r [<!-- x ]><r/>',
      '<!DOCTYPE r [<?x ]><r/>',
      '<r',
      '<?xml version="1.0"?>',
    ],
  ],
  [
    'malformed',
    'a document type declaration that is not well formed',
    [
      '<!DOCTYPE r [<!ELEMENT r ANY>]<r/>',
      '<!DOCTYPE r [text]><r/>',
      '<!DOCTYPE r [<r/>]><r/>',
      '<!DOCTYPE r [<![IGNORE[ <!ENTITY x "y"> ]]>]><r/>',
      '<!DOCTYPE r [<![INCLUDE[<!ELEMENT r ANY>]]>]><r/>',
      '<!DOCTYPE r <]><r/>',
    ],
  ],
  [
    'malformed',
    'malformed comment',
    ['<!DOCTYPE r [<!-- a -- b -->]><r/>', '<r><!-- a -- b --></r>', '<r><!-- a ---></r>'],
  ],
  [
    'malformed',
    'inappropriately located doctype declaration',
    [
      '<!DOCTYPE r [<!ELEMENT r ANY>]><!DOCTYPE r [<!ELEMENT r ANY>]><r/>',
      '<r/><!DOCTYPE r [<!ELEMENT r ANY>]>',
      '<r/><!DOCTYPE r>',
    ],
  ],
  ['malformed', 'malformed character entity', ['<r>&#0;</r>', '<r>&#xD800;</r>', '<r>&#x110000;</r>']],
  ['malformed', 'disallowed character', ['<r>\u0001</r>', '<r>\ufffe</r>', '<r a="<"/>']],
  ['malformed', 'the string "]]>" is disallowed in char data', ['<r>]]></r>']],
  [
    'malformed',
    'text data outside of root node',
    [
      '<r></r>x',
      'x<r></r>',
      '<?xml version="1.0"?>\ufeff<r/>',
      '<r/>\ufeff',
      '<r/><![CDATA[x]]>',
      '<r/>&amp;',
      '{"respon":{}}',
    ],
  ],
  [
    'malformed',
    'text before the first element',
    ['\ufeff\ufeff<r/>', '\ufeff\ufeff<?xml version="1.0"?><r/>'],
  ],
  ['malformed', 'duplicate attribute', ['<r a="1" a="2"/>']],
  ['malformed', 'unquoted attribute value', ['<r a=1/>']],
  ['malformed', 'disallowed character in attribute name', ['<r a/>', '<r a="1"=/>']],
  ['malformed', 'no whitespace between attributes', ['<r a="1"b="2"/>']],
  ['malformed', 'disallowed character in closing tag', ['<r></r a="1">', '<r></r\u00a0>']],
  ['malformed', 'disallowed character in processing instruction name', ['<r><?a$b x?></r>']],
  ['malformed', 'disallowed character in tag name', ['<r\u00a0></r>', '<1/>', '< r/>']],
  ['malformed', 'unclosed tag', ['<r>', '<r><!-- x</r>', '<r><![CDATA[x</r>']],
  ['malformed', 'unmatched closing tag', ['</r>']],
  [
    'malformed',
    'an XML declaration must be at the start of the document',
    [' <?xml version="1.0"?><r/>', '<r/><?xml version="1.0"?>'],
  ],
  ['malformed', 'expected one of version', ['<?xml encoding="UTF-8"?><r/>']],
  ['malformed', 'incorrect syntax', ['<r><!ELEMENT r ANY></r>']],
];

/** A layout, a document in it, its value, and the notes on it. */
type Legal = readonly [layout: string, document: string, value: unknown, ...notes: readonly string[]];

const bare = { r: { a: '1', b: '2' } };
const entity = '<!DOCTYPE r [<!ENTITY x "y">]>';

const legal: readonly Legal[] = [
  ['a single line', '<r><a>1</a><b>2</b></r>', bare],
  ['an XML declaration', '<?xml version="1.0" encoding="UTF-8"?><r><a>1</a><b>2</b></r>', bare],
  ['a declaration in single quotes', "<?xml version='1.0' standalone='yes'?>\n<r><a>1</a><b>2</b></r>", bare],
  ['a version of two digits', '<?xml version="1.10"?><r><a>1</a><b>2</b></r>', bare],
  ['indents of blanks', '<r>\n  <a>1</a>\n  <b>2</b>\n</r>\n', bare],
  ['indents of tabs, with carriage returns', '<r>\r\n\t<a>1</a>\r\n\t<b>2</b>\r\n</r>\r\n', bare],
  ['carriage returns alone', '<r>\r<a>1</a>\r<b>2</b>\r</r>\r', bare],
  ['blanks in tags', '<r  ><a\n>1</a\t><b >2</b\r\n></r >', bare],
  ['blank lines around the root', '\n\n<r><a>1</a><b>2</b></r>\n \t', bare],
  ['comments everywhere', '<!-- <r> --><r><!----><a>1<!-- 2 --></a><!-- & --><b>2</b></r><!-- ]]> -->', bare],
  ['instructions everywhere', '<?x y?><r><?a?><a>1<?b "?></a><?c > <d>?><b>2</b></r><?cache no?>', bare],
  ['an instruction with one quote', "<r><?php it's ?><a>1</a><b>2</b></r>", bare],
  ['an instruction that looks like a comment', '<r><?x <!-- ?><a>1</a><b>2</b><!-- ?> --></r>', bare],
  ['a comment that looks like an instruction', '<r><!-- <?x --><a>1</a><b>2</b><?x -->?></r>', bare],
  ['short empty elements', '<r><a/><b /></r>', { r: { a: '', b: '' } }],
  ['empty elements in pairs', '<r><a></a><b></b></r>', { r: { a: '', b: '' } }],
  ['a root alone', '<r/>', { r: '' }],
  ['a root with text', '<r>1</r>', { r: '1' }],
  ['CDATA', '<r><a><![CDATA[<b>&amp;]]></a></r>', { r: { a: '<b>&amp;' } }],
  ['CDATA beside text', '<r><a>1 <![CDATA[<]]> 2</a></r>', { r: { a: '1 < 2' } }],
  ['CDATA that is empty', '<r><a><![CDATA[]]></a></r>', { r: { a: '' } }],
  ['the end of CDATA in two sections', '<r><![CDATA[a]]]]><![CDATA[>b]]></r>', { r: 'a]]>b' }],
  ['an instruction and a comment in CDATA', '<r><![CDATA[<?x?><!--y-->]]></r>', { r: '<?x?><!--y-->' }],
  ['references by name', '<r>&lt;&gt;&amp;&quot;&apos;</r>', { r: '<>&"\'' }],
  ['references by number', '<r>&#65;&#x42;&#x1F600;&#x1f600;</r>', { r: 'AB\u{1f600}\u{1f600}' }],
  ['a reference by forty digits', `<r>&#${'0'.repeat(38)}65;</r>`, { r: 'A' }],
  ['a reference to a reference', '<r>&amp;lt;&amp;#65;</r>', { r: '&lt;&#65;' }],
  ['white space by number', '<r>&#32;&#9;&#10;&#13;</r>', { r: ' \t\n\r' }],
  ['white space around a value', '<r><a> 1\t</a></r>', { r: { a: ' 1\t' } }],
  ['line ends in a value', '<r><a>1\r\n2\r3\n4</a></r>', { r: { a: '1\n2\n3\n4' } }],
  ['quotes and signs in a text', `<r>'"> = / ]] ?> --</r>`, { r: `'"> = / ]] ?> --` }],
  ['letters beyond the first plane', '<\u{20000}>\u{1f600}</\u{20000}>', { '\u{20000}': '\u{1f600}' }],
  [
    'names of numbers, true and null',
    '<r><a>007</a><b>1e3</b><c>true</c><d>null</d></r>',
    {
      r: { a: '007', b: '1e3', c: 'true', d: 'null' },
    },
  ],
  [
    'names that every object inherits',
    '<r><constructor>1</constructor><prototype/><toString>2</toString></r>',
    {
      r: { constructor: '1', prototype: '', toString: '2' },
    },
  ],
  ['a colon at the end of a name', '<r><a:/></r>', { r: { 'a:': '' } }],
  [
    'repeated elements',
    '<r><a>1</a><a><b>2</b></a></r>',
    { r: { a: ['1', { b: '2' }] } },
    'repeated-element r.a',
  ],
  ['text between elements', '<r>x<a>1</a>y</r>', { r: { a: '1', '#text': 'xy' } }, 'mixed-content r'],
  [
    'attributes in both quotes',
    `<r v = "1 &amp; '2'" w='a\t\r\nb&#10;"/>'><a t="">1</a></r>`,
    { r: { a: '1', '@v': "1 & '2'", '@w': 'a  b\n"/>' } },
    'attribute r',
    'attribute r',
    'attribute r.a',
  ],
  ['a default namespace', '<r xmlns="urn:x"><a>1</a><b>2</b></r>', bare, 'namespace r'],
  [
    'a prefix',
    '<p:r xmlns:p="urn:x"><p:a>1</p:a><b>2</b></p:r>',
    bare,
    'namespace r',
    'namespace r',
    'namespace r.a',
  ],
  ['a document type', '<!DOCTYPE r SYSTEM "r.dtd"><r><a>1</a><b>2</b></r>', bare, 'dtd'],
  ['an entity of its own', `${entity}<r><a>1&x;</a></r>`, { r: { a: '1&x;' } }, 'dtd', 'entity r.a'],
];

describe('decodeXml', () => {
  test.each(
    malformed.flatMap(([kind, reason, documents]) => documents.map((text) => ({ kind, reason, text }))),
  )('refuses $text', ({ kind, reason, text }) => {
    expect(read(text)).toMatchObject({ ok: false, problem: { kind, detail: reason } });
  });
  test.each(legal.map(([layout, text, value, ...notes]) => ({ layout, text, value, notes })))(
    'reads $layout',
    ({ text, value, notes }) => {
      expect(valueIn(read(text))).toEqual(value);
      expect(notesOf(read(text))).toEqual(notes);
    },
  );
});
