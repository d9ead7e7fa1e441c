import { createRequire } from 'node:module';
import type { BaseBlock } from 'asn1js';
import { table } from '../../schemas/table.ts';

/** Bytes that are no time stamp of RFC 3161. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
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

/** Identifier octets (ITU-T X.690) of what a time stamp token is made of. */
const tags = { integer: 0x02, octets: 0x04, oid: 0x06, time: 0x18, sequence: 0x30, explicit0: 0xa0 } as const;

type Tag = keyof typeof tags;
type Contents = { readonly value?: readonly BaseBlock[]; readonly valueHexView?: Uint8Array };

const is = ({ valueBeforeDecodeView: [tag] }: BaseBlock, wanted: Tag) => tag === tags[wanted];

function sequenceIn(bytes: Uint8Array): BaseBlock {
  // The library is loaded where there is a time stamp, not by every run.
  const { fromBER } = createRequire(import.meta.url)('asn1js') as typeof import('asn1js');
  const { offset, result } = fromBER(bytes);
  if (offset !== bytes.length || !is(result, 'sequence'))
    throw new TimeStampError('it is not one sequence to its last byte');
  return result;
}

/** The part of a sequence at a position; throws where there is none of this kind. */
function part({ valueBlock }: BaseBlock, at: number, tag: Tag, what: string): BaseBlock {
  const found = (valueBlock as Contents).value?.[at];
  if (found === undefined || !is(found, tag)) throw new TimeStampError(`${what} is missing`);
  return found;
}

const oidAt = (within: BaseBlock, at: number, what: string) =>
  part(within, at, 'oid', what).valueBlock.toString();

function bytesAt(within: BaseBlock, at: number, tag: Tag, what: string): Buffer {
  return Buffer.from((part(within, at, tag, what).valueBlock as Contents).valueHexView ?? []);
}

// A response holds the state of the request before the token; a token begins with the identifier of its content.
function tokenIn(bytes: Uint8Array): BaseBlock {
  const whole = sequenceIn(bytes);
  const state = 'the state of the response';
  const [first] = (whole.valueBlock as Contents).value ?? [];
  if (first !== undefined && is(first, 'oid')) return whole;
  const granted = bytesAt(part(whole, 0, 'sequence', state), 0, 'integer', state);
  if (granted.length !== 1 || (granted[0] ?? 9) > 1)
    throw new TimeStampError('the authority refused the request');
  return part(whole, 1, 'sequence', 'the token');
}

function infoIn(token: BaseBlock): BaseBlock {
  if (oidAt(token, 0, 'its type') !== signedData) throw new TimeStampError('it is not signed data');
  const data = part(part(token, 1, 'explicit0', 'the signed data'), 0, 'sequence', 'the signed data');
  const content = part(data, 2, 'sequence', 'the stamped content');
  if (oidAt(content, 0, 'the type of its content') !== tstInfo)
    throw new TimeStampError('it stamps nothing: its content is another one');
  const wrapped = part(content, 1, 'explicit0', 'the stamped content');
  return sequenceIn(bytesAt(wrapped, 0, 'octets', 'the stamped content'));
}

function timeOf(text: string): string {
  const written = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d{1,3})?)\d*Z$/;
  const time = new Date(text.replace(written, '$1-$2-$3T$4:$5:$6Z'));
  if (!written.test(text) || Number.isNaN(time.getTime()))
    throw new TimeStampError('its time is not written as RFC 3161 has it');
  return time.toISOString();
}

/**
 * Reads a time stamp response or token (DER) for what it stamps and when; throws `TimeStampError` in words. It does not check
 * the signature of the authority: `openssl ts -verify` does, with the authority's certificate.
 */
export function readTimeStamp(bytes: Uint8Array): TimeStamp {
  const info = infoIn(tokenIn(bytes));
  const imprint = part(info, 2, 'sequence', 'the imprint');
  const oid = oidAt(part(imprint, 0, 'sequence', 'the hash of the imprint'), 0, 'the hash of the imprint');
  const algorithm = hashes[oid];
  if (algorithm === undefined)
    throw new TimeStampError(`its hash (${oid}) is none of SHA-256, SHA-384, SHA-512`);
  return {
    algorithm,
    imprint: bytesAt(imprint, 1, 'octets', 'the imprint').toString('hex'),
    time: timeOf(bytesAt(info, 4, 'time', 'the time').toString('latin1')),
    policy: oidAt(info, 1, 'the policy'),
    serial: bytesAt(info, 3, 'integer', 'the serial number').toString('hex'),
  };
}
