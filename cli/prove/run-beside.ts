import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onStop } from '../../targets/stop.ts';
import { packageRoot } from '../package-root.ts';
import type { ProofOptions } from './proof-options.ts';
import type { HostileScore } from './run-hostiles.ts';
import type { MisfitScore } from './run-misfits.ts';

/** What became of the services that are met by a run each. */
export interface OwnRunsProof {
  readonly misfits: readonly MisfitScore[];
  readonly hostile: readonly HostileScore[];
  /** False when the process that met them ended without a word. */
  readonly whole: boolean;
}

/**
 * Meets all misfits and hostile services in a process of its own: what one run of theirs waits for, and what is read and
 * scored at the ends of the other runs of a proof, leaves no processor idle. `folder` takes its result.
 */
export async function runBeside(
  { seed, runs, workers }: ProofOptions,
  folder: string,
): Promise<OwnRunsProof> {
  const file = join(folder, 'beside.json');
  const given = Object.entries({ '--seed': seed, '--runs': runs, '--workers': workers });
  const child = spawn(
    process.execPath,
    [
      join(packageRoot, 'cli', 'conformance.mjs'),
      ...['prove', '--misfit', '*', '--hostile', '*', '--json', file],
      ...given.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const end = () => void child.kill();
  // Ctrl-C reaches it as well, and is the same signal to it.
  const release = onStop(end);
  process.once('exit', end);
  await new Promise((ended) => child.once('close', ended).once('error', ended));
  process.off('exit', end);
  release();
  try {
    const { misfits, hostile } = JSON.parse(readFileSync(file, 'utf8')) as Omit<OwnRunsProof, 'whole'>;
    return { misfits, hostile, whole: true };
  } catch {
    return { misfits: [], hostile: [], whole: false };
  }
}
