import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandStart } from '../schemas/command-line.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { exitStatus } from './exit-status.ts';
import { wholeNumber } from './option-values.ts';
import { packageRoot } from './package-root.ts';
import { watchForInterruption } from './prove/interruption.ts';
import { printInterrupted, printProof, proofFile } from './prove/print-proof.ts';
import type { ProofOptions } from './prove/proof-options.ts';
import { type Proof, runProof } from './prove/run-proof.ts';
import { selectVariants } from './prove/variant-list.ts';
import type { Subcommand } from './subcommand.ts';

/** Leaves the evidence of what did not come out as it must beside the matrix, and says so; that of an earlier proof goes. */
function keepMissed({ missed }: Proof, matrix: string): void {
  const file = matrix.replace(/(?:\.json)?$/, '.missed.ndjson');
  rmSync(file, { force: true });
  if (missed.length === 0) return;
  writeFileSync(file, missed.map((exchange) => `${jsonText(exchange)}\n`).join(''), { mode: 0o600 });
  console.log(`Their ${missed.length} exchanges are in ${file}.`);
}

// What is wrong is said once, before services and processes are started for it.
const numberText = (option: string, least: number, most: number) => (value: string) =>
  String(wholeNumber(option, least, most)(value));

interface ProveOptions extends ProofOptions {
  readonly fault?: string;
  readonly dialect?: string;
  readonly misfit?: string;
  readonly hostile?: string;
  readonly acquirer?: string;
  readonly json?: string;
}

/** Proves the suite: every planted fault is caught by its clause, no conforming variant or acquirer raises anything, of every misfit the truth is told, and no hostile service deceives it. */
export const prove: Subcommand = (program, finish) => {
  program
    .command('prove')
    .option('--fault <glob>', 'only these faults')
    .option('--dialect <glob>', 'only these conforming variants')
    .option('--misfit <glob>', 'only these misfits')
    .option('--hostile <glob>', 'only these hostile services')
    .option('--acquirer <glob>', 'only these acquirers, and faults planted into them')
    .option('--seed <number>', 'same seed, same requests', numberText('--seed', 0, 2_147_483_647), '1')
    .option('--runs <number>', 'cases per property', numberText('--runs', 1, 1_000_000), '3')
    .option('--workers <number>', 'parallel workers', numberText('--workers', 1, 64))
    .option('--json <file>', 'write the matrix to this file (default: reports/proof.json for a whole proof)')
    .addHelpText('after', `\nExample: ${commandStart} prove --fault "refund-*"`)
    .action(async (options: ProveOptions) => {
      const { fault, dialect, misfit, hostile, acquirer, json, ...how } = options;
      const globs = { fault, dialect, misfit, hostile, acquirer };
      const selection = selectVariants(globs, Number(how.seed));
      const interruption = watchForInterruption();
      const proof = await runProof(selection, how, interruption);
      interruption.release();
      if (proof.interrupted) {
        printInterrupted(proof);
        return finish(exitStatus.incomplete);
      }
      const file = json ?? (selection.whole ? join(packageRoot, 'reports', 'proof.json') : undefined);
      if (file !== undefined) writeFileSync(file, `${JSON.stringify(proofFile(proof), null, 2)}\n`);
      const holds = printProof(proof);
      keepMissed(proof, file ?? join(packageRoot, 'reports', 'proof.json'));
      finish(holds ? exitStatus.conformant : exitStatus.nonConformant);
    });
};
