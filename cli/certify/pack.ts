import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { certificateNumber } from '../../reports/certificate/identity.ts';
import { digestFile, readDigestText } from '../../reports/digest.ts';
import { makePackage } from '../../reports/package/sealed-package.ts';
import { type Entries, PackageError } from '../../reports/package/zip.ts';
import { fingerprintOf, publicKeyOf } from '../../reports/signing/signature.ts';
import { headlineOf } from '../../reports/verify/headline.ts';
import { commandLine, commandStart } from '../../schemas/command-line.ts';
import { given } from '../../schemas/given.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/finished-run.ts';
import { exitStatus } from '../exit-status.ts';
import { existingFolder } from '../option-values.ts';
import { printPdf } from '../pack/print-pdf.ts';
import type { Subcommand } from '../subcommand.ts';
import { verifyPath } from '../verify/verify-path.ts';
import { writeGivenFile } from '../write-given-file.ts';
import { signingKey, signKeyOption } from './signing-key.ts';

interface PackOptions {
  readonly out?: string;
  readonly signKey?: string;
  readonly force?: true;
}

/** The files of a folder that its digest lists, and the digest itself. */
function filesOf(folder: string): Entries {
  const digest = readDigestText(readFileSync(join(folder, digestFile), 'utf8'));
  if (typeof digest === 'string') throw new ConfigurationError(`${folder}: ${digest}.`);
  // Older digests list what carriers leave out.
  const paths = digest.files.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
  const read = (path: string) =>
    path.endsWith('/') ? new Uint8Array() : new Uint8Array(readFileSync(join(folder, path)));
  return new Map([...paths, digestFile].map((path) => [path, read(path)]));
}

async function packFolder(folder: string, { out, signKey, force }: PackOptions): Promise<readonly string[]> {
  const key = signingKey(signKey);
  demandFinished(folder);
  const { problems, statement, signedBy } = verifyPath(folder);
  const headline = headlineOf(problems);
  if (headline !== undefined || statement === undefined)
    throw new ConfigurationError(`${folder} is not packed: ${headline ?? 'it holds no statement.'}`);
  const file = out ?? `certificate-${certificateNumber(statement)}.zip`;
  if (existsSync(file) && force === undefined)
    throw new ConfigurationError(`${file} exists already; --force writes over it.`);
  const browser = process.env.CONFORMANCE_BROWSER?.trim() || 'auto';
  const signers = [
    ...signedBy.map((by) => `${by} (evidence)`),
    ...(key === undefined ? [] : [`${fingerprintOf(publicKeyOf(key))} (package)`]),
  ];
  const facts = { endedAt: statement.run.endedAt, signers };
  const printed = await printPdf(join(folder, 'certificate.html'), browser, facts);
  const pdf = 'pdf' in printed ? printed.pdf : undefined;
  const parts = { evidence: filesOf(folder), statement, ...given({ pdf, privateKeyPem: key }) };
  try {
    writeGivenFile(file, makePackage(parts));
  } catch (error) {
    if (error instanceof PackageError)
      throw new ConfigurationError(`${folder} is not packed: ${error.message}.`);
    throw error;
  }
  const evidence = signedBy.length === 0 ? '' : ` (its evidence is, by ${signedBy.join(', ')})`;
  return [
    `Wrote ${file}, ${Math.ceil(statSync(file).size / 1024).toLocaleString('en-GB')} KB.`,
    ...('reason' in printed ? [`The PDF is missing: ${printed.reason}.`] : []),
    key === undefined
      ? `The package is not signed${evidence}: --sign-key signs it, or \`certificate sign\` does later.`
      : `Signed by ${fingerprintOf(publicKeyOf(key))}.`,
    `Verify it: ${commandLine('certificate', 'verify', file)}`,
  ];
}

/** Packs the reports of a run into one zip, with the certificate as PDF. */
export const pack: Subcommand = (program, finish) => {
  program
    .command('pack')
    .argument('<folder>', 'reports of a run', existingFolder)
    .option('--out <file>', 'the package (default: certificate-NUMBER.zip)')
    .option(...signKeyOption)
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      `\nExample: ${commandStart} certificate pack reports/out --sign-key conformance.key.pem` +
        '\n\nThe same reports give the same bytes, whoever packs them and when.',
    )
    .action(async (folder: string, options: PackOptions) => {
      for (const line of await packFolder(folder, options)) console.log(line);
      finish(exitStatus.conformant);
    });
};
