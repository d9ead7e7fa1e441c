import { table } from '../../schemas/table.ts';
import { type DerElement, DerError, derElements, derOid, derTags } from './der.ts';

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
