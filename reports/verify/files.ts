import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DigestedFile,
  digestFile,
  digestFiles,
  digestText,
  type EvidenceDigest,
  fingerprintOf,
  isSignatureRight,
  publicKeyOf,
  rootOf,
} from '../digest.ts';
import type { VerifyProblem } from './problem.ts';

/** What the digest file says about the folder. */
export interface FileCheck {
  readonly problems: readonly VerifyProblem[];
  readonly root: string;
  readonly files: number;
  /** Fingerprint of the key that signed, when the signature is right. */
  readonly signedBy?: string;
}

function isDigest(value: unknown): value is EvidenceDigest {
  if (typeof value !== 'object' || value === null) return false;
  const { digest, root, files } = value as Partial<EvidenceDigest>;
  return (
    digest === 1 &&
    typeof root === 'string' &&
    Array.isArray(files) &&
    files.every((file) => typeof file?.path === 'string')
  );
}

// Members in the order in which the suite writes them, and no others.
function inOrder({ digest, algorithm, root, files, signature }: EvidenceDigest): EvidenceDigest {
  return {
    digest,
    algorithm,
    root,
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    ...(signature && {
      signature: {
        algorithm: signature.algorithm,
        publicKey: signature.publicKey,
        value: signature.value,
      },
    }),
  };
}

function readDigest(dir: string): EvidenceDigest | string {
  const file = join(dir, digestFile);
  if (!existsSync(file)) return 'the digest file is missing';
  try {
    const text = readFileSync(file, 'utf8');
    const value: unknown = JSON.parse(text);
    if (!isDigest(value)) return 'the digest file has not its own shape';
    return digestText(inOrder(value)) === text
      ? value
      : 'the digest file is not written as this suite writes it';
  } catch {
    return 'the digest file is no JSON';
  }
}

function shown(digestAndBytes: string): string {
  const [digest = '', bytes] = digestAndBytes.split(' ');
  return `${digest.slice(0, 12)}… (${bytes} bytes)`;
}

function compareFiles(listed: readonly DigestedFile[], found: readonly DigestedFile[]): VerifyProblem[] {
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

function checkSignature(digest: EvidenceDigest, publicKeyPem: string | undefined): VerifyProblem[] {
  const problem = (detail: string): VerifyProblem[] => [{ kind: 'signature', at: digestFile, detail }];
  if (digest.signature === undefined) return publicKeyPem === undefined ? [] : problem('it is not signed');
  if (!isSignatureRight(digest)) return problem('the signature does not fit the root digest');
  if (publicKeyPem !== undefined && publicKeyOf(publicKeyPem) !== digest.signature.publicKey) {
    return problem(`it was signed with another key (${fingerprintOf(digest.signature.publicKey)})`);
  }
  return [];
}

/** Checks every file of a folder against the digest file, and its signature. */
export function checkFiles(dir: string, publicKeyPem?: string): FileCheck {
  const digest = readDigest(dir);
  const found = digestFiles(dir);
  if (typeof digest === 'string') {
    return {
      problems: [{ kind: 'digest', at: digestFile, detail: digest }],
      root: rootOf(found),
      files: found.length,
    };
  }
  const problems = compareFiles(digest.files, found);
  if (rootOf(digest.files) !== digest.root) {
    problems.push({
      kind: 'digest',
      at: digestFile,
      detail: 'the root digest does not fit the list of files',
    });
  }
  const signature = checkSignature(digest, publicKeyPem);
  return {
    problems: [...problems, ...signature],
    root: digest.root,
    files: found.length,
    ...(digest.signature &&
      signature.length === 0 && { signedBy: fingerprintOf(digest.signature.publicKey) }),
  };
}
