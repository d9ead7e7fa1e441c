import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitStatus } from './exit-status.ts';
import { packageRoot } from './package-root.ts';
import { printProof, proofFile } from './prove/print-proof.ts';
import { proveAcquirers } from './prove/prove-acquirers.ts';
import { type ProofOptions, runProof } from './prove/run-proof.ts';
import { selectVariants } from './prove/variant-list.ts';
import type { Subcommand } from './subcommand.ts';

interface ProveOptions extends ProofOptions {
  readonly fault?: string;
  readonly dialect?: string;
  readonly misfit?: string;
  readonly acquirer?: string;
  readonly planted?: true;
  readonly json?: string;
}

/** Proves the suite: every planted fault is caught by its clause, no conforming variant raises anything, and of every misfit the truth is told. */
export const prove: Subcommand = (program, finish) => {
  program
    .command('prove')
    .option('--fault <glob>', 'only these faults')
    .option('--dialect <glob>', 'only these conforming variants')
    .option('--misfit <glob>', 'only these misfits')
    .option('--acquirer <glob>', 'only these acquirers, each with the target file of its merchant')
    .option('--planted', 'with --acquirer: also a sample of faults planted into them')
    .option('--seed <number>', 'same seed, same requests', '1')
    .option('--runs <number>', 'cases per property', '3')
    .option('--workers <number>', 'parallel workers')
    .option('--json <file>', 'write the matrix to this file (default: reports/proof.json for a whole proof)')
    .addHelpText('after', '\nExample: npx conformance prove --fault "refund-*"')
    .action(async (options: ProveOptions) => {
      const { fault, dialect, misfit, acquirer, planted, json, ...how } = options;
      if (acquirer !== undefined) {
        finish(
          (await proveAcquirers(acquirer, planted === true, how))
            ? exitStatus.conformant
            : exitStatus.nonConformant,
        );
        return;
      }
      const proof = await runProof(selectVariants({ fault, dialect, misfit }, Number(how.seed ?? 1)), how);
      const whole = fault === undefined && dialect === undefined && misfit === undefined;
      const file = json ?? (whole ? join(packageRoot, 'reports', 'proof.json') : undefined);
      if (file !== undefined) writeFileSync(file, `${JSON.stringify(proofFile(proof), null, 2)}\n`);
      finish(printProof(proof) ? exitStatus.conformant : exitStatus.nonConformant);
    });
};
