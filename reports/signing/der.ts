/** One element of a DER encoding (ITU-T X.690): its identifier octet and its contents. */
export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  /** The element as it stands, identifier and length included. */
  readonly whole: Uint8Array;
}

/** Bytes that are not DER. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** Identifier octets of the types that a time stamp token is made of. */
export const derTags = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  explicit0: 0xa0,
} as const;

function lengthAt(bytes: Uint8Array, at: number): { length: number; start: number } {
  const first = bytes[at];
  if (first === undefined) throw new DerError('it ends before a length');
  if (first < 0x80) return { length: first, start: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new DerError('a length is indefinite or too large');
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    const octet = bytes[at + 1 + index];
    if (octet === undefined) throw new DerError('it ends within a length');
    length = length * 256 + octet;
  }
  if (length < 0x80 || length < 256 ** (count - 1))
    throw new DerError('a length is not as short as it can be');
  return { length, start: at + 1 + count };
}

/** The elements that some bytes hold one after the other; throws `DerError` where they are not DER to the last byte. */
export function derElements(bytes: Uint8Array): readonly DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    if ((tag & 0x1f) === 0x1f) throw new DerError('a tag is larger than a time stamp token has');
    const { length, start } = lengthAt(bytes, at + 1);
    const end = start + length;
    if (end > bytes.length) throw new DerError('it ends within an element');
    elements.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return elements;
}

/** The object identifier of an element in dotted form. */
export function derOid({ tag, content }: DerElement): string {
  if (tag !== derTags.oid || content.length === 0) throw new DerError('an object identifier is missing');
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}
