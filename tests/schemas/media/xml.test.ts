import { describe, expect, test } from 'vitest';
import { limits } from '../../../schemas/media/limits.ts';
import { decodeXml, withoutLayout } from '../../../schemas/media/xml.ts';
import { bytesOf, notesOf, problemOf, valueIn } from './read-text.ts';

const read = (text: string) => decodeXml(bytesOf(text));
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('decodeXml', () => {
  test('keeps every text as text', () => {
    const text = '<respon><order_no>007</order_no><amount>1e3</amount><note>true</note><x> a </x></respon>';
    expect(valueIn(read(text))).toEqual({
      respon: { order_no: '007', amount: '1e3', note: 'true', x: ' a ' },
    });
  });
  test('ignores blanks between elements, comments and instructions', () => {
    const text =
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a --><respon>\n  <?pi x > y?><a>1</a><!-- <b>2</b> -->\r\n</respon>\n<!-- z -->';
    expect(valueIn(read(text))).toEqual({ respon: { a: '1' } });
    expect(notesOf(read(text))).toEqual([]);
  });
  test('reads both ways of writing an empty element as empty text', () => {
    expect(valueIn(read('<r><a/><b></b><c  /></r>'))).toEqual({ r: { a: '', b: '', c: '' } });
    expect(valueIn(read('<r/>'))).toEqual({ r: '' });
  });
  test('resolves predefined and numeric references once', () => {
    expect(valueIn(read('<r>&lt;&gt;&amp;&quot;&apos;&#233;&#x1F600;&amp;lt;</r>'))).toEqual({
      r: '<>&"\'é😀&lt;',
    });
  });
  test('joins CDATA with text and leaves it unresolved', () => {
    expect(valueIn(read('<r><a>x<![CDATA[<b>&amp;]]>&amp;</a></r>'))).toEqual({ r: { a: 'x<b>&amp;&' } });
  });
  test('joins text around a comment', () => {
    expect(valueIn(read('<r>12<!-- and -->.34</r>'))).toEqual({ r: '12.34' });
  });
  test('makes an array of repeated elements and notes it once', () => {
    const decoded = read('<r><a>1</a><b>x</b><a>2</a><a><c>3</c></a></r>');
    expect(valueIn(decoded)).toEqual({ r: { a: ['1', '2', { c: '3' }], b: 'x' } });
    expect(notesOf(decoded)).toEqual(['repeated-element r.a']);
  });
  test('keeps attributes of a parent as @name and the text of a leaf as it is', () => {
    const decoded = read('<r v="1 &amp; 2"><a currency="USD">12.00</a></r>');
    expect(valueIn(decoded)).toEqual({ r: { a: '12.00', '@v': '1 & 2' } });
    expect(notesOf(decoded)).toEqual(['attribute r', 'attribute r.a']);
  });
  test('cuts prefixes off and notes namespaces', () => {
    const decoded = read('<p:r xmlns:p="urn:x" xmlns="urn:y"><p:a>1</p:a></p:r>');
    expect(valueIn(decoded)).toEqual({ r: { a: '1' } });
    expect(notesOf(decoded)).toEqual(['namespace r', 'namespace r', 'namespace r', 'namespace r.a']);
  });
  test('notes text between elements', () => {
    const decoded = read('<r>x<a>1</a></r>');
    expect(valueIn(decoded)).toEqual({ r: { '#text': 'x', a: '1' } });
    expect(notesOf(decoded)).toEqual(['mixed-content r']);
  });
  test('reads names that every object inherits', () => {
    const value = valueIn(
      read(
        '<r><constructor>1</constructor><__proto__><polluted>1</polluted></__proto__><toString>2</toString></r>',
      ),
    );
    const inner = (value as { r: object }).r;
    expect(Object.keys(inner)).toEqual(['constructor', '__proto__', 'toString']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  test('passes over a document type without declarations and notes it', () => {
    const decoded = read('<!DOCTYPE respon SYSTEM "file:///etc/passwd"><respon><a>1</a></respon>');
    expect(valueIn(decoded)).toEqual({ respon: { a: '1' } });
    expect(notesOf(decoded)).toEqual(['dtd']);
  });
  test.each([
    ['an element', '<!ELEMENT r ANY>'],
    ['a mark in quotes', `<!ENTITY x "]>"><!ENTITY y ']>'>`],
    ['a quote in quotes', `<!ENTITY x "it's"><!ENTITY y '"'>`],
    ['a comment', `<!-- ]> " ' <!ENTITY x "-->`],
    ['an instruction', `<?php ]> " ' ?>`],
    ['an attribute list', '<!ATTLIST r a CDATA "]>" b (x|y) #IMPLIED>'],
    ['a notation', '<!NOTATION gif SYSTEM "gif]>">'],
    ['an entity elsewhere', '<!ENTITY x SYSTEM "file:///etc/passwd">'],
    ['an entity of another kind', '<!ENTITY logo SYSTEM "x.gif" NDATA gif>'],
    ['a parameter entity in use', '<!ENTITY % x SYSTEM "http://127.0.0.1/">\n%x;'],
    ['nothing', ''],
    ['line ends', '\r\n\t<!ELEMENT r ANY>\r\n'],
  ])('passes over declarations with %s to their end', (_what, subset) => {
    for (const head of ['<!DOCTYPE r [', '<!DOCTYPE r SYSTEM "a[b>c" [', `<!DOCTYPE r PUBLIC '-//x' "y" [`]) {
      const decoded = read(`<?xml version="1.0"?>\n${head}${subset}]\n>\n<r><a>1</a><b/></r>`);
      expect(valueIn(decoded)).toEqual({ r: { a: '1', b: '' } });
      expect(notesOf(decoded)).toEqual(['dtd']);
    }
  });
  test.each([
    ['<!DOCTYPE r [<!ENTITY x "y">]><r><a>1&x;</a><b>2</b></r>', 'r.a', { a: '1&x;', b: '2' }],
    ['<!DOCTYPE r SYSTEM "x.dtd"><r><a>&x;</a><b>2</b></r>', 'r.a', { a: '&x;', b: '2' }],
    ['<!DOCTYPE r [%x;]><r><a>1</a><b>&x;</b></r>', 'r.b', { a: '1', b: '&x;' }],
    ['<!DOCTYPE r [<!ENTITY x "<b>2</b>">]><r><a>1</a>&x;</r>', 'r', { '#text': '&x;', a: '1' }],
    ['<!DOCTYPE r [<!ENTITY x "y">]><r t="&x;"><a>1</a></r>', 'r', { '@t': '&x;', a: '1' }],
    ['<!DOCTYPE r [<!ENTITY x "&x;">]><r><a>&x;</a></r>', 'r.a', { a: '&x;' }],
  ])('leaves an entity as it stands and notes its place: %s', (text, place, value) => {
    expect(valueIn(read(text))).toEqual({ r: value });
    expect(notesOf(read(text))).toContain(`entity ${place}`);
  });
  test('takes what looks like an entity in CDATA as text', () => {
    const decoded = read('<!DOCTYPE r [<!ENTITY x "y">]><r><a><![CDATA[&x;]]></a></r>');
    expect(valueIn(decoded)).toEqual({ r: { a: '&x;' } });
    expect(notesOf(decoded)).toEqual(['dtd']);
  });
  test('notes every place with an entity, however many', () => {
    const many = Array.from({ length: 200 }, (_, index) => `<a${index}>&x;</a${index}>`).join('');
    const notes = notesOf(read(`<!DOCTYPE r [<!ENTITY x "y">]><r>${many}</r>`));
    expect(notes.filter((note) => note.startsWith('entity'))).toHaveLength(200);
  });
  test.each([
    ['an instruction with one quote', `<r><?php it's ?><a>1</a></r>`, { r: { a: '1' } }],
    ['letters beyond the first plane', '<r><a\u{20000}>1</a\u{20000}></r>', { r: { 'a\u{20000}': '1' } }],
    [
      'a long entity name with a hyphen',
      '<!DOCTYPE r [<!ENTITY a-name-of-thirty-letters-here "y">]><r>&a-name-of-thirty-letters-here;</r>',
      { r: '&a-name-of-thirty-letters-here;' },
    ],
    ['a colon at the end of a name', '<r><a:/></r>', { r: { 'a:': '' } }],
    ['a version with two digits', '<?xml version="1.10"?><r>1</r>', { r: '1' }],
    ['a reference by many digits', '<r>&#0000000000065;</r>', { r: 'A' }],
    [
      'line feeds, as blanks in attributes',
      '<r t="a\t\r\nb&#10;c"><a>1\r\n2\r3</a></r>',
      { r: { '@t': 'a  b\nc', a: '1\n2\n3' } },
    ],
  ])('reads %s', (_what, text, value) => {
    expect(valueIn(read(text))).toEqual(value);
  });
  test('names the place of an error behind declarations by the lines of the whole text', () => {
    const decoded = read('<!DOCTYPE r [\n<!ELEMENT r ANY>\n]>\n<r a/>');
    expect(decoded.ok ? '' : decoded.problem.at).toContain('line 4');
  });
  test.each([
    ['', 'empty'],
    ['  \n ', 'empty'],
  ])('refuses %j', (text, kind) => {
    expect(problemOf(read(text))).toBe(kind);
  });
  test.each([
    ['<r>\r\nAT&T\r\n</r>', 'line 2, column 3'],
    ['<r>\r\nAT&T\r\n&lt;</r>', 'line 2, column 3'],
    ['<r\na="b&c"/>', 'line 2, column 5'],
  ])('names the place of a "&" without a reference: %j', (text, at) => {
    expect(read(text)).toMatchObject({
      problem: { at, detail: '"&" that does not start a reference' },
    });
  });
  test('says where the text breaks without quoting it', () => {
    const decoded = read('<respon>\n<card>4111111111111111&secret;</card></respon>');
    expect(decoded).toMatchObject({
      problem: { at: 'line 2, column 23', detail: 'an entity that nothing defines' },
    });
    const other = read('<respon>\n<card4111111111111111></card></respon>');
    expect(JSON.stringify(other)).not.toContain('4111');
  });
  test.each([
    [
      'UTF-16LE with a mark',
      Uint8Array.from([0xff, 0xfe, ...Buffer.from('<r>é€</r>', 'utf16le')]),
      undefined,
      ['byte-order-mark', 'charset'],
    ],
    [
      'UTF-16BE with a mark',
      Uint8Array.from([0xfe, 0xff, ...Buffer.from('<r>é€</r>', 'utf16le').swap16()]),
      undefined,
      ['byte-order-mark', 'charset'],
    ],
    [
      'UTF-16LE declared',
      Uint8Array.from(Buffer.from('<?xml version="1.0" encoding="utf-16"?><r>é€</r>', 'utf16le')),
      undefined,
      ['charset'],
    ],
    [
      'UTF-8 with a mark',
      Uint8Array.from([0xef, 0xbb, 0xbf, ...bytesOf('<?xml version="1.0"?><r>é€</r>')]),
      undefined,
      ['byte-order-mark'],
    ],
    [
      'UTF-8 declared as UTF-16, which the transport corrects',
      bytesOf('<?xml version="1.0" encoding="UTF-16"?><r>é€</r>'),
      'text/xml; charset=utf-8',
      [],
    ],
  ])('reads %s', (_name, bytes, contentType, notes) => {
    const decoded = decodeXml(bytes, contentType);
    expect(valueIn(decoded)).toEqual({ r: 'é€' });
    expect(notesOf(decoded)).toEqual(notes);
  });
  test.each([
    ['ISO-8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?><r>\xe9</r>', undefined, 'é'],
    ['windows-1252', "<?xml version='1.0' encoding='windows-1252'?><r>\x80</r>", undefined, '€'],
    ['a charset of the Content-Type', '<r>\xe9</r>', 'text/xml;charset=iso-8859-1', 'é'],
  ])('reads %s', (_name, text, contentType, expected) => {
    const decoded = decodeXml(latin(text), contentType);
    expect(valueIn(decoded)).toEqual({ r: expected });
    expect(notesOf(decoded)).toEqual(['charset']);
  });
  test.each([
    ['UTF-8 declared as UTF-16', bytesOf('<?xml version="1.0" encoding="UTF-16"?><r>x</r>'), undefined],
    [
      'UTF-16 declared as UTF-8',
      Uint8Array.from(Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-8"?><r>x</r>', 'utf16le')),
      undefined,
    ],
    [
      'letters beyond ASCII declared as ASCII',
      bytesOf('<?xml version="1.0" encoding="US-ASCII"?><r>é€</r>'),
      'text/xml; charset=us-ascii',
    ],
    [
      'UTF-8 declared under the name of a database',
      bytesOf('<?xml version="1.0" encoding="utf8mb4"?><r>é€</r>'),
      undefined,
    ],
  ])('refuses %s, although it could be read', (_name, bytes, contentType) => {
    expect(problemOf(decodeXml(bytes, contentType))).toBe('not-utf8');
  });
  test('reads ASCII under a name that it does not know', () => {
    expect(valueIn(read('<?xml version="1.0" encoding="IBM850"?><r>x</r>'))).toEqual({ r: 'x' });
  });
  test('refuses bytes that fit no declared encoding', () => {
    expect(problemOf(decodeXml(latin('<r>\xe9</r>')))).toBe('not-utf8');
    expect(problemOf(decodeXml(latin('<?xml version="1.0" encoding="x-none"?><r>\xe9</r>')))).toBe(
      'unknown-charset',
    );
  });
  test('reads up to the deepest nesting and not one deeper', () => {
    const nest = (depth: number) => read('<a>'.repeat(depth) + '</a>'.repeat(depth));
    expect(problemOf(nest(limits.depth))).toBe('none');
    expect(problemOf(nest(limits.depth + 1))).toBe('too-deep');
  });
  test('refuses too many elements and too many bytes', () => {
    expect(problemOf(read(`<r>${'<a/>'.repeat(limits.members)}</r>`))).toBe('too-many-members');
    expect(problemOf(read(`<r>${'x'.repeat(limits.bytes)}</r>`))).toBe('too-large');
  });
});

test.each([
  ['\n  84.90\n', '84.90'],
  ['\n\t84.90', '84.90'],
  ['84.90 \n ', '84.90'],
  [' 84.90 ', ' 84.90 '],
  ['\u00a0\n84.90', '\u00a0\n84.90'],
  ['a\nb', 'a\nb'],
  ['\n ', ''],
  [' ', ' '],
  ['', ''],
])('line breaks around %j are layout: %j', (text, bare) => {
  expect(withoutLayout(text)).toBe(bare);
});
