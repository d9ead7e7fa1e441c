import { readFileSync } from 'node:fs';
import { headlineOf } from '../reports/verify/headline.ts';
import { type Verification, verifyEvidence } from '../reports/verify.ts';
import { jsonText, plainLine } from '../schemas/plain-text.ts';
import { exitStatus } from './exit-status.ts';
import { existingFolder } from './option-values.ts';
import type { Subcommand } from './subcommand.ts';

/** Problems that are printed one by one; `--json` has all of them. */
const most = 40;

function verificationLines(found: Verification): readonly string[] {
  const { problems, files, rejudged, attested, signedBy } = found;
  const headline = headlineOf(problems);
  const more = problems.length - most;
  return [
    ...(headline === undefined ? [] : [headline, '']),
    ...problems.slice(0, most).map(({ kind, at, detail }) => `${kind}  ${at}  ${detail}`),
    ...(more > 0 ? [`... and ${more} more; --json has all of them`] : []),
    ...(headline === undefined ? [] : ['']),
    `${files} files, ${rejudged} exchanges judged again, ${attested} verdicts resting on masked values: ` +
      (problems.length === 0
        ? 'the evidence holds.'
        : `${problems.length} problem${problems.length === 1 ? '' : 's'}.`),
    signedBy === undefined
      ? 'not signed: this shows that nothing changed by accident, not that nobody rewrote it.'
      : `signed by ${signedBy}.`,
  ].map(plainLine);
}

/** Checks the evidence of a run: digest, signature, completeness, every verdict and every report once more. */
export const verify: Subcommand = (program, finish) => {
  program
    .command('verify')
    .argument('<folder>', 'reports of a run', existingFolder)
    .option('--key <file>', 'Ed25519 public key (PEM) that must have signed it')
    .option('--json', 'print what was found as JSON')
    .addHelpText(
      'after',
      '\nExample: npx conformance verify reports/out\n\nWhat it cannot notice stands in docs/verify.md.',
    )
    .action((folder: string, options: { key?: string; json?: true }) => {
      const key = options.key === undefined ? {} : { publicKeyPem: readFileSync(options.key, 'utf8') };
      const found = verifyEvidence(folder, key);
      if (options.json) console.log(jsonText(found, 2));
      else for (const line of verificationLines(found)) console.log(line);
      finish(found.problems.length === 0 ? exitStatus.conformant : exitStatus.nonConformant);
    });
};
