import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isUploadable, rootOf } from '../digest.ts';
import { isOfSystem, temporaryError, temporaryFolder } from '../evidence/line-file.ts';
import { makeFolder } from '../replace-file.ts';
import { checkSealOf, compareFiles, type VerifyProblem } from '../verify/files.ts';
import { type Verification, type VerifyOptions, verifyEvidence } from '../verify.ts';
import {
  derivedEntries,
  digestsOf,
  packageBytes,
  packageFiles,
  packageIn,
  type ReadPackage,
} from './sealed-package.ts';
import { type Entries, PackageError } from './zip.ts';

/** The result of verifying a package; seal and root are those of the package. */
export interface PackageVerification extends Verification {
  /** Fingerprints of the keys that signed its evidence. */
  readonly evidenceSignedBy: readonly string[];
  readonly hasPdf: boolean;
}

const nothing: Omit<PackageVerification, 'problems'> = {
  files: 0,
  exchanges: 0,
  rejudged: 0,
  shortened: 0,
  attested: 0,
  root: '',
  signedBy: [],
  evidenceSignedBy: [],
  hasPdf: false,
};

/** Unknown files of a package; a dot file in the evidence is one, because it would be hidden. */
function unknownFilesIn(entries: Entries): readonly string[] {
  const known: readonly string[] = Object.values(packageFiles);
  const isEvidence = (path: string) =>
    path.startsWith(packageFiles.evidence) && isUploadable(path.slice(packageFiles.evidence.length));
  return [...entries.keys()].filter((path) => !known.includes(path) && !isEvidence(path));
}

/** Checks a package without its evidence: digest, seal, permitted files, and nothing hidden between them. */
export function checkContainer(
  bytes: Uint8Array,
  { entries, digest }: ReadPackage,
  publicKeys: readonly string[] = [],
): ReturnType<typeof checkSealOf> {
  const problem = (at: string, detail: string): VerifyProblem => ({ kind: 'package', at, detail });
  const seal = checkSealOf(digest, { subject: 'package', at: packageFiles.digest, publicKeys });
  const found = [
    ...compareFiles(digest.files, digestsOf(entries)),
    ...(rootOf(digest.files) === digest.root
      ? []
      : [problem(packageFiles.digest, 'the root digest does not fit the list of files')]),
    ...unknownFilesIn(entries).map((path) => problem(path, 'a package holds no such file')),
    ...seal.problems,
  ];
  // If files are wrong, the comparison of the bytes adds nothing.
  if (found.length > 0 || Buffer.compare(bytes, packageBytes(entries, digest)) === 0)
    return { ...seal, problems: found };
  const around = 'it is not written as `pack` writes it: it contains more than its files';
  return { ...seal, problems: [problem('the zip file', around)] };
}

function checkDerivedEntries(entries: Entries, verification: Verification): VerifyProblem[] {
  const { statement } = verification;
  if (statement === undefined) return [];
  const derived = derivedEntries(statement);
  return [packageFiles.readme, packageFiles.target].flatMap((path): VerifyProblem[] => {
    const [wanted, there] = [derived.get(path), entries.get(path)];
    if (isDeepStrictEqual(wanted && Buffer.from(wanted), there && Buffer.from(there))) return [];
    return there === undefined
      ? [{ kind: 'incomplete', at: path, detail: 'it is missing' }]
      : [{ kind: 'derived', at: path, detail: 'it is not what the evidence gives' }];
  });
}

function unpack(entries: Entries, into: string): void {
  for (const [path, content] of entries) {
    if (!path.startsWith(packageFiles.evidence) || path.endsWith('/')) continue;
    const place = join(into, path.slice(packageFiles.evidence.length));
    makeFolder(dirname(place));
    writeFileSync(place, content, { mode: 0o600 });
  }
}

/** The errors of the system that names in a package can cause. */
const ofNames: ReadonlySet<unknown> = new Set(['EEXIST', 'EISDIR', 'ENAMETOOLONG', 'ENOTDIR']);

function verifyRead(bytes: Uint8Array, read: ReadPackage, options: VerifyOptions): PackageVerification {
  const { publicKeys = [], suite } = options;
  const { entries, digest } = read;
  const seal = checkContainer(bytes, read, publicKeys);
  const folder = temporaryFolder('package');
  try {
    unpack(entries, folder);
    const inner = verifyEvidence(folder, suite === undefined ? {} : { suite });
    return {
      ...inner,
      problems: [...seal.problems, ...inner.problems, ...checkDerivedEntries(entries, inner)],
      root: digest.root,
      signedBy: seal.signedBy,
      evidenceSignedBy: inner.signedBy,
      hasPdf: entries.has(packageFiles.pdf),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Verifies a package from its bytes, as `verifyEvidence` does a folder; bytes that are not a package are a problem. */
export function verifyPackageBytes(bytes: Uint8Array, options: VerifyOptions = {}): PackageVerification {
  try {
    return verifyRead(bytes, packageIn(bytes), options);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (isOfSystem(error) && !ofNames.has(code)) throw temporaryError(error);
    const at = error instanceof PackageError ? 'the zip file' : packageFiles.evidence;
    return { ...nothing, problems: [{ kind: 'package', at, detail: message }] };
  }
}

/** Verifies a package from its file. */
export function verifyPackage(file: string, options: VerifyOptions = {}): PackageVerification {
  return verifyPackageBytes(readFileSync(file), options);
}
