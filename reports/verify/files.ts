import {
  type DigestedFile,
  digestFile,
  digestFiles,
  type EvidenceDigest,
  isCarried,
  readDigest,
  rootOf,
} from '../digest.ts';
import {
  checkSeal,
  type FittingStamp,
  fingerprintOf,
  publicKeyOf,
  type SignedSubject,
} from '../signing/signature.ts';
import type { VerifyProblem } from './problem.ts';

/** What seals a digest, as far as it holds. */
export interface SealFacts {
  /** Fingerprints of the keys whose signatures are right, in the order in which they signed. */
  readonly signedBy: readonly string[];
  readonly timeStamps: readonly FittingStamp[];
}

/** What the digest file says about the folder. */
export interface FileCheck extends SealFacts {
  readonly problems: readonly VerifyProblem[];
  readonly root: string;
  readonly files: number;
}

function shown(digestAndBytes: string): string {
  const [digest = '', bytes] = digestAndBytes.split(' ');
  return `${digest.slice(0, 12)}… (${bytes} bytes)`;
}

/** Says which files differ from those that a digest lists. */
export function compareFiles(
  listed: readonly DigestedFile[],
  found: readonly DigestedFile[],
): VerifyProblem[] {
  const [before, now] = [listed, found].map(
    (files) => new Map(files.map((file) => [file.path, `${file.sha256} ${file.bytes}`])),
  );
  if (before === undefined || now === undefined) return [];
  return [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((path): VerifyProblem[] => {
    const [old, fresh] = [before.get(path), now.get(path)];
    if (old === fresh) return [];
    if (fresh === undefined)
      return [{ kind: 'removed', at: path, detail: 'the digest lists it, but it is gone' }];
    if (old === undefined) return [{ kind: 'added', at: path, detail: 'the digest does not list it' }];
    return [
      {
        kind: 'changed',
        at: path,
        detail: `its digest was ${shown(old)}, now it is ${shown(fresh)}`,
      },
    ];
  });
}

/** Checks the signatures and time stamps of a digest; every key of `publicKeys` (PEM) must have signed it. */
export function checkSealOf(
  digest: EvidenceDigest,
  { subject, at, publicKeys }: { subject: SignedSubject; at: string; publicKeys: readonly string[] },
): SealFacts & { readonly problems: readonly VerifyProblem[] } {
  const problem = (detail: string): VerifyProblem => ({ kind: 'signature', at, detail });
  const { keys, stamps, problems } = checkSeal(digest, subject);
  const missing = publicKeys.map(publicKeyOf).filter((key) => !keys.includes(key));
  const signers = keys.map(fingerprintOf);
  const whose =
    digest.signature === undefined
      ? 'it is not signed'
      : `it was signed with another key (${signers.join(', ')})`;
  return {
    problems: [
      ...problems.map(problem),
      ...(problems.length > 0
        ? []
        : missing.map((key) => problem(`${whose}, not with ${fingerprintOf(key)}`))),
    ],
    signedBy: signers,
    timeStamps: stamps,
  };
}

/** Checks every file of a folder against the digest file, and its seal. */
export function checkFiles(dir: string, publicKeys: readonly string[] = []): FileCheck {
  const digest = readDigest(dir);
  const found = digestFiles(dir);
  if (typeof digest === 'string') {
    return {
      problems: [{ kind: 'digest', at: digestFile, detail: digest }],
      root: rootOf(found),
      files: found.length,
      signedBy: [],
      timeStamps: [],
    };
  }
  // Older digests list what carriers leave out.
  const problems = compareFiles(
    digest.files.filter(({ path }) => isCarried(path)),
    found,
  );
  if (rootOf(digest.files) !== digest.root) {
    problems.push({
      kind: 'digest',
      at: digestFile,
      detail: 'the root digest does not fit the list of files',
    });
  }
  const seal = checkSealOf(digest, { subject: 'evidence', at: digestFile, publicKeys });
  return {
    ...seal,
    problems: [...problems, ...seal.problems],
    root: digest.root,
    files: found.length,
  };
}
