import { readFileSync } from 'node:fs';
import { commandStart } from '../../schemas/command-line.ts';
import { wordLines } from '../../schemas/plain-text.ts';
import { certificateNumber, stated, verdictWords } from '../certificate/words.ts';
import { digested, digestOf, digestText, type EvidenceDigest, readDigestText } from '../digest.ts';
import { replaceFile } from '../replace-file.ts';
import { addSignature } from '../signing/seal.ts';
import type { Statement } from '../statement/format.ts';
import { type Entries, PackageError, readZip, writeZip } from './zip.ts';

/** Names of the files of a package besides its evidence. */
export const packageFiles = {
  readme: 'README.txt',
  pdf: 'certificate.pdf',
  target: 'target.json',
  digest: 'package.sha256.json',
  evidence: 'evidence/',
} as const;

function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
}

/** The information for the reader of a package: plain text, from the statement alone. */
function packageReadme(statement: Statement): string {
  const { certification, target, run, suite } = statement;
  const lines = [
    'Certificate of conformance: payment acquiring interface',
    '',
    ...rows([
      ['Number', certificateNumber(statement)],
      ['Result', verdictWords(statement)],
      ['Product', stated([certification?.product?.name, certification?.product?.version])],
      ['Vendor', stated([certification?.vendor])],
      ['Tester', stated([certification?.tester?.name, certification?.tester?.organisation])],
      ['Target', `${target.name} (${target.environment})`],
      ['Run', `${run.startedAt} to ${run.endedAt}`],
      ['Valid until', stated([certification?.validUntil])],
      ['Suite', `${suite.version}, commit ${suite.commit}`],
    ]),
    '',
    'What is in this package',
    '',
    ...rows([
      [packageFiles.pdf, 'the certificate for printing, with every requirement and its verdict'],
      ['evidence/certificate.html', 'the same certificate as a page'],
      ['evidence/conformance.json', 'the statement: everything that the certificate says, as data'],
      ['evidence/exchanges.ndjson', 'every request and answer, masked, with its judgement'],
      ['evidence/evidence.sha256.json', 'digests of all evidence, and its signatures'],
      [packageFiles.target, 'what the run knew of the service, without secrets'],
      [packageFiles.digest, 'digests of everything in this package, and its signatures'],
    ]),
    '',
    'How to verify it',
    '',
    `    ${commandStart} certificate verify FILE.zip --key KEY.pub.pem`,
    '',
    ...wordLines(
      'compares every file with its digest, checks the signatures, judges every stored exchange again and makes every report again from them, offline. The PDF is compared with its digest alone. Get the public key from a source that you trust, never from whoever sent the package.',
      78,
    ),
    '',
    'What a signature shows',
    '',
    ...wordLines(
      'That the holder of the private key had exactly this package or evidence, byte for byte. It does not show that the run took place as described, that the service was the product named above, or that the holder is who the certificate says: for that, ask the tester.',
      78,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** The files of a package, and its digest. */
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

/** Reads a package from its bytes; throws `PackageError` if they are not a package. */
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

/** Replaces the file of a package by the same package with another digest. */
export function sealPackage(file: string, { entries }: ReadPackage, digest: EvidenceDigest): void {
  replaceFile(file, packageBytes(entries, digest));
}

/** The files of a package that are derived from its statement. */
export function derivedEntries(statement: Statement): Entries {
  const { scope } = statement;
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  return new Map([
    [packageFiles.readme, bytes(packageReadme(statement))],
    ...(scope?.file === undefined ? [] : [[packageFiles.target, bytes(scope.file.text)] as const]),
  ]);
}

interface PackageParts {
  /** Files of the reports folder by path, with the digest file. */
  readonly evidence: Entries;
  readonly statement: Statement;
  readonly pdf?: Uint8Array;
  /** Ed25519 private key (PEM) that signs the package. */
  readonly privateKeyPem?: string;
}

/** The bytes of a package; equal parts give equal bytes. */
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
