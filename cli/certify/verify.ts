import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { expiryWords, unmetConditions } from '../../reports/certificate/notices.ts';
import { type PackageVerification, verifyPackage } from '../../reports/package/verify-package.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { headlineOf } from '../../reports/verify/files.ts';
import { type Verification, type VerifyOptions, verifyEvidence } from '../../reports/verify.ts';
import { counted, jsonText, plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandFinished } from '../after/read-reports.ts';
import { collect, existingPath, RepeatableOption } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { suiteFacts } from './suite-facts.ts';

/** Verifies a folder of reports or a package against this release. */
export function verifyPath(
  path: string,
  options: Omit<VerifyOptions, 'suite'> = {},
): Verification | PackageVerification {
  const how = { ...options, suite: suiteFacts() };
  return statSync(path).isDirectory() ? verifyEvidence(path, how) : verifyPackage(path, how);
}

/** Returns the verified statement; if there is a problem, throws an error that names it and what was not `done`. */
export function verifiedStatement(
  path: string,
  done: string,
  { problems, statement }: Verification,
): Statement {
  const headline = headlineOf(problems);
  if (headline === undefined && statement !== undefined) return statement;
  throw new ConfigurationError(`${path} is not ${done}: ${headline ?? 'it holds no statement.'}`);
}

/** Problems printed; `--json` has all of them. */
const most = 40;

function signatureLines(found: Verification): readonly string[] {
  const { signedBy } = found;
  const inside = 'evidenceSignedBy' in found ? (found.evidenceSignedBy as readonly string[]) : [];
  return [
    ...(signedBy.length === 0
      ? ['not signed: this shows that nothing changed by accident, not that it was never rewritten.']
      : signedBy.map((by, at) => `${at === 0 ? 'signed' : 'counter-signed'} by ${by}.`)),
    ...inside.map((by, at) => `evidence ${at === 0 ? 'signed' : 'counter-signed'} by ${by}.`),
  ];
}

/** Returns the lines for a path that is not a package at all; undefined otherwise. */
function unreadLines(path: string, { problems, files, root }: Verification): readonly string[] | undefined {
  const [problem, ...others] = problems;
  if (problem?.kind !== 'package' || others.length > 0 || files > 0 || root !== '') return undefined;
  return [
    `${path} is not a package: ${problem.detail}.`,
    'Give the reports of a run (a folder), or a package that `certificate pack` made.',
  ];
}

function verificationLines(found: Verification): readonly string[] {
  const { problems, files, attested, statement, rejudged, exchanges, shortened } = found;
  const kept = shortened === 0 ? '' : ` (${shortened} kept in part only)`;
  const again = `${rejudged === exchanges ? '' : `${rejudged} of `}${counted(exchanges, 'exchange')} judged again${kept}`;
  const holds = problems.length === 0 ? 'the evidence holds' : counted(problems.length, 'problem');
  const headline = headlineOf(problems);
  const more = problems.length - most;
  const lacks = statement && unmetConditions(statement, found, new Date(statement.run.endedAt));
  const expiry = expiryWords(statement?.certification?.validUntil, new Date(), lacks);
  return [
    ...(headline === undefined ? [] : [headline, '']),
    ...problems.slice(0, most).map(({ kind, at, detail }) => `${kind}  ${at}  ${detail}`),
    ...(more > 0 ? [`... and ${more} more; --json has all of them`] : []),
    ...(headline === undefined ? [] : ['']),
    `${counted(files, 'file')}, ${again}, ${counted(attested, 'verdict')} resting on masked values: ${holds}.`,
    ...signatureLines(found),
    ...('hasPdf' in found && found.hasPdf === false && found.files > 0 ? ['the package holds no PDF.'] : []),
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

/** Verifies the evidence of a run or a package: digest, signatures, completeness, every verdict and every report. */
export const verify: Subcommand = (command) => {
  command
    .argument('<path>', 'reports of a run, or a package', existingPath)
    .addOption(new RepeatableOption('--key <file>', 'public key (PEM) whose signature is demanded', collect))
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', '\ndocs/verify.md lists what it cannot detect.');
  return (path: string, options: { key?: readonly string[]; json?: true }) => {
    demandFinished(path);
    const found = verifyPath(path, { publicKeys: (options.key ?? []).map(publicKeyIn) });
    const { statement: _, ...shown } = found;
    if (options.json) console.log(jsonText(shown, 2));
    else {
      const lines = unreadLines(path, found) ?? verificationLines(found);
      for (const line of onScreen(lines.map(plainLine))) console.log(line);
    }
    return found.problems.length === 0 ? exitStatus.conformant : exitStatus.nonConformant;
  };
};
