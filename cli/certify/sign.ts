import { readFileSync, statSync } from 'node:fs';
import { type EvidenceDigest, readDigest, replaceDigest } from '../../reports/digest.ts';
import { reasons } from '../../reports/evidence/line-file.ts';
import { readPackage, sealPackage } from '../../reports/package/sealed-package.ts';
import {
  addSignature,
  addTimeStamp,
  checkSeal,
  fingerprintOf,
  type SignedSubject,
  signaturesOf,
  TimeStampError,
} from '../../reports/signing/seal.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { existingPath } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { signingKey, signKeyOption, signKeyVariable } from './signing-key.ts';
import { verifiedStatement, verifyPath } from './verify.ts';

interface SignOptions {
  readonly signKey?: string;
  readonly timeStamp?: string;
}

function stamped(digest: EvidenceDigest, file: string): EvidenceDigest {
  try {
    return addTimeStamp(digest, readFileSync(file));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why =
      error instanceof TimeStampError
        ? `it is not a time stamp of RFC 3161: ${message}`
        : (reasons[code] ?? message);
    throw new ConfigurationError(`${file}: ${why}.`);
  }
}

/** Returns the digest of `path` with the requested signature and time stamp. */
function sealed(
  path: string,
  digest: EvidenceDigest,
  subject: SignedSubject,
  { signKey, timeStamp }: SignOptions,
): EvidenceDigest {
  const key = timeStamp !== undefined && signKey === undefined ? undefined : signingKey(signKey);
  if (key === undefined && timeStamp === undefined)
    throw new ConfigurationError(`sign needs --sign-key, the variable ${signKeyVariable}, or --time-stamp.`);
  let seal = digest;
  try {
    if (key !== undefined) seal = addSignature(seal, subject, key);
  } catch (error) {
    throw new ConfigurationError(`${path}: ${(error as Error).message}; nothing was changed.`);
  }
  return timeStamp === undefined ? seal : stamped(seal, timeStamp);
}

function signedLines(digest: EvidenceDigest, subject: SignedSubject): readonly string[] {
  const by = signaturesOf(digest).map(({ publicKey }) => fingerprintOf(publicKey));
  const { stamps } = checkSeal(digest, subject);
  return [
    `root digest ${digest.root}`,
    ...by.map((fingerprint, at) => `${at === 0 ? 'signed' : 'counter-signed'} by ${fingerprint}`),
    ...stamps.map(({ time, over, policy }) => `time stamp of ${time} over ${over} (policy ${policy})`),
  ];
}

/** Signs or counter-signs the reports of a run or a package, or adds a time stamp. */
export const sign: Subcommand = (command) => {
  command
    .argument('<path>', 'reports of a run, or a package', existingPath)
    .option(...signKeyOption)
    .option('--time-stamp <file>', 'add a time stamp response or token (RFC 3161) over the root digest')
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
    for (const line of signedLines(digest, subject)) console.log(line);
    return exitStatus.conformant;
  };
};
