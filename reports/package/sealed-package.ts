import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { digested, digestOf, digestText, type EvidenceDigest, readDigestText } from '../digest.ts';
import { addSignature } from '../signing/seal.ts';
import type { Statement } from '../statement/format.ts';
import { packageFiles, packageReadme } from './readme.ts';
import { type Entries, PackageError, readZip, writeZip } from './zip.ts';

/** A package as it was read: its files without the digest, and the digest. */
export interface ReadPackage {
  readonly entries: Entries;
  readonly digest: EvidenceDigest;
}

/** The digests of the files of a package, sorted by path, as its digest lists them. */
export function digestsOf(entries: Entries): EvidenceDigest['files'] {
  return [...entries]
    .filter(([path]) => path !== packageFiles.digest)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, content]) => digested(path, content));
}

/** Reads a package from its bytes; throws `PackageError` when it is none. */
export function packageIn(bytes: Uint8Array): ReadPackage {
  const entries = readZip(bytes);
  const text = entries.get(packageFiles.digest);
  if (text === undefined) throw new PackageError(`it lacks ${packageFiles.digest}`);
  const digest = readDigestText(Buffer.from(text).toString('utf8'));
  if (typeof digest === 'string') throw new PackageError(`${packageFiles.digest}: ${digest}`);
  return { entries, digest };
}

/** Reads a package from its file. */
export function readPackage(file: string): ReadPackage {
  return packageIn(readFileSync(file));
}

/** The bytes of a package with a digest over its files. */
export function packageBytes(entries: Entries, digest: EvidenceDigest): Uint8Array {
  const text = new Uint8Array(Buffer.from(digestText(digest)));
  return writeZip(new Map([...entries, [packageFiles.digest, text]]));
}

/** Puts a package with another seal in the place of its file. */
export function sealPackage(file: string, { entries }: ReadPackage, digest: EvidenceDigest): void {
  writeFileSync(`${file}.tmp`, packageBytes(entries, digest));
  renameSync(`${file}.tmp`, file);
}

/** The files of a package that follow from the statement of its evidence. */
export function derivedEntries(statement: Statement): Entries {
  const { scope } = statement;
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  return new Map([
    [packageFiles.readme, bytes(packageReadme(statement))],
    ...(scope?.file === undefined ? [] : [[packageFiles.target, bytes(scope.file.text)] as const]),
  ]);
}

/** What a package is made of. */
export interface PackageParts {
  /** Files of the reports folder by their paths, the digest file among them. */
  readonly evidence: Entries;
  readonly statement: Statement;
  readonly pdf?: Uint8Array;
  /** Ed25519 private key (PEM) that signs the package. */
  readonly privateKeyPem?: string;
}

/** Makes the bytes of a package: equal parts give equal bytes. */
export function makePackage({ evidence, statement, pdf, privateKeyPem }: PackageParts): Uint8Array {
  const entries = new Map([
    ...derivedEntries(statement),
    ...(pdf === undefined ? [] : [[packageFiles.pdf, pdf] as const]),
    ...[...evidence].map(([path, content]) => [`${packageFiles.evidence}${path}`, content] as const),
  ]);
  const plain = digestOf(digestsOf(entries));
  const sealed = privateKeyPem === undefined ? plain : addSignature(plain, 'package', privateKeyPem);
  return packageBytes(entries, sealed);
}
