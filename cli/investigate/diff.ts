import { describeDiff, diffStatements } from '../../reports/diff.ts';
import { readStatement } from '../after/read-reports.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

/** Compares the statements of two runs; exits with 1 when something is worse. */
export const diff: Subcommand = (command) => {
  command
    .argument('<before>', 'statement, or the folder that holds it')
    .argument('<after>', 'statement, or the folder that holds it');
  return (before: string, after: string) => {
    const difference = diffStatements(readStatement(before), readStatement(after));
    for (const line of describeDiff(difference)) console.log(line);
    return difference.isWorse ? exitStatus.nonConformant : exitStatus.conformant;
  };
};
