import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { PackageError, readZip, writeZip } from '../../../reports/package/zip.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const entries = new Map([
  ['evidence/b.txt', bytes('two')],
  ['README.txt', bytes('one '.repeat(1000))],
  ['evidence/empty/', bytes('')],
]);

/** A zip of two entries that have one name of two of the same length. */
function twice(): Uint8Array {
  const made = Buffer.from(zipSync({ 'a.txt': bytes('1'), 'b.txt': bytes('2') })).toString('latin1');
  return new Uint8Array(Buffer.from(made.replaceAll('b.txt', 'a.txt'), 'latin1'));
}

describe('zip of a package', () => {
  test('gives back what went in, in any order of entries, and the same bytes every time', () => {
    const made = writeZip(entries);
    expect(new Map(readZip(made))).toEqual(new Map([...entries].sort()));
    expect(writeZip(new Map([...entries].reverse()))).toEqual(made);
  });

  test.each([
    '../outside.txt',
    'evidence/../../outside.txt',
    '/etc/passwd',
    'C:/windows/a.txt',
    'evidence\\..\\a.txt',
    'evidence//a.txt',
    './a.txt',
    'a\n.txt',
  ])('refuses the name %j', (name) => {
    const made = zipSync({ [name]: bytes('x') });
    expect(() => readZip(made)).toThrow('would leave its folder');
  });

  test('refuses names that stand twice, also in other letters', () => {
    expect(() => readZip(twice())).toThrow('it holds a.txt twice');
    expect(() => readZip(zipSync({ 'a.txt': bytes('1'), 'A.TXT': bytes('2') }))).toThrow(
      'it holds A.TXT twice',
    );
  });

  test('stops at a bomb before it fills the memory', () => {
    const bomb = zipSync({ 'a.txt': new Uint8Array(20 * 1024 * 1024) }, { level: 1 });
    expect(bomb.length).toBeLessThan(256 * 1024);
    expect(() => readZip(bomb, 1024 * 1024)).toThrow('it unpacks to more than 1048576 bytes');
    expect(readZip(bomb).get('a.txt')).toHaveLength(20 * 1024 * 1024);
  });

  test('refuses what is no zip, and what is cut short', () => {
    const made = writeZip(entries);
    for (const wrong of [bytes(''), bytes('no zip at all'), made.subarray(0, 40)])
      expect(() => readZip(wrong)).toThrow(PackageError);
  });
});
