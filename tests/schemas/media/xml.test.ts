import { describe, expect, test } from 'vitest';
import { limits } from '../../../schemas/media/limits.ts';
import { decodeXml } from '../../../schemas/media/xml.ts';
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
    ['', 'empty'],
    ['  \n ', 'empty'],
    ['<r></r><s></s>', 'several-roots'],
    ['<r/><r/>', 'several-roots'],
    ['<!DOCTYPE r [<!ENTITY x "y">]><r>&x;</r>', 'dtd'],
    ['<!DOCTYPE r SYSTEM "a>b" [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]><r/>', 'dtd'],
    ['<r>&nbsp;</r>', 'undefined-entity'],
    ['<r a="&foo;"/>', 'undefined-entity'],
    ['<r>a & b</r>', 'malformed'],
    ['<r>&#0;</r>', 'malformed'],
    ['<r>&#xD800;</r>', 'malformed'],
    ['<r>&#x110000;</r>', 'malformed'],
    ['<r>\u0001</r>', 'malformed'],
    ['<r>\ufffe</r>', 'malformed'],
    ['<r>]]></r>', 'malformed'],
    ['<r><!-- a -- b --></r>', 'malformed'],
    ['<r><!-- a ---></r>', 'malformed'],
    ['<r></r>x', 'malformed'],
    ['x<r></r>', 'malformed'],
    ['<r/><![CDATA[x]]>', 'malformed'],
    ['<r/>&amp;', 'malformed'],
    ['<r a="1" a="2"/>', 'malformed'],
    ['<r a="<"/>', 'malformed'],
    ['<r a=1/>', 'malformed'],
    ['<r a/>', 'malformed'],
    ['<r a="1"b="2"/>', 'malformed'],
    ['<r>', 'malformed'],
    ['</r>', 'malformed'],
    ['<r></s>', 'malformed'],
    ['<r><a></r></a>', 'malformed'],
    ['<r', 'malformed'],
    ['<r><!-- x</r>', 'malformed'],
    ['<r><![CDATA[x</r>', 'malformed'],
    ['<1/>', 'malformed'],
    ['< r/>', 'malformed'],
    [' <?xml version="1.0"?><r/>', 'malformed'],
    ['<r/><?xml version="1.0"?>', 'malformed'],
    ['<?xml encoding="UTF-8"?><r/>', 'malformed'],
    ['<?xml version="1.0"?>', 'malformed'],
    ['<r/><!DOCTYPE r>', 'malformed'],
    ['<r><!ELEMENT r ANY></r>', 'malformed'],
    ['{"respon":{}}', 'malformed'],
    ['<html><br></html>', 'malformed'],
  ])('refuses %j', (text, kind) => {
    expect(problemOf(read(text))).toBe(kind);
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
