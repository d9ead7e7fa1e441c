import { table } from '../../schemas/table.ts';

/** One element of a DER encoding (ITU-T X.690): its identifier octet and its contents. */
interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  /** The element as it is, identifier and length included. */
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

/** What a time stamp token says (RFC 3161, TSTInfo). */
export interface TimeStamp {
  /** Name of the hash as Node knows it. */
  readonly algorithm: string;
  /** The digest that was stamped, hexadecimal. */
  readonly imprint: string;
  /** ISO 8601. */
  readonly time: string;
  /** Policy of the authority, as an object identifier. */
  readonly policy: string;
  /** Serial number, hexadecimal. */
  readonly serial: string;
}

const signedData = '1.2.840.113549.1.7.2';
const tstInfo = '1.2.840.113549.1.9.16.1.4';

const hashes: Readonly<Record<string, string>> = table({
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
});

function take(elements: readonly DerElement[], at: number, tag: number, what: string): DerElement {
  const element = elements[at];
  if (element?.tag !== tag) throw new DerError(`${what} is missing`);
  return element;
}

function within(element: DerElement): readonly DerElement[] {
  return derElements(element.content);
}

function onlyOne(elements: readonly DerElement[]): DerElement {
  const [element, more] = elements;
  if (element?.tag !== derTags.sequence || more !== undefined)
    throw new DerError('it is not one sequence to its last byte');
  return element;
}

// A response holds the state of the request before the token; a token begins with the identifier of its content.
function tokenIn(bytes: Uint8Array): readonly DerElement[] {
  const parts = within(onlyOne(derElements(bytes)));
  if (parts[0]?.tag === derTags.oid) return parts;
  const state = within(take(parts, 0, derTags.sequence, 'the state of the response'));
  const granted = take(state, 0, derTags.integer, 'the state of the response').content;
  if (granted.length !== 1 || (granted[0] ?? 9) > 1) throw new DerError('the authority refused the request');
  return within(take(parts, 1, derTags.sequence, 'the token'));
}

function infoIn(token: readonly DerElement[]): readonly DerElement[] {
  if (derOid(take(token, 0, derTags.oid, 'its type')) !== signedData)
    throw new DerError('it is not signed data');
  const explicit = within(take(token, 1, derTags.explicit0, 'the signed data'));
  const data = within(take(explicit, 0, derTags.sequence, 'the signed data'));
  const content = within(take(data, 2, derTags.sequence, 'the stamped content'));
  if (derOid(take(content, 0, derTags.oid, 'the type of its content')) !== tstInfo)
    throw new DerError('it stamps nothing: its content is another one');
  const wrapped = within(take(content, 1, derTags.explicit0, 'the stamped content'));
  const octets = take(wrapped, 0, derTags.octets, 'the stamped content');
  return within(onlyOne(derElements(octets.content)));
}

function timeOf({ content }: DerElement): string {
  const text = Buffer.from(content).toString('latin1');
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError('its time is not written as RFC 3161 has it');
  return time.toISOString();
}

const hex = ({ content }: DerElement) => Buffer.from(content).toString('hex');

/**
 * Reads a time stamp response or token (DER) for what it stamps and when; throws `DerError` in words. It does not check
 * the signature of the authority: `openssl ts -verify` does, with the authority's certificate.
 */
export function readTimeStamp(bytes: Uint8Array): TimeStamp {
  const info = infoIn(tokenIn(bytes));
  const policy = derOid(take(info, 1, derTags.oid, 'the policy'));
  const imprint = within(take(info, 2, derTags.sequence, 'the imprint'));
  const hash = within(take(imprint, 0, derTags.sequence, 'the hash of the imprint'));
  const oid = derOid(take(hash, 0, derTags.oid, 'the hash of the imprint'));
  const algorithm = hashes[oid];
  if (algorithm === undefined) throw new DerError(`its hash (${oid}) is none of SHA-256, SHA-384, SHA-512`);
  return {
    algorithm,
    imprint: hex(take(imprint, 1, derTags.octets, 'the imprint')),
    time: timeOf(take(info, 4, derTags.generalizedTime, 'the time')),
    policy,
    serial: hex(take(info, 3, derTags.integer, 'the serial number')),
  };
}
