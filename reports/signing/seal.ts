import { createHash } from 'node:crypto';
import { isRightSignature, type Signature, type SignedSubject, signatureOf } from './signature.ts';
import { DerError, readTimeStamp, type TimeStamp } from './time-stamp.ts';

/** What may stand beside a root digest: none of it changes the digest. */
export interface Seal {
  readonly signature?: Signature;
  /** Each covers the one before it. */
  readonly counterSignatures?: readonly Signature[];
  /** Time stamp tokens or responses (RFC 3161), DER in Base64, over the root digest or the SHA-256 of a signature. */
  readonly timeStamps?: readonly string[];
}

/** A root digest with what seals it. */
export interface SealedDigest extends Seal {
  readonly root: string;
}

/** Every signature of a seal in order. */
export function signaturesOf({ signature, counterSignatures = [] }: Seal): readonly Signature[] {
  return signature === undefined ? [] : [signature, ...counterSignatures];
}

/** Adds the signature of a key: the first one, or a counter-signature after those that stand there. */
export function addSignature<Digest extends SealedDigest>(
  digest: Digest,
  subject: SignedSubject,
  privateKeyPem: string,
): Digest {
  const before = signaturesOf(digest);
  const own = signatureOf(subject, digest.root, privateKeyPem, before.at(-1));
  if (before.some(({ publicKey }) => publicKey === own.publicKey))
    throw new Error('this key has signed it already');
  if (before.length === 0) return { ...digest, signature: own };
  return { ...digest, counterSignatures: [...(digest.counterSignatures ?? []), own] };
}

/** What the digest of a time stamp may be of: the root, or a signature. */
function stampedBy({ root, ...seal }: SealedDigest, { algorithm, imprint }: TimeStamp): string | undefined {
  if (imprint === root && algorithm === 'sha256') return 'the evidence';
  const at = signaturesOf(seal).findIndex(
    ({ value }) => createHash(algorithm).update(Buffer.from(value, 'base64')).digest('hex') === imprint,
  );
  return at < 0 ? undefined : at === 0 ? 'the signature' : `counter-signature ${at}`;
}

/** Adds a time stamp; throws one line when it is none, or stamps something else. */
export function addTimeStamp<Digest extends SealedDigest>(digest: Digest, bytes: Uint8Array): Digest {
  const stamp = readTimeStamp(bytes);
  if (stampedBy(digest, stamp) === undefined)
    throw new Error(`the time stamp is over ${stamp.imprint}, and the root digest is ${digest.root}`);
  const text = Buffer.from(bytes).toString('base64');
  return { ...digest, timeStamps: [...(digest.timeStamps ?? []), text] };
}

/** A time stamp that fits, and what it is over. */
export interface FittingStamp extends TimeStamp {
  readonly over: string;
}

/** What a seal is worth: the keys whose signatures are right, the time stamps that fit, and what does not hold. */
export interface SealCheck {
  /** Public keys (SPKI in Base64) in the order in which they signed. */
  readonly keys: readonly string[];
  readonly stamps: readonly FittingStamp[];
  readonly problems: readonly string[];
}

function stampOf(digest: SealedDigest, text: string): FittingStamp | string {
  try {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) return 'a time stamp is no Base64';
    const stamp = readTimeStamp(bytes);
    const over = stampedBy(digest, stamp);
    return over === undefined ? 'a time stamp is over another digest' : { ...stamp, over };
  } catch (error) {
    if (error instanceof DerError) return `a time stamp cannot be read: ${error.message}`;
    throw error;
  }
}

/** Checks the signatures and time stamps of a digest against its root. */
export function checkSeal(digest: SealedDigest, subject: SignedSubject): SealCheck {
  const signatures = signaturesOf(digest);
  const right = signatures.map((one, at) => isRightSignature(subject, digest.root, one, signatures[at - 1]));
  const stamps = (digest.timeStamps ?? []).map((text) => stampOf(digest, text));
  const wrong = right.flatMap((holds, at) =>
    holds ? [] : [`the ${at === 0 ? 'signature' : `counter-signature ${at}`} does not fit the root digest`],
  );
  const lonely =
    digest.signature === undefined && digest.counterSignatures !== undefined
      ? ['a counter-signature stands without the signature that it is about']
      : [];
  return {
    keys: signatures.flatMap(({ publicKey }, at) => (right[at] === true ? [publicKey] : [])),
    stamps: stamps.filter((stamp) => typeof stamp !== 'string'),
    problems: [...wrong, ...lonely, ...stamps.filter((stamp) => typeof stamp === 'string')],
  };
}
