import { statSync } from 'node:fs';
import { type EvidenceDigest, readDigest, replaceDigest } from '../../reports/digest.ts';
import { readPackage, sealPackage } from '../../reports/package/sealed-package.ts';
import { addSignature, fingerprintOf, type SignedSubject, signaturesOf } from '../../reports/signing/seal.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { existingPath } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { signingKey, signKeyOption, signKeyVariable } from './signing-key.ts';
import { verifiedStatement, verifyPath } from './verify.ts';

interface SignOptions {
  readonly signKey?: string;
}

/** Returns the digest of `path` with one more signature. */
function sealed(
  path: string,
  digest: EvidenceDigest,
  subject: SignedSubject,
  { signKey }: SignOptions,
): EvidenceDigest {
  const key = signingKey(signKey);
  if (key === undefined)
    throw new ConfigurationError(`sign needs --sign-key or the variable ${signKeyVariable}.`);
  try {
    return addSignature(digest, subject, key);
  } catch (error) {
    throw new ConfigurationError(`${path}: ${(error as Error).message}; nothing was changed.`);
  }
}

function signedLines(digest: EvidenceDigest): readonly string[] {
  const by = signaturesOf(digest).map(({ publicKey }) => fingerprintOf(publicKey));
  return [
    `root digest ${digest.root}`,
    ...by.map((fingerprint, at) => `${at === 0 ? 'signed' : 'counter-signed'} by ${fingerprint}`),
  ];
}

/** Signs or counter-signs the reports of a run or a package. */
export const sign: Subcommand = (command) => {
  command
    .argument('<path>', 'reports of a run, or a package', existingPath)
    .option(...signKeyOption)
    .addHelpText(
      'after',
      '\nA second key adds a counter-signature. Evidence that does not verify is never signed.',
    );
  return (path: string, options: SignOptions) => {
    demandFinished(path);
    // Evidence with any problem is not signed, so an earlier signature must be valid as well.
    verifiedStatement(path, 'signed', verifyPath(path));
    let digest: EvidenceDigest;
    const subject = statSync(path).isDirectory() ? 'evidence' : 'package';
    if (subject === 'evidence') {
      const before = readDigest(path);
      if (typeof before === 'string') throw new ConfigurationError(`${path}: ${before}.`);
      digest = sealed(path, before, subject, options);
      replaceDigest(path, digest);
    } else {
      const read = readPackage(path);
      digest = sealed(path, read.digest, subject, options);
      sealPackage(path, read, digest);
    }
    for (const line of signedLines(digest)) console.log(line);
    return exitStatus.conformant;
  };
};
