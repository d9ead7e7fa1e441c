import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFile, envelopeFile, sha256Of } from '../digest.ts';
import { mergedFile } from '../evidence/collect.ts';
import { evidenceError } from '../evidence/line-file.ts';
import { replaceFile } from '../replace-file.ts';

/** Type of the signed bytes: a statement of in-toto. */
const payloadType = 'application/vnd.in-toto+json';

/** Type of what the in-toto statement says of its subjects: the conformance statement of the run. */
const predicateType = 'https://payment-acquiring.example/conformance/v1';

/** An envelope of DSSE 1.0: signed bytes and their signatures, in Base64. */
interface Envelope {
  readonly payload: string;
  /** Each by the fingerprint of its key; a verifier takes it as a hint. */
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The fingerprint of a key: the first 16 hexadecimal digits of the SHA-256 over its public part (SPKI, DER). */
export function fingerprintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return sha256Of(open.export({ type: 'spki', format: 'der' })).slice(0, 16);
}

/**
 * The in-toto statement (v1) of a folder: the evidence and the list of all files by SHA-256, and of them what the
 * statement of the run says. Throws if one of the three is missing.
 */
function inTotoStatement(dir: string): Buffer {
  const subject = [mergedFile, digestFile].map((name) => ({
    name,
    digest: { sha256: sha256Of(readFileSync(join(dir, name))) },
  }));
  const predicate = JSON.parse(readFileSync(join(dir, 'conformance.json'), 'utf8'));
  const statement = { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate };
  return Buffer.from(JSON.stringify(statement));
}

/** The bytes that a signature is over: the pre-authentication encoding of DSSE 1.0. */
export function signedBytes(payload: Buffer): Buffer {
  const start = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(start), payload]);
}

function textOf({ payload, signatures }: Envelope): string {
  const plain = { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) };
  return `${JSON.stringify(plain, null, 2)}\n`;
}

/** Reads the envelope of a folder; undefined if there is none, the reason as a text if it is not valid. */
export function readEnvelope(dir: string): Envelope | string | undefined {
  const file = join(dir, envelopeFile);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    const envelope = JSON.parse(text) as Envelope;
    const isSigned =
      envelope.signatures.length > 0 &&
      envelope.signatures.every(({ keyid }) => /^[0-9a-f]{16}$/.test(keyid));
    if (isSigned && textOf(envelope) === text) return envelope;
  } catch {
    // A member is missing or of another type.
  }
  return 'the envelope is not written as this suite writes it';
}

/** Adds a signature to the envelope of a folder; returns the fingerprints of all signers. Throws an `Error`. */
export function signFolder(dir: string, key: KeyObject): readonly string[] {
  const keyid = fingerprintOf(key);
  const before = readEnvelope(dir);
  if (typeof before === 'string') throw new Error(before);
  const bytes = inTotoStatement(dir);
  const payload = bytes.toString('base64');
  if (before !== undefined && before.payload !== payload)
    throw new Error('its signatures are about other files');
  const others = before?.signatures ?? [];
  if (others.some((other) => other.keyid === keyid)) throw new Error('this key has signed it already');
  const sig = sign(null, signedBytes(bytes), key).toString('base64');
  const signatures = [...others, { keyid, sig }];
  const file = join(dir, envelopeFile);
  try {
    replaceFile(file, textOf({ payload, signatures }));
  } catch (cause) {
    throw evidenceError('signed', file, cause);
  }
  return signatures.map((one) => one.keyid);
}

/** The keys of an envelope, by their fingerprints. */
export interface Signers {
  /** The keys that the envelope names, in the order of signing; any key could be named. */
  readonly named: readonly string[];
  /** The wanted keys whose signature is valid. */
  readonly signedBy: readonly string[];
}

/** A problem of an envelope; `key` if all that is wrong is that a wanted key has not signed. */
interface EnvelopeProblem {
  readonly kind: 'signature' | 'key';
  readonly detail: string;
}

function isSignedBy(key: KeyObject, { payload, signatures }: Envelope): boolean {
  const bytes = signedBytes(Buffer.from(payload, 'base64'));
  return signatures.some(({ keyid, sig }) => {
    const raw = Buffer.from(sig, 'base64');
    // Several Base64 texts decode to the same bytes; only one of them is written.
    return keyid === fingerprintOf(key) && raw.toString('base64') === sig && verify(null, bytes, key, raw);
  });
}

function isAbout(dir: string, payload: string): boolean {
  try {
    return inTotoStatement(dir).toString('base64') === payload;
  } catch {
    return false;
  }
}

/** Checks the envelope of a folder; every one of the public keys must have signed it. */
export function checkEnvelope(
  dir: string,
  keys: readonly KeyObject[],
): Signers & { readonly problems: readonly EnvelopeProblem[] } {
  const envelope = readEnvelope(dir) ?? { payload: '', signatures: [] };
  const wrong = (detail: string): EnvelopeProblem => ({ kind: 'signature', detail });
  if (typeof envelope === 'string') return { named: [], signedBy: [], problems: [wrong(envelope)] };
  const named = envelope.signatures.map(({ keyid }) => keyid);
  const signedBy = keys.filter((key) => isSignedBy(key, envelope)).map(fingerprintOf);
  const missing = keys.map(fingerprintOf).filter((one) => !signedBy.includes(one));
  const problems = missing.map(
    (one): EnvelopeProblem =>
      named.includes(one)
        ? wrong(`the signature of the key ${one} does not fit what is signed`)
        : { kind: 'key', detail: `the key ${one} has not signed it` },
  );
  const isOther = named.length > 0 && !isAbout(dir, envelope.payload);
  const other = isOther ? [wrong('what is signed is not these files and this statement')] : [];
  return { named, signedBy, problems: [...other, ...problems] };
}
