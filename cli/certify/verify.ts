import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expiryWords, unmetConditions } from '../../reports/certificate/notices.ts';
import { readDigest, signedEarlier } from '../../reports/digest.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { headlineOf } from '../../reports/verify/files.ts';
import { type Verification, type VerifyOptions, verifyEvidence } from '../../reports/verify.ts';
import { counted, jsonText, plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { collect, existingFolder, RepeatableOption } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { suiteFacts } from './suite-facts.ts';

/** Verifies a folder of reports against this release; throws for one that an earlier release signed. */
export function verifyFolder(folder: string, options: Omit<VerifyOptions, 'suite'> = {}): Verification {
  if (readDigest(folder) === signedEarlier) throw new ConfigurationError(`${folder}: ${signedEarlier}.`);
  return verifyEvidence(folder, { ...options, suite: suiteFacts() });
}

/** Returns the verified statement; if there is a problem, throws an error that names it and what was not `done`. */
export function verifiedStatement(
  folder: string,
  done: string,
  { problems, statement }: Verification,
): Statement {
  const headline = headlineOf(problems);
  if (headline === undefined && statement !== undefined) return statement;
  throw new ConfigurationError(`${folder} is not ${done}: ${headline ?? 'it holds no statement.'}`);
}

/** Problems printed; `--json` has all of them. */
const most = 40;

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
  const { problems, files, attested, statement, rejudged, exchanges, shortened } = found;
  const kept = shortened === 0 ? '' : ` (${shortened} kept in part only)`;
  const again = `${rejudged === exchanges ? '' : `${rejudged} of `}${counted(exchanges, 'exchange')} judged again${kept}`;
  const doHold = problems.every(({ kind }) => kind === 'key');
  const holds = doHold ? 'the evidence holds' : counted(problems.length, 'problem');
  const headline = headlineOf(problems);
  const more = problems.length - most;
  const lacks = statement && unmetConditions(statement, found.named, new Date(statement.run.endedAt));
  const expiry = expiryWords(statement?.certification?.validUntil, new Date(), lacks);
  return [
    ...(headline === undefined ? [] : [headline, '']),
    ...problems.slice(0, most).map(({ kind, at, detail }) => `${kind}  ${at}  ${detail}`),
    ...(more > 0 ? [`... and ${more} more; --json has all of them`] : []),
    ...(headline === undefined ? [] : ['']),
    `${counted(files, 'file')}, ${again}, ${counted(attested, 'verdict')} resting on masked values: ${holds}.`,
    ...signatureLines(found),
    ...(expiry === undefined || problems.length > 0 ? [] : [expiry]),
  ];
}

function publicKeyIn(file: string): string {
  if (!existsSync(file)) throw new ConfigurationError(`--key names "${file}", which does not exist.`);
  try {
    const pem = readFileSync(file, 'utf8');
    // No other kind of key signs, so its signature could never be found.
    if (createPublicKey(pem).asymmetricKeyType === 'ed25519') return pem;
  } catch {}
  throw new ConfigurationError(`${file} is not an Ed25519 public key in PEM.`);
}

/** Verifies the evidence of a run: digest, signatures, completeness, every verdict and every report. */
export const verify: Subcommand = (command) => {
  command
    .argument('<folder>', 'reports of a run', existingFolder)
    .addOption(new RepeatableOption('--key <file>', 'public key (PEM) whose signature is demanded', collect))
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', '\ndocs/verify.md lists what it cannot detect.');
  return (folder: string, options: { key?: readonly string[]; json?: true }) => {
    demandFinished(folder);
    const found = verifyFolder(folder, { publicKeys: (options.key ?? []).map(publicKeyIn) });
    const { statement: _, ...shown } = found;
    if (options.json) console.log(jsonText(shown, 2));
    else {
      const lines = verificationLines(found);
      for (const line of onScreen(lines.map(plainLine))) console.log(line);
    }
    return found.problems.length === 0 ? exitStatus.conformant : exitStatus.nonConformant;
  };
};
