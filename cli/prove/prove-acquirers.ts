import pc from 'picocolors';
import { acquirers } from '../../mock/acquirers/registry.ts';
import { acquirerFaults } from './acquirer-faults.ts';
import { runAcquirers, runPlanted } from './run-acquirers.ts';
import type { ProofOptions } from './run-proof.ts';
import { pick } from './variant-list.ts';

/** Proves acquirers by glob: each clean and complete with its merchant's target file, and faults planted into it caught; prints what was not. */
export async function proveAcquirers(glob: string, isPlanted: boolean, how: ProofOptions): Promise<boolean> {
  const some = pick(acquirers, ({ name }) => name, glob, '--acquirer');
  const scores = await runAcquirers(some, how);
  for (const { name, problems } of scores)
    for (const problem of problems) console.log(`${pc.red('acquirer')}  ${name}  ${problem}`);
  const clean = scores.filter(({ problems }) => problems.length === 0).length;
  console.log(`${clean} of ${scores.length} acquirers clean and complete.`);
  if (!isPlanted) return clean === scores.length;
  const sample = acquirerFaults(Number(how.seed ?? 1)).filter(({ acquirer }) => some.includes(acquirer));
  const planted = await runPlanted(sample, how);
  const missed = planted.filter(({ state }) => state !== 'caught');
  for (const { acquirer, id, clause, state } of missed)
    console.log(`${pc.red(state)}  ${id} in ${acquirer}  ${clause}`);
  console.log(`${planted.length - missed.length} of ${planted.length} faults planted into acquirers caught.`);
  return clean === scores.length && missed.length === 0;
}
