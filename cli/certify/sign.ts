import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDigest, replaceDigest } from '../../reports/digest.ts';
import { addSignature, fingerprintOf, signaturesOf } from '../../reports/signing/seal.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { existingFolder, newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { writeGivenFile } from '../write-given-file.ts';
import { printPdf } from './print-pdf.ts';
import { signingKey, signKeyOption, signKeyVariable } from './signing-key.ts';
import { verifiedStatement, verifyFolder } from './verify.ts';

interface SignOptions {
  readonly signKey?: string;
  readonly pdf?: string;
}

/** Parses the path of a PDF to write: a new file, or a PDF that was made before. */
function newPdf(path: string): string {
  const file = newFile(path);
  if (existsSync(file) && readFileSync(file).toString('latin1', 0, 5) !== '%PDF-')
    throw new ConfigurationError(`${file} is not a PDF, and nothing else is written over.`);
  return file;
}

/** Signs or counter-signs the reports of a run. */
export const sign: Subcommand = (command) => {
  command
    .argument('<folder>', 'reports of a run', existingFolder)
    .option(...signKeyOption)
    .option('--pdf <file>', 'also print the certificate with its signers on A4', newPdf)
    .addHelpText(
      'after',
      '\nA second key adds a counter-signature. Evidence that does not verify is never signed.',
    );
  return async (folder: string, { signKey, pdf }: SignOptions) => {
    demandFinished(folder);
    // Evidence with any problem is not signed, so an earlier signature must be valid as well.
    verifiedStatement(folder, 'signed', verifyFolder(folder));
    const before = readDigest(folder);
    if (typeof before === 'string') throw new ConfigurationError(`${folder}: ${before}.`);
    const key = signingKey(signKey);
    if (key === undefined)
      throw new ConfigurationError(`sign needs --sign-key or the variable ${signKeyVariable}.`);
    let digest = before;
    try {
      digest = addSignature(before, 'evidence', key);
    } catch (error) {
      throw new ConfigurationError(`${folder}: ${(error as Error).message}; nothing was changed.`);
    }
    const by = signaturesOf(digest).map(({ publicKey }) => fingerprintOf(publicKey));
    const printed = pdf === undefined ? undefined : await printPdf(join(folder, 'certificate.html'), by);
    if (typeof printed === 'string')
      throw new ConfigurationError(`There is no PDF, and nothing was signed: ${printed}.`);
    replaceDigest(folder, digest);
    console.log(`root digest ${digest.root}`);
    for (const [at, fingerprint] of by.entries())
      console.log(`${at === 0 ? 'signed' : 'counter-signed'} by ${fingerprint}`);
    if (pdf !== undefined && printed !== undefined) writeGivenFile(pdf, printed);
    return exitStatus.conformant;
  };
};
