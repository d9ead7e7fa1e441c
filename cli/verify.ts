import { readFileSync } from 'node:fs';
import { verifyEvidence } from '../reports/verify.ts';
import { exitStatus } from './exit-status.ts';
import { existingFolder } from './option-values.ts';
import type { Subcommand } from './subcommand.ts';

/** Checks the evidence of a run: digest, signature, schema, completeness, and every verdict once more. */
export const verify: Subcommand = (program, finish) => {
  program
    .command('verify')
    .argument('<folder>', 'reports of a run', existingFolder)
    .option('--key <file>', 'Ed25519 public key (PEM) that must have signed it')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', '\nExample: npx conformance verify reports/out')
    .action((folder: string, options: { key?: string; json?: true }) => {
      const key = options.key === undefined ? {} : { publicKeyPem: readFileSync(options.key, 'utf8') };
      const found = verifyEvidence(folder, key);
      if (options.json) console.log(JSON.stringify(found, null, 2));
      else {
        for (const { kind, at, detail } of found.problems) console.log(`${kind}  ${at}  ${detail}`);
        const signed = found.signedBy === undefined ? 'not signed' : `signed by ${found.signedBy}`;
        console.log(
          `${found.files} files, ${found.rejudged} exchanges judged again, ${found.attested} verdicts resting on masked values, ${signed}: ` +
            (found.problems.length === 0
              ? 'the evidence holds.'
              : `${found.problems.length} problem${found.problems.length === 1 ? '' : 's'}.`),
        );
      }
      finish(found.problems.length === 0 ? exitStatus.conformant : exitStatus.nonConformant);
    });
};
