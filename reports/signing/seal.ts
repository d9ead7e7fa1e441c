import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import type { BaseBlock } from 'asn1js';
import { table } from '../../schemas/table.ts';

/** The bytes are not a valid time stamp of RFC 3161. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
}

/** The content of a time stamp token (RFC 3161, TSTInfo). */
interface TimeStamp {
  /** Name of the hash in Node. */
  readonly algorithm: string;
  /** The stamped digest, hexadecimal. */
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

/** Identifier octets (ITU-T X.690) of the parts of a time stamp token. */
const tags = { integer: 0x02, octets: 0x04, oid: 0x06, time: 0x18, sequence: 0x30, explicit0: 0xa0 } as const;

type Tag = keyof typeof tags;
type Contents = { readonly value?: readonly BaseBlock[]; readonly valueHexView?: Uint8Array };

const is = ({ valueBeforeDecodeView: [tag] }: BaseBlock, wanted: Tag) => tag === tags[wanted];

function sequenceIn(bytes: Uint8Array): BaseBlock {
  // The library is loaded only if there is a time stamp, not by every run.
  const { fromBER } = createRequire(import.meta.url)('asn1js') as typeof import('asn1js');
  const { offset, result } = fromBER(bytes);
  if (offset !== bytes.length || !is(result, 'sequence'))
    throw new TimeStampError('it is not one sequence to its last byte');
  return result;
}

/** The part of a sequence at a position; throws `TimeStampError` if it is missing or of another type. */
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

// A response contains the status before the token; a token begins with the identifier of its content.
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
 * Reads the digest and time of a time stamp response or token (DER); throws `TimeStampError`. It does not check the
 * signature of the authority: `openssl ts -verify` does, with the authority's certificate.
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

/** An Ed25519 signature; the public key is SPKI in Base64. */
export interface Signature {
  readonly algorithm: 'Ed25519';
  readonly publicKey: string;
  readonly value: string;
}

/** The subject of a signature: the digest of evidence or of a package. */
export type SignedSubject = 'evidence' | 'package';

// A counter-signature also covers the previous signature, and so confirms who signed the evidence.
function signedText(subject: SignedSubject, root: string, after?: Signature): Buffer {
  const before = after === undefined ? '' : ` after ${after.value}`;
  return Buffer.from(`payment-acquiring-conformance ${subject} ${root}${before}`);
}

/** The fingerprint of a public key: the first 16 hexadecimal digits of the SHA-256 over its SPKI form. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/** A public key as SPKI in Base64, from PEM. */
export function publicKeyOf(pem: string | KeyObject): string {
  const key = typeof pem === 'string' ? createPublicKey(pem) : pem;
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Reads an Ed25519 private key from PEM; throws an `Error` of one line that contains nothing of the key. */
export function privateKeyIn(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    const why = /ENCRYPTED/.test(pem) ? ' (it is encrypted; decrypt it first)' : '';
    throw new Error(`the key that signs cannot be read as a private key in PEM${why}`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(
    `the key that signs must be an Ed25519 private key, found ${key.asymmetricKeyType ?? 'another'}`,
  );
}

/** True if a signature is valid for the text and its own public key. */
function isRightSignature({ algorithm, publicKey, value }: Signature, text: Buffer): boolean {
  try {
    const [spki, bytes] = [Buffer.from(publicKey, 'base64'), Buffer.from(value, 'base64')];
    // Several Base64 texts can decode to the same bytes; only the canonical one is valid.
    const isPlain = spki.toString('base64') === publicKey && bytes.toString('base64') === value;
    const key = createPublicKey({ key: spki, type: 'spki', format: 'der' });
    const isEd25519 = algorithm === 'Ed25519' && key.asymmetricKeyType === 'ed25519';
    return isEd25519 && isPlain && verify(null, text, key, bytes);
  } catch {
    return false;
  }
}

/** The optional parts of a digest file; they do not change the root digest. */
export interface Seal {
  readonly signature?: Signature;
  /** Each covers the previous one. */
  readonly counterSignatures?: readonly Signature[];
  /** RFC 3161 time stamp tokens or responses, DER in Base64, over the root digest or the SHA-256 of a signature. */
  readonly timeStamps?: readonly string[];
}

interface SealedDigest extends Seal {
  readonly root: string;
}

/** Every signature of a seal in order. */
export function signaturesOf({ signature, counterSignatures = [] }: Seal): readonly Signature[] {
  return signature === undefined ? [] : [signature, ...counterSignatures];
}

/** Adds a signature: the first one, or a counter-signature. Throws an `Error` if the key has already signed. */
export function addSignature<Digest extends SealedDigest>(
  digest: Digest,
  subject: SignedSubject,
  privateKeyPem: string,
): Digest {
  const before = signaturesOf(digest);
  const key = privateKeyIn(privateKeyPem);
  const own: Signature = {
    algorithm: 'Ed25519',
    publicKey: publicKeyOf(createPublicKey(key)),
    value: sign(null, signedText(subject, digest.root, before.at(-1)), key).toString('base64'),
  };
  if (before.some(({ publicKey }) => publicKey === own.publicKey))
    throw new Error('this key has signed it already');
  if (before.length === 0) return { ...digest, signature: own };
  return { ...digest, counterSignatures: [...(digest.counterSignatures ?? []), own] };
}

/** What a time stamp is over: the root digest or a signature; undefined if neither. */
function stampSubject(
  { root, ...seal }: SealedDigest,
  { algorithm, imprint }: TimeStamp,
): string | undefined {
  if (imprint === root && algorithm === 'sha256') return 'the evidence';
  const at = signaturesOf(seal).findIndex(
    ({ value }) => createHash(algorithm).update(Buffer.from(value, 'base64')).digest('hex') === imprint,
  );
  return at < 0 ? undefined : at === 0 ? 'the signature' : `counter-signature ${at}`;
}

/** Adds a time stamp; throws an `Error` if it is not valid or is over another digest. */
export function addTimeStamp<Digest extends SealedDigest>(digest: Digest, bytes: Uint8Array): Digest {
  const stamp = readTimeStamp(bytes);
  if (stampSubject(digest, stamp) === undefined)
    throw new Error(`the time stamp is over ${stamp.imprint}, and the root digest is ${digest.root}`);
  const text = Buffer.from(bytes).toString('base64');
  return { ...digest, timeStamps: [...(digest.timeStamps ?? []), text] };
}

/** A matching time stamp, with what it is over. */
export interface MatchingStamp extends TimeStamp {
  readonly over: string;
}

function stampOf(digest: SealedDigest, text: string): MatchingStamp | string {
  try {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) return 'a time stamp is not Base64';
    const stamp = readTimeStamp(bytes);
    const over = stampSubject(digest, stamp);
    return over === undefined ? 'a time stamp is over another digest' : { ...stamp, over };
  } catch (error) {
    if (error instanceof TimeStampError) return `a time stamp cannot be read: ${error.message}`;
    throw error;
  }
}

/** Checks a seal: the keys (SPKI in Base64) of valid signatures in order, matching time stamps, and problems. */
export function checkSeal(digest: SealedDigest, subject: SignedSubject) {
  const signatures = signaturesOf(digest);
  const right = signatures.map((one, at) =>
    isRightSignature(one, signedText(subject, digest.root, signatures[at - 1])),
  );
  const stamps = (digest.timeStamps ?? []).map((text) => stampOf(digest, text));
  const wrong = right.flatMap((holds, at) =>
    holds ? [] : [`the ${at === 0 ? 'signature' : `counter-signature ${at}`} does not fit the root digest`],
  );
  const lonely =
    digest.signature === undefined && digest.counterSignatures !== undefined
      ? ['a counter-signature lacks the signature that it is about']
      : [];
  return {
    keys: signatures.flatMap(({ publicKey }, at) => (right[at] === true ? [publicKey] : [])),
    stamps: stamps.filter((stamp) => typeof stamp !== 'string'),
    problems: [...wrong, ...lonely, ...stamps.filter((stamp) => typeof stamp === 'string')],
  };
}
