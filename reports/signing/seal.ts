import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

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

/** Checks a seal: the keys (SPKI in Base64) of valid signatures in order, and problems. */
export function checkSeal(digest: SealedDigest, subject: SignedSubject) {
  const signatures = signaturesOf(digest);
  const right = signatures.map((one, at) =>
    isRightSignature(one, signedText(subject, digest.root, signatures[at - 1])),
  );
  const wrong = right.flatMap((holds, at) =>
    holds ? [] : [`the ${at === 0 ? 'signature' : `counter-signature ${at}`} does not fit the root digest`],
  );
  const lonely =
    digest.signature === undefined && digest.counterSignatures !== undefined
      ? ['a counter-signature lacks the signature that it is about']
      : [];
  return {
    keys: signatures.flatMap(({ publicKey }, at) => (right[at] === true ? [publicKey] : [])),
    problems: [...wrong, ...lonely],
  };
}
