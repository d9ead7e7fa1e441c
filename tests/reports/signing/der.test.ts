import { describe, expect, test } from 'vitest';
import { DerError, derElements, derOid, derTags } from '../../../reports/signing/time-stamp.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('derElements', () => {
  test('reads elements of short and long lengths one after the other', () => {
    const long = `04 81 80 ${'ab'.repeat(128)}`;
    const [first, second, third] = derElements(bytes(`02 01 05 ${long} 30 00`));
    expect(first).toMatchObject({ tag: derTags.integer, content: bytes('05') });
    expect(second?.content).toHaveLength(128);
    expect(third).toMatchObject({ tag: derTags.sequence, whole: bytes('3000') });
    expect(derElements(bytes(''))).toEqual([]);
  });

  test.each([
    ['02', 'it ends before a length'],
    ['04 82 01', 'it ends within a length'],
    ['04 05 01', 'it ends within an element'],
    ['30 80 00 00', 'a length is indefinite or too large'],
    ['04 85 01 01 01 01 01', 'a length is indefinite or too large'],
    ['04 81 05 01 02 03 04 05', 'a length is not as short as it can be'],
    [`04 82 00 80 ${'00'.repeat(128)}`, 'a length is not as short as it can be'],
    ['1f 81 00 00', 'a tag is larger than a time stamp token has'],
  ])('refuses %s', (hex, message) => {
    expect(() => derElements(bytes(hex))).toThrow(message);
    expect(() => derElements(bytes(hex))).toThrow(DerError);
  });
});

test.each([
  ['06 09 60 86 48 01 65 03 04 02 01', '2.16.840.1.101.3.4.2.1'],
  ['06 0b 2a 86 48 86 f7 0d 01 09 10 01 04', '1.2.840.113549.1.9.16.1.4'],
  ['06 01 55', '2.5'],
])('derOid reads %s', (hex, oid) => {
  const [element] = derElements(bytes(hex));
  expect(element && derOid(element)).toBe(oid);
});
