import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { validityWords } from '../../reports/certificate/notices.ts';
import { headlineOf } from '../../reports/verify/files.ts';
import { type Verification, type VerifyOptions, verifyEvidence } from '../../reports/verify.ts';
import { counted, plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { collect, existingFolder } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { suiteFacts } from './suite-facts.ts';

/** Verifies a folder of reports against this release. */
export function verifyFolder(folder: string, options: Omit<VerifyOptions, 'suite'> = {}): Verification {
  return verifyEvidence(folder, { ...options, suite: suiteFacts() });
}

function signatureLines({ named, signedBy }: Verification): readonly string[] {
  if (named.length === 0)
    return ['not signed: this shows that nothing changed by accident, not that it was never rewritten.'];
  return named.map((fingerprint) =>
    signedBy.includes(fingerprint)
      ? `signed by ${fingerprint}.`
      : `signed in the name of ${fingerprint}, not compared with a key that you trust: --key FILE does it.`,
  );
}

function verificationLines(found: Verification): readonly string[] {
  const { problems, files, attested, statement, exchanges, shortened } = found;
  const [some, kept] =
    shortened === 0 ? ['', ''] : [`${exchanges - shortened} of `, ` (${shortened} kept in part only)`];
  const again = `${some}${counted(exchanges, 'exchange')} judged again${kept}`;
  const doHold = problems.every(({ kind }) => kind === 'key');
  const holds = doHold ? 'the evidence holds' : counted(problems.length, 'problem');
  const headline = headlineOf(problems);
  const validity = statement && validityWords(statement, found.named, new Date());
  return [
    ...(headline === undefined ? [] : [headline, '']),
    ...problems.map(({ kind, at, detail }) => `${kind}  ${at}  ${detail}`),
    ...(headline === undefined ? [] : ['']),
    `${counted(files, 'file')}, ${again}, ${counted(attested, 'verdict')} resting on masked values: ${holds}.`,
    ...signatureLines(found),
    ...(validity === undefined || problems.length > 0 ? [] : [validity]),
  ];
}

function publicKeyIn(file: string): KeyObject {
  if (!existsSync(file)) throw new ConfigurationError(`--key names "${file}", which does not exist.`);
  try {
    const key = createPublicKey(readFileSync(file, 'utf8'));
    // No other kind of key signs, so its signature could never be found.
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw new ConfigurationError(`${file} is not an Ed25519 public key in PEM.`);
}

/** Verifies the evidence of a run: digest, signatures, completeness, every verdict and every report. */
export const verify: Subcommand = (command) => {
  command
    .argument('<folder>', 'reports of a run', existingFolder)
    .option(
      '--key <file>',
      'public key (PEM) whose signature is demanded; may be given several times',
      collect,
    )
    .addHelpText('after', '\ndocs/verify.md lists what it cannot detect.');
  return (folder: string, { key = [] }: { key?: readonly string[] }) => {
    demandFinished(folder);
    const found = verifyFolder(folder, { publicKeys: key.map(publicKeyIn) });
    for (const line of verificationLines(found).map(plainLine)) console.log(line);
    return found.problems.length === 0 ? exitStatus.conformant : exitStatus.nonConformant;
  };
};
