import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** An Ed25519 signature; the public key is SPKI in Base64. */
export interface Signature {
  readonly algorithm: 'Ed25519';
  readonly publicKey: string;
  readonly value: string;
}

/** What a signature is about: the digest of evidence or that of a package. */
export type SignedSubject = 'evidence' | 'package';

// A counter-signature covers the signature before it: who counter-signs says whose evidence it is.
function signedText(subject: SignedSubject, root: string, after?: Signature): Buffer {
  const before = after === undefined ? '' : ` after ${after.value}`;
  return Buffer.from(`payment-acquiring-conformance ${subject} ${root}${before}`);
}

/** The fingerprint of a public key: SHA-256 over its SPKI form, the first 16 digits. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/** A public key as SPKI in Base64, from PEM. */
export function publicKeyOf(pem: string | KeyObject): string {
  const key = typeof pem === 'string' ? createPublicKey(pem) : pem;
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Reads an Ed25519 private key from PEM; throws one line that never repeats any of it. */
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

/** Signs the root digest of a subject, or counter-signs it after the signature of somebody else. */
export function signatureOf(
  subject: SignedSubject,
  root: string,
  privateKeyPem: string,
  after?: Signature,
): Signature {
  const key = privateKeyIn(privateKeyPem);
  return {
    algorithm: 'Ed25519',
    publicKey: publicKeyOf(createPublicKey(key)),
    value: sign(null, signedText(subject, root, after), key).toString('base64'),
  };
}

/** Tells whether a signature fits the root digest, the signature before it, and its own public key. */
export function isRightSignature(
  subject: SignedSubject,
  root: string,
  signature: Signature,
  after?: Signature,
): boolean {
  try {
    const spki = Buffer.from(signature.publicKey, 'base64');
    const key = createPublicKey({ key: spki, type: 'spki', format: 'der' });
    return (
      signature.algorithm === 'Ed25519' &&
      key.asymmetricKeyType === 'ed25519' &&
      isPlain(signature) &&
      verify(null, signedText(subject, root, after), key, Buffer.from(signature.value, 'base64'))
    );
  } catch {
    return false;
  }
}

// Base64 can be written in several ways that give the same bytes.
function isPlain({ publicKey, value }: Signature): boolean {
  return [publicKey, value].every((text) => Buffer.from(text, 'base64').toString('base64') === text);
}
