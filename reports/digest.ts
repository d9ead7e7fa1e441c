import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceError } from './evidence/error.ts';

/** The digest file `evidence.sha256.json`. */
export interface EvidenceDigest {
  readonly digest: 1;
  readonly algorithm: 'sha256';
  /** SHA-256 over the lines `<sha256>  <path>`, each with a line end, sorted by path: what `sha256sum` prints. */
  readonly root: string;
  readonly files: readonly DigestedFile[];
  /** Over the text `payment-acquiring-conformance evidence <root>`; the public key is SPKI in Base64. */
  readonly signature?: { readonly algorithm: 'Ed25519'; readonly publicKey: string; readonly value: string };
}

/** A file as the digest names it; paths are relative to the folder, with `/`; an empty folder ends with one. */
export interface DigestedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Name of the digest file; the only file that it does not cover. */
export const digestFile = 'evidence.sha256.json';

function pathsBelow(dir: string, below = ''): string[] {
  const names = readdirSync(join(dir, below));
  if (names.length === 0 && below !== '') return [`${below}/`];
  return names.flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    return lstatSync(join(dir, path)).isDirectory() ? pathsBelow(dir, path) : [path];
  });
}

function digested(path: string, content: Uint8Array): DigestedFile {
  return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

// It is there while a run goes on, and is removed with its lock.
const runnerFolder = 'runner/';

/** Digests of every file and empty folder below a folder but the digest file itself, sorted by path; links are refused. */
export function digestFiles(dir: string): DigestedFile[] {
  return pathsBelow(dir)
    .filter((path) => path !== digestFile)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => {
      if (path.endsWith('/')) return digested(path, new Uint8Array());
      const file = join(dir, path);
      // A link may show another file tomorrow, whatever the digest says today.
      if (!lstatSync(file).isFile()) throw evidenceError('digested', file, 'it is no plain file');
      return digested(path, readFileSync(file));
    });
}

/** The root digest of some files. */
export function rootOf(files: readonly DigestedFile[]): string {
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

function signedText(root: string): Buffer {
  return Buffer.from(`payment-acquiring-conformance evidence ${root}`);
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

function signatureOf(root: string, pem: string): NonNullable<EvidenceDigest['signature']> {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(
      `the key that signs must be an Ed25519 private key, received ${key.asymmetricKeyType ?? 'another'}`,
    );
  }
  const publicKey = publicKeyOf(createPublicKey(key));
  return { algorithm: 'Ed25519', publicKey, value: sign(null, signedText(root), key).toString('base64') };
}

/** Tells whether the signature of a digest fits its root and its own public key. */
export function isSignatureRight({ root, signature }: EvidenceDigest): boolean {
  if (signature === undefined) return false;
  try {
    const key = createPublicKey({
      key: Buffer.from(signature.publicKey, 'base64'),
      type: 'spki',
      format: 'der',
    });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signedText(root), key, Buffer.from(signature.value, 'base64'))
    );
  } catch {
    return false;
  }
}

/** The exact text of the digest file. */
export function digestText(digest: EvidenceDigest): string {
  return `${JSON.stringify(digest, null, 2)}\n`;
}

/** Writes `<dir>/evidence.sha256.json` over every file below `dir` but the runner's own; signs the root with an Ed25519 private key (PEM) when given. */
export function writeDigest(dir: string, privateKeyPem?: string): EvidenceDigest {
  const files = digestFiles(dir).filter(({ path }) => !path.startsWith(runnerFolder));
  const root = rootOf(files);
  const digest: EvidenceDigest = {
    digest: 1,
    algorithm: 'sha256',
    root,
    files,
    ...(privateKeyPem !== undefined && { signature: signatureOf(root, privateKeyPem) }),
  };
  const file = join(dir, digestFile);
  try {
    writeFileSync(`${file}.tmp`, digestText(digest));
    renameSync(`${file}.tmp`, file);
  } catch (cause) {
    throw evidenceError('digested', file, cause);
  }
  return digest;
}
