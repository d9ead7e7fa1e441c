import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeFile } from '../../reports/digest.ts';
import { fingerprintOf, signFolder } from '../../reports/signing/envelope.ts';
import { headlineOf } from '../../reports/verify/files.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { existingFolder, newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { writeGivenFile } from '../write-given-file.ts';
import { printPdf } from './print-pdf.ts';
import { verifyFolder } from './verify.ts';

interface SignOptions {
  readonly signKey: string;
  readonly pdf?: string;
}

/** Parses the path of a PDF to write: a new file, or a PDF that was made before. */
function newPdf(path: string): string {
  const file = newFile(path);
  if (existsSync(file) && readFileSync(file).toString('latin1', 0, 5) !== '%PDF-')
    throw new ConfigurationError(`${file} is not a PDF, and nothing else is written over.`);
  return file;
}

/** Reads the Ed25519 key that signs; as with ssh, one that others can read is refused. Errors show nothing of it. */
export function signingKey(file: string): KeyObject {
  const wrong = (why: string) => new ConfigurationError(`${file}: the key that signs ${why}.`);
  let pem = '';
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const mode = statSync(file).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw wrong(`is open to others (mode ${mode.toString(8)}); chmod 600 restricts it to its owner`);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw wrong('is no Ed25519 private key in PEM without a passphrase');
}

/** Signs the reports of a run: an in-toto statement in an envelope (DSSE), to which further keys add signatures. */
export const sign: Subcommand = (command) => {
  command
    .argument('<folder>', 'reports of a run', existingFolder)
    .requiredOption('--sign-key <file>', 'Ed25519 private key (PEM) that signs')
    .option('--pdf <file>', 'also print the certificate with its signers on A4', newPdf)
    .addHelpText(
      'after',
      `\nWrites ${envelopeFile}; a second key adds its signature.\nEvidence that does not verify is never signed.`,
    );
  return async (folder: string, { signKey, pdf }: SignOptions) => {
    demandFinished(folder);
    // Evidence with any problem is not signed, so it must fit an earlier signature as well.
    const { problems, named } = verifyFolder(folder);
    const headline = headlineOf(problems);
    if (headline !== undefined) throw new ConfigurationError(`${folder} is not signed: ${headline}`);
    const key = signingKey(signKey);
    const own = fingerprintOf(key);
    if (named.includes(own))
      throw new ConfigurationError(`${folder}: the key ${own} has signed it already; nothing was changed.`);
    const page = join(folder, 'certificate.html');
    const printed = pdf === undefined ? undefined : await printPdf(page, [...named, own]);
    if (typeof printed === 'string')
      throw new ConfigurationError(`No PDF could be made, so nothing was signed: ${printed}.`);
    for (const fingerprint of signFolder(folder, key)) console.log(`signed by ${fingerprint}`);
    if (pdf !== undefined && printed !== undefined) writeGivenFile(pdf, printed);
    return exitStatus.conformant;
  };
};
