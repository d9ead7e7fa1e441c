import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../schemas/media/decode.ts';
import type { Decoded } from '../../../schemas/media/decoded.ts';
import { decodeForm } from '../../../schemas/media/form.ts';
import { limits } from '../../../schemas/media/limits.ts';
import { bytesOf, valueIn } from './read-text.ts';

const media = ['json', 'xml', 'html'] as const;
// A tenth of what is read: what takes a square of the length shows at this size, too.
const most = limits.bytes / 10;

const samples = {
  json: '{"merchant_id":"800001","capture_orders":[{"order_no":"a","amount":"12.00","error_message":"é\\u00e9"}],"n":1.5e3}',
  xml: '<?xml version="1.0" encoding="UTF-8"?>\n<respon v="1"><order_no>007</order_no><!-- c --><note><![CDATA[a<b]]></note><x>&amp;&#233;</x></respon>',
  html: '<!DOCTYPE html><html><head><base href="/"></head><body onload="f.submit()"><form name="theForm" method=POST action=\'/v1/checkout\'><input type=hidden name=a value="b"></form><script>var x="</p>";</script></body></html>',
};

function isWellFormed(decoded: Decoded): boolean {
  if (decoded.notes.length > limits.notes) return false;
  return decoded.ok
    ? decoded.value !== undefined
    : decoded.problem.detail !== '' && decoded.problem.detail.length < 200;
}

/** Damages a text: cuts, repeats, deletes or replaces at given places. */
const mutation = fc.record({
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
  insert: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      '{',
      '[',
      ']',
      '}',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE r [',
      '</',
      '&#',
      '\\',
      '\\u',
      '\0',
      '<form>',
    ),
  ),
  truncate: fc.boolean(),
});

function damage(
  text: string,
  change: { cut: number; at: number; length: number; insert: string; truncate: boolean },
): string {
  const at = Math.floor(change.at * text.length);
  const damaged = text.slice(0, at) + change.insert + text.slice(at + change.length);
  return change.truncate ? damaged.slice(0, Math.floor(change.cut * damaged.length)) : damaged;
}

describe.each(media)('decode %s', (medium) => {
  test('answers any bytes without throwing', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.option(fc.string(), { nil: undefined }),
        (bytes, contentType) => isWellFormed(decode(medium, bytes, contentType)),
      ),
      { numRuns: 1000, seed: 11 },
    );
  });
  test('answers damaged bodies without throwing', () => {
    fc.assert(
      fc.property(
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('utf8', 'latin1', 'utf16le'),
        (changes, encoding) =>
          isWellFormed(
            decode(medium, Buffer.from(changes.reduce(damage, samples[medium]), encoding as BufferEncoding)),
          ),
      ),
      { numRuns: 1000, seed: 12 },
    );
  });
  test('answers every truncation without throwing', () => {
    const bytes = bytesOf(samples[medium]);
    const odd = Array.from(bytes, (_byte, length) => decode(medium, bytes.subarray(0, length))).filter(
      (decoded) => !isWellFormed(decoded),
    );
    expect(odd).toEqual([]);
  });
});

describe('decode in bounded time', () => {
  const floods: [medium: (typeof media)[number], name: string, text: string][] = [
    ['json', 'more brackets than are read', '['.repeat(limits.bytes + 8)],
    ['json', 'brackets', '['.repeat(most)],
    ['json', 'brackets behind a broken string', `"\n${'['.repeat(most)}`],
    ['json', 'objects in objects', '{"a":'.repeat(60_000)],
    ['json', 'one long number', '9'.repeat(most)],
    ['json', 'one name a hundred thousand times', `{${'"a":1,'.repeat(99_000)}"a":1}`],
    ['json', 'one string of escapes', `"${'\\u0000'.repeat(60_000)}"`],
    ['json', 'line feeds before an error', `[${'\n'.repeat(most)}x`],
    ['xml', 'more elements than are read', '<a>'.repeat(limits.bytes / 2)],
    ['xml', 'elements', '<a>'.repeat(130_000)],
    ['xml', 'elements side by side', `<r>${'<a/>'.repeat(40_000)}</r>`],
    ['xml', 'unclosed elements side by side', `<r>${'<a>'.repeat(60)}`],
    [
      'xml',
      'many attributes',
      `<r ${Array.from({ length: 20_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    ],
    [
      'xml',
      'an entity bomb',
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, index) => `<!ENTITY a${index} "${'&a;'.repeat(10)}">`).join('')}]><r>&a11;</r>`,
    ],
    ['xml', 'sections that never end', `<!DOCTYPE r [${'<![INCLUDE['.repeat(most / 11)}`],
    ['xml', 'sections that are ignored', `<!DOCTYPE r [<![IGNORE[${'<!['.repeat(most / 3)}`],
    ['xml', 'declarations', `<!DOCTYPE r [${'<!ELEMENT r ANY>'.repeat(most / 16)}]><r/>`],
    ['xml', 'a declaration that never ends', `<!DOCTYPE r [<!ENTITY x "${'y'.repeat(most)}`],
    ['xml', 'parameter entities', `<!DOCTYPE r [${'%x;'.repeat(most / 3)}]><r/>`],
    ['xml', 'references', `<r>${'&amp;'.repeat(80_000)}</r>`],
    ['xml', 'comments', `<r>${'<!---->'.repeat(50_000)}</r>`],
    ['xml', 'CDATA sections', `<r>${'<![CDATA[]]>'.repeat(30_000)}</r>`],
    ['xml', 'instructions', `<r>${'<?a?>'.repeat(70_000)}</r>`],
    ['xml', 'angle brackets', '<'.repeat(most)],
    ['xml', 'an attribute that never ends', `<r a="${'x'.repeat(most)}`],
    ['xml', 'blanks in a tag', `<r${' '.repeat(most)}/>`],
    ['xml', 'a long name', `<${'a'.repeat(200_000)}></${'a'.repeat(200_000)}>`],
    ['xml', 'line feeds before an error', `<r>${'\n'.repeat(most)}&x;</r>`],
    ['html', 'more elements than are read', '<div>'.repeat(limits.bytes / 2)],
    ['html', 'deep elements', '<div>'.repeat(19_000)],
    ['html', 'deep forms', '<form>'.repeat(19_000)],
    ['html', 'deep foreign elements', '<svg>'.repeat(19_000)],
    ['html', 'angle brackets', '<'.repeat(most)],
    ['html', 'references', `<p>${'&amp;'.repeat(80_000)}`],
    [
      'html',
      'attributes',
      `<input ${Array.from({ length: 40_000 }, (_, index) => `a${index}=1`).join(' ')}>`,
    ],
    ['html', 'attributes between slashes', `<input ${'a/'.repeat(most / 2)}>`],
    ['html', 'class names', `<p class="${'a '.repeat(most / 2)}">`],
    ['html', 'inputs', `<form>${'<input name=a>'.repeat(19_000)}`],
    ['html', 'options', `<select>${'<option>'.repeat(19_000)}`],
    ['html', 'selects with options', '<select><option></select>'.repeat(6_000)],
    ['html', 'one script', `<script>${'// x\n'.repeat(70_000)}</script>`],
    ['html', 'blanks in a script', `<script>${' '.repeat(most)}</script>`],
    ['html', 'plain text', 'x'.repeat(most)],
  ];
  // Work that grew with the square of these would take minutes, so the time limit of the test is no measure of speed.
  test.each(floods)('answers %s with %s', (medium, _name, text) => {
    expect(isWellFormed(decode(medium, bytesOf(text)))).toBe(true);
  });
  test('does not expand an entity bomb', () => {
    const bomb = '<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><r>&b;</r>';
    expect(valueIn(decode('xml', bytesOf(bomb)))).toEqual({ r: '&b;' });
  });
});

describe('decodeForm under attack', () => {
  test('answers any text without throwing', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        'a',
        '[',
        ']',
        '=',
        '&',
        '%',
        '+',
        '0',
        '{',
        '"',
        '__proto__',
        '%5B',
        '%ff',
        'é',
        '\ud800',
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(noise, (text) => isWellFormed(decodeForm(text))),
      { numRuns: 1000, seed: 13 },
    );
  });
  test.each([
    ['one name with many brackets', `a${'[]'.repeat(most / 2)}=1`],
    ['many entries', Array.from({ length: 20_000 }, (_, index) => `a[${index}]=1`).join('&')],
    ['JSON text of brackets', `a=${'['.repeat(most)}`],
    ['many values of JSON text', 'a=[[[[[]]]]]&'.repeat(20_000)],
    ['ampersands', '&'.repeat(most)],
    ['escapes that do not decode', 'a=%&'.repeat(20_000)],
    ['an open bracket for each field', 'a[=1&'.repeat(20_000)],
  ])('answers %s', (_name, text) => {
    expect(isWellFormed(decodeForm(text))).toBe(true);
  });
});
