import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { signersPlace } from '../../reports/certificate/heading.ts';
import { certificateNumber } from '../../reports/certificate/words.ts';
import { digestFile, readDigest } from '../../reports/digest.ts';
import { makePackage, readPackage } from '../../reports/package/sealed-package.ts';
import { type Entries, PackageError } from '../../reports/package/zip.ts';
import { fingerprintOf, publicKeyOf } from '../../reports/signing/seal.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { browserCandidates, firstThatStarts, noBrowserWanted } from '../../targets/browser.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { existingFolder, newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { makeTemporary, removeFolder, sweepTemporary, withTemporaryFiles } from '../temporary-folder.ts';
import { writeGivenFile } from '../write-given-file.ts';
import { signingKey, signKeyOption } from './signing-key.ts';
import { verifiedStatement, verifyPath } from './verify.ts';

/** The bytes of a PDF, or the reason why there is none. */
type Printed = { readonly pdf: Uint8Array } | { readonly reason: string };

// Names of page elements, numbered by the browser; on a busy machine it skips numbers.
const partName = /\(node(\d{8})\)/g;

/**
 * Returns a PDF dated by the run (ISO 8601) with its elements numbered without gaps. The same run gives the same bytes;
 * the order of the elements and all lengths, which a PDF relies on, stay.
 */
function datedAs(pdf: Uint8Array, iso: string): Uint8Array {
  const time = `D:${iso.slice(0, 19).replaceAll(/[-:T]/g, '')}+00'00'`;
  const dated = Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\/(CreationDate|ModDate) \(D:\d{14}\+00'00'\)/g, `/$1 (${time})`);
  const met = [...new Set([...dated.matchAll(partName)].map(([, number = '']) => number))].sort();
  const places = new Map(met.map((number, at) => [number, String(at + 1).padStart(8, '0')]));
  const text = dated.replaceAll(partName, (_name, number: string) => `(node${places.get(number)})`);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

async function print(browser: Browser, file: string, signers: readonly string[]): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  // Paper cannot be unfolded.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details.printed')) one.setAttribute('open', '');
  });
  const words = signers.length === 0 ? 'not signed when this was printed' : signers.join(', ');
  await page.evaluate(
    ([place = '', text = '']) => document.getElementById(place)?.replaceChildren(text),
    [signersPlace, words],
  );
  return page.pdf({
    format: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
  });
}

/** Prints a certificate on A4, dated `endedAt` (ISO 8601), with its signers; or returns why it is not printed. */
export async function printPdf(
  file: string,
  wanted: string,
  { endedAt, signers }: { readonly endedAt: string; readonly signers: readonly string[] },
): Promise<Printed> {
  if (wanted === 'none') return { reason: noBrowserWanted };
  // Removes what a command left that was killed while printing.
  sweepTemporary();
  const folder = makeTemporary('print');
  try {
    // The browser driver reads the temporary folder when it is loaded, and leaves its own folders there.
    return await withTemporaryFiles(folder, async () => {
      const { chromium } = await import('@playwright/test');
      const opened = await firstThatStarts(browserCandidates(wanted, folder), (options) =>
        chromium.launch({ ...options, timeout: 30_000 }),
      );
      if ('reason' in opened) return { reason: opened.reason };
      try {
        return { pdf: datedAs(await print(opened.started, file, signers), endedAt) };
      } finally {
        await opened.started.close();
      }
    });
  } finally {
    removeFolder(folder);
  }
}

interface PackOptions {
  readonly out?: string;
  readonly signKey?: string;
  readonly force?: true;
}

/** Returns the digest of a folder and the files that it lists. */
function filesOf(folder: string): Entries {
  const digest = readDigest(folder);
  if (typeof digest === 'string') throw new ConfigurationError(`${folder}: ${digest}.`);
  const paths = [...digest.files.map(({ path }) => path), digestFile];
  return new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]));
}

// --force is for a package that was made before; any other file stays.
function demandPackage(file: string): void {
  if (!existsSync(file) || !statSync(file).isFile()) return;
  try {
    readPackage(file);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw new ConfigurationError(`${file} is not a package, and --force writes over nothing else.`);
  }
}

async function packFolder(folder: string, { out, signKey, force }: PackOptions): Promise<readonly string[]> {
  const key = signingKey(signKey);
  demandFinished(folder);
  const verified = verifyPath(folder);
  const { signedBy } = verified;
  const statement = verifiedStatement(folder, 'packed', verified);
  const file = newFile(out ?? `certificate-${certificateNumber(statement)}.zip`);
  if (existsSync(file) && force === undefined)
    throw new ConfigurationError(`${file} exists already; --force writes over it.`);
  demandPackage(file);
  const browser = process.env.CONFORMANCE_BROWSER?.trim() || 'auto';
  const signers = [
    ...signedBy.map((by) => `${by} (evidence)`),
    ...(key === undefined ? [] : [`${fingerprintOf(publicKeyOf(key))} (package)`]),
  ];
  const facts = { endedAt: statement.run.endedAt, signers };
  const printed = await printPdf(join(folder, 'certificate.html'), browser, facts);
  const pdf = 'pdf' in printed ? printed.pdf : undefined;
  const parts = { evidence: filesOf(folder), statement, ...defined({ pdf, privateKeyPem: key }) };
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

/** Packs the reports of a run and the certificate as PDF into one zip. */
export const pack: Subcommand = (command) => {
  command
    .argument('<folder>', 'reports of a run', existingFolder)
    .option('--out <file>', 'the package (default: certificate-NUMBER.zip)')
    .option(...signKeyOption)
    .option('--force', 'overwrite an existing package')
    .addHelpText('after', '\nThe same reports give the same bytes, whoever packs them and when.');
  return async (folder: string, options: PackOptions) => {
    for (const line of onScreen((await packFolder(folder, options)).map(plainLine))) console.log(line);
    return exitStatus.conformant;
  };
};
